#include "analysis/position.h"

#include "base/limits.h"
#include "rules/notation/san.h"

namespace chess::analysis {
namespace {

using base::Code;
using base::MakeError;

// Engines play the orthodox rules; every other ending or way of moving would be judged wrongly.
bool EnginesKnow(const rules::RuleSet& rules) {
  return rules.kernel() == rules::Kernel::kOrthodox && !rules.has_variant_endings() &&
         !rules.Has(rules::kTraitRolls) && !rules.Has(rules::kTraitNames);
}

}  // namespace

base::Result<rules::Game> ReadPosition(const std::string& rule_set, const std::string& fen,
                                       const std::vector<std::string>& moves) {
  if (moves.size() > kMaxMoves || fen.size() > base::kMaxFenBytes) {
    return MakeError(Code::kInvalidArgument, "INVALID_FIELD",
                     "At most 2,000 moves and a FEN of at most 256 bytes.");
  }
  auto rules = rules::ParseRuleSet(rule_set.empty() ? "standard" : rule_set);
  if (!rules) return MakeError(Code::kInvalidArgument, "RULE_SET_INVALID", rules.error().message);
  if (!EnginesKnow(*rules)) {
    return MakeError(Code::kInvalidArgument, "RULE_SET_INVALID",
                     "The engines know standard chess and Chess960 only.");
  }
  const rules::GameOptions composed{.relaxed = true};
  auto game = fen.empty() ? rules::Game::Start(*rules, composed)
                          : rules::Game::StartFrom(*rules, fen, composed);
  if (!game) {
    base::Error error = game.error();
    error.metadata.emplace_back("cause", error.reason);
    error.reason = "FEN_INVALID";
    return error;
  }
  for (size_t i = 0; i < moves.size(); ++i) {
    auto move = rules::ReadSan(game->position(), *rules, moves[i]);
    base::Status played = move ? game->Play(*move) : base::Status(move.error());
    if (played) continue;
    base::Error error = played.error();
    error.metadata.emplace_back("ply", std::to_string(i + 1));
    error.message = "Move " + std::to_string(i + 1) + ": " + error.message;
    return error;
  }
  return std::move(*game);
}

}  // namespace chess::analysis
