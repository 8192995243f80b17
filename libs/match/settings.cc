#include "match/settings.h"

#include "base/limits.h"
#include "match/start.h"

namespace chess::match {
namespace {

base::Error Invalid(std::string reason, std::string message) {
  return base::MakeError(base::Code::kInvalidArgument, std::move(reason), std::move(message));
}

base::Error MissingField(std::string field, std::string message) {
  base::Error error = Invalid("INVALID_FIELD", std::move(message));
  error.metadata = {{"field", std::move(field)}};
  return error;
}

// The rules library's finer words become those that clients know; its own stays as metadata.
base::Error Translated(base::Error error, std::string reason) {
  error.metadata.emplace_back("cause", std::move(error.reason));
  error.reason = std::move(reason);
  error.code = base::Code::kInvalidArgument;
  return error;
}

base::Status CheckRateable(const Settings& settings) {
  if (!settings.rated) return {};
  if (!settings.start_fen.empty()) {
    return Invalid("NOT_RATEABLE", "A game from a start position of one's own cannot be rated.");
  }
  if (settings.time.side[0] != settings.time.side[1]) {
    return Invalid("NOT_RATEABLE", "A game with different clocks cannot be rated.");
  }
  return {};
}

}  // namespace

base::Result<rules::Game> StartOf(const Settings& settings, const rules::RuleSet& rule_set,
                                  bool relaxed) {
  const rules::GameOptions options{settings.draw_policy, relaxed};
  if (settings.start_fen.empty()) return rules::Game::Start(rule_set, options);
  return rules::Game::StartFrom(rule_set, settings.start_fen, options);
}

base::Result<Settings> Checked(Settings settings) {
  if (settings.game_id.empty()) return MissingField("game_id", "The game has no id.");
  if (settings.players[0].empty()) return MissingField("white", "White's player is missing.");
  if (settings.players[1].empty()) return MissingField("black", "Black's player is missing.");
  if (settings.players[0] == settings.players[1]) {
    return MissingField("black", "A player cannot play both sides.");
  }
  const base::Result<rules::RuleSet> rule_set = rules::ParseRuleSet(settings.rule_set);
  if (!rule_set.ok()) return Translated(rule_set.error(), "RULE_SET_INVALID");
  settings.rule_set = rule_set->Name();
  if (auto status = timecontrol::Validate(settings.time); !status.ok()) return status.error();
  if (auto status = CheckRateable(settings); !status.ok()) return status.error();
  if (settings.start_fen.size() > base::kMaxFenBytes) {
    return Invalid("FEN_INVALID", "The start position is too long.");
  }
  const base::Result<rules::Game> start = StartOf(settings, *rule_set, false);
  if (!start.ok()) {
    return Translated(start.error(), settings.start_fen.empty() ? "RULE_SET_INVALID"
                                                                : "FEN_INVALID");
  }
  if (start->over() || start->LegalMoves().empty()) {
    return Invalid("FEN_INVALID", "The game would be over before the first move.");
  }
  return settings;
}

}  // namespace chess::match
