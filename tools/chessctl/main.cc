// chessctl: rules, notation and reference data from the command line; and the operator's hands.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/build_info.h"
#include "chessctl/admin/admin.h"
#include "chessctl/command.h"

namespace chess::chessctl {
namespace {

constexpr const Command* kCommands[] = {&kPerftCommand, &kCasesCommand,      &kPgnCommand,
                                        &kDeadCommand,  &kVerifyDiceCommand, &kTraceCommand,
                                        &kLogIdCommand, &kReadyCommand};

void PrintHelp(std::FILE* out) {
  std::fputs("usage: chessctl COMMAND [options] [arguments]\n\ncommands:\n", out);
  for (const Command* command : kCommands) {
    std::fprintf(out, "  %-12s %s\n", command->name, command->summary);
  }
  std::fprintf(out, "  %-12s %s\n", "admin", "operate a running platform (chessctl admin --help)");
  std::fputs(
      "\n`chessctl COMMAND --help` explains one of them, `chessctl --version` says which build it "
      "is.\n"
      "Exit status: 0 all is right, 1 something in the data is wrong, 2 wrong usage, 3 who is\n"
      "asked does not answer.\n",
      out);
}

int Run(const Command& command, std::vector<std::string> args) {
  FlagSpec spec = command.flags;
  spec.switches.push_back("help");
  for (std::string& arg : args) {
    if (arg == "-h") arg = "--help";
  }
  const auto flags = Flags::Parse(spec, args);
  if (!flags) {
    std::fprintf(stderr, "chessctl %s: %s\n\n%s", command.name, flags.error().message.c_str(),
                 command.usage);
    return kBadUsage;
  }
  if (flags->Has("help")) {
    std::fputs(command.usage, stdout);
    return kOk;
  }
  return command.run(*flags);
}

int Main(int argc, char** argv) {
  if (argc < 2) {
    PrintHelp(stderr);
    return kBadUsage;
  }
  const std::string name = argv[1];
  if (name == "--help" || name == "-h" || name == "help") {
    PrintHelp(stdout);
    return kOk;
  }
  if (name == "--version") {
    std::printf("chessctl %s (%s)\n", base::BuildVersion(), base::BuildRevision());
    return kOk;
  }
  if (name == "admin") return admin::Run({argv + 2, argv + argc});
  for (const Command* command : kCommands) {
    if (name == command->name) return Run(*command, {argv + 2, argv + argc});
  }
  std::fprintf(stderr, "chessctl: unknown command %s\n\n", name.c_str());
  PrintHelp(stderr);
  return kBadUsage;
}

}  // namespace
}  // namespace chess::chessctl

int main(int argc, char** argv) {
  const int status = chess::chessctl::Main(argc, argv);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  // A full disk: what was asked for is done, but the answer (a token, perhaps) reached nobody.
  std::fprintf(stderr, "chessctl: cannot write the answer: %s\n", std::strerror(errno));
  return status == 0 ? 1 : status;
}
