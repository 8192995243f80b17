#pragma once
// One number over what the rules say in thousands of positions: the same on every machine and in
// WebAssembly, or a build is broken.

#include <cstdint>

namespace chess::rules::wasm {

// Plays `games` random games under every rule and under stacks of them, and hashes every position's
// key, FEN, legal moves in UCI and SAN, checks, views of all seats, outcome, and (now and then)
// what the computer player would choose. *positions, where given, counts what was looked at.
uint64_t Signature(uint32_t games, uint32_t* positions = nullptr);

}  // namespace chess::rules::wasm
