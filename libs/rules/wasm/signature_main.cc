// rules-signature GAMES: the signature of the native build, as the module's test wants it.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "rules/wasm/signature.h"

int main(int argc, char** argv) {
  const char* games = argc == 2 ? argv[1] : "1";
  uint32_t positions = 0;
  const uint64_t signature =
      chess::rules::wasm::Signature(static_cast<uint32_t>(std::atoi(games)), &positions);
  std::printf("%016" PRIx64 " %u\n", signature, positions);
  return 0;
}
