#include "match/settings.h"

#include "base/limits.h"
#include "match/start.h"
#include "rules/game/draft.h"
#include "rules/game/setup.h"
#include "rules/game/view.h"

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

base::Status CheckRateable(const Settings& settings, const rules::RuleSet& rule_set) {
  if (!settings.rated) return {};
  if (!settings.start_fen.empty()) {
    return Invalid("NOT_RATEABLE", "A game from a start position of one's own cannot be rated.");
  }
  if (rule_set.Has(rules::kTraitDraftedSetup) &&
      rules::DraftBudget(rule_set) != rules::kDefaultDraftBudget) {
    return Invalid("NOT_RATEABLE", "A draft can be rated only with the usual budget of " +
                                       std::to_string(rules::kDefaultDraftBudget) + ".");
  }
  if (settings.time.side[0] != settings.time.side[1]) {
    return Invalid("NOT_RATEABLE", "A game with different clocks cannot be rated.");
  }
  return {};
}

// Gives the draft its time, or none where nothing is drafted.
base::Status SetDraftTime(const rules::RuleSet& rule_set, Settings& settings) {
  if (!DraftsArmies(settings, rule_set)) {
    settings.draft_ms = 0;
    return {};
  }
  if (settings.draft_ms == 0) settings.draft_ms = kDefaultDraftMs;
  if (settings.draft_ms < kMinDraftMs || settings.draft_ms > kMaxDraftMs) {
    return MissingField("draft_ms", "The time for a draft is 30 seconds to 15 minutes.");
  }
  return {};
}

}  // namespace

bool DrawsSetup(const Settings& settings, const rules::RuleSet& rule_set) {
  const rules::RuleSet::Member* setup = rule_set.setup();
  return settings.start_fen.empty() && rule_set.Has(rules::kTraitDrawnSetup) && setup != nullptr &&
         setup->parameter < 0;
}

bool DraftsArmies(const Settings& settings, const rules::RuleSet& rule_set) {
  return settings.start_fen.empty() && rule_set.Has(rules::kTraitDraftedSetup);
}

bool UsesChance(const Settings& settings) {
  const auto rule_set = rules::ParseRuleSet(settings.rule_set);
  return rule_set.ok() &&
         (rule_set->Has(rules::kTraitRolls) || DrawsSetup(settings, *rule_set));
}

base::Result<rules::Game> StartOf(const Settings& settings, const rules::RuleSet& rule_set,
                                  bool relaxed) {
  const rules::GameOptions options{settings.draw_policy, relaxed};
  if (DrawsSetup(settings, rule_set)) {
    // A stand-in with the first number; nobody sees it (ViewOptions::hide_setup).
    const int first = rule_set.setup()->rule->parameter_min;
    const auto stand_in = rules::StartPosition(rule_set.WithSetupParameter(first));
    if (!stand_in.ok()) return stand_in.error();
    return rules::Game::StartAt(rule_set, *stand_in, options);
  }
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
  if (auto status = CheckRateable(settings, *rule_set); !status.ok()) return status.error();
  if (auto status = SetDraftTime(*rule_set, settings); !status.ok()) return status.error();
  if (rules::HidesBoard(*rule_set)) {
    settings.draw_policy = rules::DrawPolicy::kAutomatic;
  }
  if (settings.start_fen.size() > base::kMaxFenBytes) {
    return Invalid("FEN_INVALID", "The start position is too long.");
  }
  const base::Result<rules::Game> start = StartOf(settings, *rule_set, false);
  if (!start.ok()) {
    return Translated(start.error(), settings.start_fen.empty() ? "RULE_SET_INVALID"
                                                                : "FEN_INVALID");
  }
  if (!DraftsArmies(settings, *rule_set) &&
      (start->over() || !rules::HasLegalMove(start->position(), *rule_set))) {
    return Invalid("FEN_INVALID", "The game would be over before the first move.");
  }
  return settings;
}

}  // namespace chess::match
