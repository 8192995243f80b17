// Positions, moves, names: short texts that people and programs type.

#include <string>

#include "fuzz/rule_choice.h"
#include "fuzz/target.h"
#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"
#include "rules/notation/variant_names.h"

namespace chess::fuzz {
namespace {

using namespace chess::rules;  // NOLINT: a test

// What a player can do with a position from a stranger must be safe: list, write, explain.
void Look(const Position& position, const RuleSet& rules) {
  FUZZ_CHECK(position.key == FullKey(position));
  const std::string fen = WriteFen(position, rules);
  const auto again = ReadFen(fen, rules);
  FUZZ_CHECK(again.ok());
  FUZZ_CHECK(WriteFen(again->position, rules) == fen);
  FUZZ_CHECK(WriteShredderFen(position, rules).size() >= 8);
}

// A start position that the rules accept can be played from.
void PlayFrom(const Position& position, const RuleSet& rules) {
  const Game game = Game::StartAt(rules, position);
  for (const Move move : game.LegalMoves()) {
    const std::string uci = WriteUci(move, rules);
    const auto read = ParseUci(position, rules, uci);
    FUZZ_CHECK(read.ok());
    FUZZ_CHECK(WriteSan(position, rules, move).size() >= 2);
  }
}

}  // namespace

// One byte of rules, then the text.
FUZZ_TARGET(fen) {
  const RuleSet rules = TakeRules(&input);
  const auto parsed = ReadFen(input, rules);
  if (!parsed.ok()) {
    FUZZ_CHECK(!parsed.error().message.empty());
    return;
  }
  Look(parsed->position, rules);
  if (const auto start = ParseFen(input, rules); start.ok()) PlayFrom(*start, rules);
  if (const auto composed = ParseFen(input, rules, true); composed.ok()) PlayFrom(*composed, rules);
}

// Rules, a few moves, then a text that may be one.
FUZZ_TARGET(uci) {
  const Game game = TakeGame(&input);
  const auto move = ParseUci(game.position(), game.rules(), input);
  if (!move.ok()) {
    FUZZ_CHECK(!move.error().reason.empty() && !move.error().message.empty());
    return;
  }
  FUZZ_CHECK(IsLegal(game.position(), game.rules(), *move));
  const auto again = ParseUci(game.position(), game.rules(), WriteUci(*move, game.rules()));
  FUZZ_CHECK(again.ok() && *again == *move);
}

FUZZ_TARGET(san) {
  const Game game = TakeGame(&input);
  const auto move = ReadSan(game.position(), game.rules(), input);
  if (!move.ok()) {
    FUZZ_CHECK(!move.error().reason.empty() && !move.error().message.empty());
    return;
  }
  FUZZ_CHECK(IsLegal(game.position(), game.rules(), *move));
  const std::string written = WriteSan(game.position(), game.rules(), *move);
  const auto again = ReadSan(game.position(), game.rules(), written);
  FUZZ_CHECK(again.ok() && *again == *move);
}

FUZZ_TARGET(rule_set) {
  const auto rules = ParseRuleSet(input);
  if (!rules.ok()) {
    FUZZ_CHECK(!rules.error().reason.empty());
    return;
  }
  const auto again = ParseRuleSet(rules->Name());
  FUZZ_CHECK(again.ok() && *again == *rules && again->Name() == rules->Name());
  FUZZ_CHECK(!rules->Title().empty() && !rules->Family().empty());
}

FUZZ_TARGET(variant_name) {
  const auto rules = ReadVariantName(input);
  if (!rules.ok()) {
    FUZZ_CHECK(!rules.error().reason.empty());
    return;
  }
  for (const std::string& name : {rules->Name(), rules->Title()}) {
    const auto again = ReadVariantName(name);
    FUZZ_CHECK(again.ok());
    FUZZ_CHECK(again->Title() == rules->Title());
  }
}

}  // namespace chess::fuzz
