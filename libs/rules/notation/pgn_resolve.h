#pragma once
// Gives a read PGN game its meaning: rule set, start position, and the legal move behind each text.

#include <optional>

#include "rules/core/position.h"
#include "rules/core/rule_set.h"
#include "rules/game/game.h"
#include "rules/notation/pgn.h"

namespace chess::rules {

struct PgnResolveOptions {
  bool variations = true;  // false: they are cut off
  bool canonical = true;   // texts become exact SAN; Variant, SetUp and FEN tags ours
  // Reads under these rules instead of what the Variant tags say.
  std::optional<RuleSet> rules;
};

struct PgnMeaning {
  RuleSet rules;
  Position start;
  Position end;           // after the main line, as far as it could be played
  bool from_fen = false;  // the start is not the set's own
};

// Sets `move` and `resolved` of every node it can; what cannot be played is cut off and reported in
// game->problems. Nothing if not even the start position is known (the problem is reported).
std::optional<PgnMeaning> ResolvePgn(PgnGame* game, const PgnResolveOptions& options = {});

// The game as PGN: moves in SAN, the tags that tell the rules and the start, and the result that
// the board tells. Names, dates, clocks (PgnNode::clock_ms), dice and brain (PgnNode::next_roll and
// next_brain of the node before the move they bind) and other results are the caller's to add.
PgnGame PgnOf(const Game& game);

// Sets Variant (but for plain chess; titles joined by " + ", a draft's budget behind a colon where
// it is not the usual one), FEN and SetUp (but for the standard array), and Position (a set-up
// number).
void SetPgnRuleTags(PgnGame* game, const RuleSet& rules, const Position& start);

}  // namespace chess::rules
