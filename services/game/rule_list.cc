#include "game/rule_list.h"

#include <array>

#include "base/limits.h"
#include "match/settings.h"
#include "rules/core/rule_set.h"

namespace chess::game {
namespace {

namespace rv1 = chess::rules::v1;
using rules::Rule;

constexpr size_t kMaxNameBytes = 256;

rv1::RuleAxis AxisOf(rules::Axis axis) {
  switch (axis) {
    case rules::Axis::kBase:
      return rv1::RULE_AXIS_BASE;
    case rules::Axis::kSetup:
      return rv1::RULE_AXIS_SETUP;
    default:
      return rv1::RULE_AXIS_TWIST;
  }
}

bool Together(const Rule& a, const Rule& b) {
  const std::array<rules::RuleSet::Member, 2> both = {{{&a, -1}, {&b, -1}}};
  return rules::RuleSet::Of(both).ok();
}

void RuleToProto(const Rule& rule, rv1::RuleInfo* out) {
  out->set_key(std::string(rule.key));
  out->set_title(std::string(rule.title));
  out->set_summary(std::string(rule.summary));
  out->set_axis(AxisOf(rule.axis));
  for (const Rule* other : rules::AllRules()) {
    const bool both_bases = rule.axis == rules::Axis::kBase && other->axis == rules::Axis::kBase;
    if (other == &rule || both_bases || Together(rule, *other)) continue;
    out->add_excludes(std::string(other->key));
  }
  const auto has = [&rule](rules::Trait trait) { return (rule.traits & trait) != 0; };
  if (rule.parameter_max >= 0) {
    out->set_parameter_min(rule.parameter_min);
    out->set_parameter_max(rule.parameter_max);
    if (rule.parameter_default >= 0) out->set_parameter_default(rule.parameter_default);
  }
  out->set_parameter_drawn(has(rules::kTraitDrawnSetup));
  out->set_hides(has(rules::kTraitHidden));
  out->set_drafts(has(rules::kTraitDraftedSetup));
  out->set_rolls(has(rules::kTraitRolls));
  out->set_names(has(rules::kTraitNames));
  out->set_material_misleads(has(rules::kTraitMaterialMisleads));
}

base::Error TooLong(const char* field) {
  base::Error error = base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD",
                                      std::string(field) + " is too long.");
  error.metadata.emplace_back("field", field);
  return error;
}

std::vector<std::string> Split(const std::string& words) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < words.size();) {
    const size_t comma = std::min(words.find(',', at), words.size());
    parts.push_back(words.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

void FaultToProto(const base::Error& error, rv1::CheckRuleSetResponse* out) {
  out->set_reason(error.reason);
  out->set_message(error.message);
  for (const auto& [name, value] : error.metadata) {
    if (name == "first" || name == "second") out->add_conflict(value);
    if (name != "faults") continue;
    for (const std::string& fault : Split(value)) out->add_faults(fault);
  }
}

}  // namespace

void RulesToProto(rv1::ListRulesResponse* out) {
  for (const Rule* rule : rules::AllRules()) RuleToProto(*rule, out->add_rules());
}

base::Status CheckRuleSet(const rv1::CheckRuleSetRequest& request, rv1::CheckRuleSetResponse* out) {
  if (request.rule_set().size() > kMaxNameBytes) return TooLong("rule_set");
  if (request.start_fen().size() > base::kMaxFenBytes) return TooLong("start_fen");
  match::Settings settings;
  settings.game_id = {"gAmE0000"};
  settings.players = {base::PlayerId{"whitewhite00"}, base::PlayerId{"blackblack00"}};
  settings.rule_set = request.rule_set();
  settings.start_fen = request.start_fen();
  const auto checked = match::Checked(settings);
  if (!checked.ok()) {
    FaultToProto(checked.error(), out);
    return {};
  }
  const auto set = rules::ParseRuleSet(checked->rule_set);
  CHESS_CHECK(set.ok());
  out->set_playable(true);
  out->set_rule_set(set->Name());
  out->set_title(set->Title());
  out->set_family(set->Family());
  settings.rated = true;
  out->set_rateable(match::Checked(settings).ok());
  return {};
}

}  // namespace chess::game
