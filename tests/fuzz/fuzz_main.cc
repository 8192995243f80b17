// chess-fuzz TARGET [libFuzzer options and folders]: without a target, lists them.

#include <cstring>
#include <string>
#include <vector>

#include "fuzz/target.h"

extern "C" int LLVMFuzzerRunDriver(int* argc, char*** argv,
                                   int (*callback)(const uint8_t* data, size_t size));

namespace chess::fuzz {
namespace {

struct Target {
  const char* name;
  Body body;
};

std::vector<Target>& Targets() {
  static std::vector<Target> targets;
  return targets;
}

Body chosen = nullptr;

int RunOne(const uint8_t* data, size_t size) {
  chosen({reinterpret_cast<const char*>(data), size});
  return 0;
}

}  // namespace

Registration::Registration(const char* name, Body body) { Targets().push_back({name, body}); }

int Main(int argc, char** argv) {
  for (const Target& target : Targets()) {
    if (argc < 2) {
      std::printf("%s\n", target.name);
    } else if (std::strcmp(argv[1], target.name) == 0) {
      chosen = target.body;
    }
  }
  if (argc < 2) return 0;
  if (chosen == nullptr) {
    std::fprintf(stderr, "chess-fuzz: there is no target %s\n", argv[1]);
    return 2;
  }
  argv[1] = argv[0];
  --argc;
  ++argv;
  return LLVMFuzzerRunDriver(&argc, &argv, RunOne);
}

}  // namespace chess::fuzz

int main(int argc, char** argv) { return chess::fuzz::Main(argc, argv); }
