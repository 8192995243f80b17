#pragma once
// Short forms for tests of the rules: positions and games from text. Bad text fails the process.

#include <string_view>
#include <vector>

#include "base/check.h"
#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::rules::testing {

inline RuleSet Set(std::string_view name) {
  base::Result<RuleSet> set = ParseRuleSet(name);
  CHESS_CHECK(set.ok());
  return *set;
}

// Reads a FEN without judging it.
inline Position At(std::string_view fen, std::string_view set = "standard") {
  base::Result<ParsedFen> parsed = ReadFen(fen, Set(set));
  CHESS_CHECK(parsed.ok());
  return parsed->position;
}

inline Move Uci(const Position& position, const RuleSet& rules, std::string_view text) {
  base::Result<Move> move = ParseUci(position, rules, text);
  CHESS_CHECK(move.ok());
  return *move;
}

inline void PlayAll(Game* game, const std::vector<std::string_view>& moves) {
  for (std::string_view text : moves) {
    CHESS_CHECK(game->Play(Uci(game->position(), game->rules(), text)).ok());
  }
}

// A game from a FEN (empty: the set's start) after some moves in UCI.
inline Game After(std::string_view fen, const std::vector<std::string_view>& moves,
                  std::string_view set = "standard", GameOptions options = {}) {
  base::Result<Game> game =
      fen.empty() ? Game::Start(Set(set), options) : Game::StartFrom(Set(set), fen, options);
  CHESS_CHECK(game.ok());
  PlayAll(&*game, moves);
  return *game;
}

// UCI texts of all legal moves, castling as king takes rook.
inline std::vector<std::string> Texts(const Position& position, const RuleSet& rules) {
  std::vector<std::string> texts;
  for (Move m : LegalMoves(position, rules)) texts.push_back(WriteUciKingTakesRook(m));
  return texts;
}

}  // namespace chess::rules::testing
