#pragma once
// Short forms for tests of single rules: what is legal, what a move makes of a board, how it ends.
// Start positions are taken as they are, faults or not.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game/test_support.h"
#include "rules/notation/san.h"

namespace chess::rules::testing {

using Moves = std::vector<std::string_view>;

inline Game GameAfter(std::string_view set, std::string_view fen, const Moves& moves = {}) {
  Game game = fen.empty() ? *Game::Start(Set(set)) : Game::StartAt(Set(set), At(fen, set));
  PlayAll(&game, moves);
  return game;
}

inline std::string FenAfter(std::string_view set, std::string_view fen, const Moves& moves) {
  const Game game = GameAfter(set, fen, moves);
  return WriteFen(game.position(), game.rules());
}

inline Outcome OutcomeAfter(std::string_view set, std::string_view fen, const Moves& moves = {}) {
  return GameAfter(set, fen, moves).outcome();
}

// Legal moves that begin with `start` ("e4", "N@", "b7b8"), sorted, joined by blanks.
inline std::string LegalFrom(std::string_view set, std::string_view fen, std::string_view start) {
  std::vector<std::string> texts = Texts(At(fen, set), Set(set));
  std::sort(texts.begin(), texts.end());
  std::string joined;
  for (const std::string& text : texts) {
    if (!text.starts_with(start)) continue;
    joined += (joined.empty() ? "" : " ") + text;
  }
  return joined;
}

inline bool Allows(std::string_view set, std::string_view fen, std::string_view uci) {
  return ParseUci(At(fen, set), Set(set), uci).ok();
}

inline std::string SanOf(std::string_view set, std::string_view fen, std::string_view uci) {
  const RuleSet rules = Set(set);
  const Position p = At(fen, set);
  return WriteSan(p, rules, Uci(p, rules, uci));
}

// The words of the faults of a start position, joined by commas; the error for text that is none.
inline std::string Faults(std::string_view set, std::string_view fen) {
  base::Result<ParsedFen> parsed = ReadFen(fen, Set(set));
  if (!parsed.ok()) return parsed.error().reason;
  std::string words;
  for (SetupFault f : parsed->faults) words += (words.empty() ? "" : ",") + std::string(NameOf(f));
  return words;
}

inline bool Excluded(std::string_view set) {
  base::Result<RuleSet> rules = ParseRuleSet(set);
  return !rules.ok() && rules.error().reason == "RULE_SET_CONTRADICTION";
}

inline CanWinAnswer MaterialSays(std::string_view set, std::string_view fen, Color side) {
  return CanWinByMaterial(At(fen, set), Set(set), side);
}

}  // namespace chess::rules::testing
