#pragma once
// One thing that takes bytes from strangers. A target is one file that ends with a FUZZ_TARGET.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace chess::fuzz {

using Body = void (*)(std::string_view input);

// Puts a target on the list that main.cc chooses from.
struct Registration {
  Registration(const char* name, Body body);
};

// A property that must hold for every input; in contrast to CHESS_CHECK it is told with its place.
#define FUZZ_CHECK(condition)                                                             \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)

// FUZZ_TARGET(fen) { … input … }
#define FUZZ_TARGET(name)                                                           \
  static void Fuzz_##name(std::string_view input);                                  \
  static const ::chess::fuzz::Registration registration_##name{#name, Fuzz_##name}; \
  static void Fuzz_##name(std::string_view input)

}  // namespace chess::fuzz
