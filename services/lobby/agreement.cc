#include "lobby/agreement.h"

#include <cstring>
#include <utility>

#include "base/random.h"
#include "rules/core/rule_set.h"

namespace chess::lobby {
namespace {

bool NumberIsDrawn(const rules::RuleSet& rules) {
  const rules::RuleSet::Member* setup = rules.setup();
  return setup != nullptr && setup->parameter < 0 && rules.Has(rules::kTraitDrawnSetup);
}

// Uniform in [0, bound) from the kernel's generator, by rejection.
uint64_t SecureBelow(uint64_t bound) {
  const uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
  while (true) {
    uint64_t value = 0;
    std::memcpy(&value, base::SecureBytes(sizeof value).data(), sizeof value);
    if (value < limit) return value % bound;
  }
}

rules::RuleSet Drawn(const rules::RuleSet& rules) {
  const rules::Rule& setup = *rules.setup()->rule;
  const int numbers = setup.parameter_max - setup.parameter_min + 1;
  return rules.WithSetupParameter(setup.parameter_min +
                                  static_cast<int>(SecureBelow(static_cast<uint64_t>(numbers))));
}

// Checked asks for whole settings; these stand in for what an agreement does not have yet.
match::Settings Provisional(const Agreement& agreement) {
  match::Settings settings;
  settings.game_id = {"00000000"};
  settings.players = {base::PlayerId{"000000000000"}, base::PlayerId{"000000000001"}};
  settings.rule_set = agreement.rule_set;
  settings.start_fen = agreement.start_fen;
  settings.time = agreement.time;
  settings.rated = agreement.rated;
  settings.draw_policy = agreement.draw_policy;
  settings.visibility = agreement.visibility;
  return settings;
}

base::Error RuleSetInvalid(const base::Error& cause) {
  base::Error error = cause;
  error.reason = "RULE_SET_INVALID";
  error.metadata.emplace_back("cause", cause.reason);
  return error;
}

}  // namespace

base::Result<Agreement> CheckedAgreement(Agreement agreement) {
  const auto rules = rules::ParseRuleSet(agreement.rule_set);
  if (!rules.ok()) return RuleSetInvalid(rules.error());
  match::Settings settings = Provisional(agreement);
  const bool drawn_later = NumberIsDrawn(*rules);
  // Whatever number will be drawn, the rest of the agreement is judged alike.
  if (drawn_later) settings.rule_set = Drawn(*rules).Name();
  auto checked = match::Checked(std::move(settings));
  if (!checked.ok()) return checked.error();
  agreement.rule_set = drawn_later ? rules->Name() : checked->rule_set;
  agreement.start_fen = checked->start_fen;
  return agreement;
}

std::string FamilyOf(std::string_view rule_set) {
  const auto rules = rules::ParseRuleSet(rule_set);
  return rules.ok() ? rules->Family() : "mixed";
}

base::Result<std::string> DrawSetup(std::string_view rule_set) {
  const auto rules = rules::ParseRuleSet(rule_set);
  if (!rules.ok()) return RuleSetInvalid(rules.error());
  return NumberIsDrawn(*rules) ? Drawn(*rules).Name() : rules->Name();
}

std::string_view NameOf(rules::DrawPolicy policy) {
  return policy == rules::DrawPolicy::kByClaim ? "by_claim" : "automatic";
}

std::string_view NameOf(match::Visibility visibility) {
  switch (visibility) {
    case match::Visibility::kLink:
      return "link";
    case match::Visibility::kPrivate:
      return "private";
    case match::Visibility::kPublic:
      break;
  }
  return "public";
}

rules::DrawPolicy DrawPolicyOf(std::string_view word) {
  return word == "by_claim" ? rules::DrawPolicy::kByClaim : rules::DrawPolicy::kAutomatic;
}

match::Visibility VisibilityOf(std::string_view word) {
  if (word == "link") return match::Visibility::kLink;
  return word == "private" ? match::Visibility::kPrivate : match::Visibility::kPublic;
}

}  // namespace chess::lobby
