#pragma once
// What the WebAssembly module exports: the rules behind plain C functions. Text goes in through one
// buffer (chess_input) and comes out through another (chess_output); answers are JSON (describe.h).
// web/src/rules/rules.ts is the other side. One thread; call `_initialize` first.
//
// Functions that return a bool leave an error (DescribeError) in the output when it is false.

#include <cstdint>

#if defined(__wasm__)
#define CHESS_EXPORT(name) __attribute__((used, export_name(#name))) name
#else
#define CHESS_EXPORT(name) name
#endif

extern "C" {

// Room for the text of the next call, `size` bytes of UTF-8. Texts are separated by line feeds.
char* CHESS_EXPORT(chess_input)(uint32_t size);
const char* CHESS_EXPORT(chess_output)();
uint32_t CHESS_EXPORT(chess_output_size)();

// All rules there are.
void CHESS_EXPORT(chess_rules)();
// Input: the name of a rule set in any form. Output: DescribeRuleSet.
bool CHESS_EXPORT(chess_rule_set)();
// Input: rule set, FEN. Output: {"fen": normalised, "faults": […]}; an error where it is no FEN.
bool CHESS_EXPORT(chess_check_fen)();

// Input: rule set, FEN (empty: the set's own start). A game's number, or -1. `by_claim`: the draw
// policy; `relaxed`: composed positions are accepted.
int32_t CHESS_EXPORT(chess_open)(bool by_claim, bool relaxed);
void CHESS_EXPORT(chess_close)(int32_t game);
// Input: a move in UCI or SAN. Output: {"uci":…,"san":…}.
bool CHESS_EXPORT(chess_play)(int32_t game);
// At the start of a turn under dice: draws the types that may move; `draw` is a random number of
// the page's. Output: {"types":"NQ"}, their letters. False where no roll is awaited.
bool CHESS_EXPORT(chess_roll)(int32_t game, uint32_t draw);
// At the start of a turn under hand and brain: names the type that must move. Input: its letter;
// empty: the computer's choice, made of `seed`. Output: {"types":"N"}.
bool CHESS_EXPORT(chess_name)(int32_t game, uint32_t seed);
// What a computer player would play now (it is not played). `player`: 0 to 9 the levels of
// search/levels.h, 10 to 12 the characters casual, balanced, careful. It sees what the side to move
// sees. Output: {"uci":…,"san":…}.
bool CHESS_EXPORT(chess_reply)(int32_t game, uint32_t player, uint32_t seed);
// Takes back n plies, at most all.
void CHESS_EXPORT(chess_undo)(int32_t game, uint32_t plies);
// Output: the GameView of a seat: 0 White, 1 Black, 2 spectator.
void CHESS_EXPORT(chess_view)(int32_t game, uint32_t seat);
// Output: DescribeMoves.
void CHESS_EXPORT(chess_moves)(int32_t game);
// Output: PGN with the tags that the rules need.
void CHESS_EXPORT(chess_pgn)(int32_t game);
// Output: {"games":[…]} in the JSON form of chess.rules.v1.ParsePgnResponse. Input: PGN.
void CHESS_EXPORT(chess_read_pgn)();

uint64_t CHESS_EXPORT(chess_signature)(uint32_t games);

}  // extern "C"

namespace chess::rules::wasm {
// Puts the text of a broken invariant into the output, for whoever catches the trap.
void SetFault(const char* condition);
}  // namespace chess::rules::wasm
