#include "lobby/agreement.h"

#include <utility>

#include "rules/core/rule_set.h"

namespace chess::lobby {
namespace {

// Checked asks for whole settings; these stand in for what an agreement does not have yet.
match::Settings Provisional(const Agreement& agreement) {
  match::Settings settings;
  settings.game_id = {"00000000"};
  settings.players = {base::PlayerId{"000000000000"}, base::PlayerId{"000000000001"}};
  settings.rule_set = agreement.rule_set;
  settings.start_fen = agreement.start_fen;
  settings.draft_ms = agreement.draft_ms;
  settings.time = agreement.time;
  settings.rated = agreement.rated;
  settings.draw_policy = agreement.draw_policy;
  settings.visibility = agreement.visibility;
  return settings;
}

}  // namespace

base::Result<Agreement> CheckedAgreement(Agreement agreement) {
  auto checked = match::Checked(Provisional(agreement));
  if (!checked.ok()) return checked.error();
  agreement.rule_set = checked->rule_set;
  agreement.start_fen = checked->start_fen;
  agreement.draw_policy = checked->draw_policy;
  agreement.draft_ms = checked->draft_ms;
  return agreement;
}

std::string FamilyOf(std::string_view rule_set) {
  const auto rules = rules::ParseRuleSet(rule_set);
  return rules.ok() ? rules->Family() : "mixed";
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
