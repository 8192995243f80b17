#include "rules/core/rule_set.h"

#include <algorithm>
#include <utility>

namespace chess::rules {
namespace {

using base::Code;
using base::Error;
using base::MakeError;

const Rule* PlainChess() { return AllRules()[0]; }

std::string Text(const RuleSet::Member& member) {
  std::string text(member.rule->key);
  if (member.parameter >= 0) text += ':' + std::to_string(member.parameter);
  return text;
}

bool Excludes(const Rule& a, const Rule& b) {
  return (a.claims & b.claims) != 0 || (a.excludes & b.claims) != 0 ||
         (b.excludes & a.claims) != 0 || (a.axis == b.axis && a.axis != Axis::kTwist);
}

std::string Quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

Error Invalid(std::string message) {
  return MakeError(Code::kInvalidArgument, "RULE_SET_INVALID", std::move(message));
}

Error Contradiction(const Rule& a, const Rule& b) {
  Error error = MakeError(
      Code::kInvalidArgument, "RULE_SET_CONTRADICTION",
      std::string(a.title) + " and " + std::string(b.title) + " cannot be played together.");
  error.metadata = {{"first", std::string(a.key)}, {"second", std::string(b.key)}};
  return error;
}

// Bases first, the others in byte order of their keys.
bool Before(const RuleSet::Member& a, const RuleSet::Member& b) {
  const bool a_base = a.rule->axis == Axis::kBase, b_base = b.rule->axis == Axis::kBase;
  return a_base != b_base ? a_base : a.rule->key < b.rule->key;
}

base::Result<RuleSet::Member> ParseMember(std::string_view text) {
  const size_t colon = text.find(':');
  const std::string key(text.substr(0, colon));
  const Rule* rule = FindRule(key);
  if (rule == nullptr) {
    Error error = MakeError(Code::kInvalidArgument, "RULE_SET_UNKNOWN",
                            "There is no rule called " + Quoted(key) + ".");
    error.metadata = {{"key", key}};
    return error;
  }
  RuleSet::Member member{rule, -1};
  if (colon == std::string_view::npos) return member;
  const std::string_view digits = text.substr(colon + 1);
  const bool number = !digits.empty() && digits.size() <= 6 &&
                      digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!number) return Invalid(Quoted(text) + " needs a number behind the colon.");
  member.parameter = 0;
  for (char c : digits) member.parameter = member.parameter * 10 + (c - '0');
  return member;
}

// Hooks of which a set can use only one.
template <class Hook>
bool Take(Hook hook, Hook* place) {
  if (hook == nullptr) return true;
  if (*place != nullptr) return false;
  *place = hook;
  return true;
}

template <class Hook>
bool Append(Hook hook, HookList<Hook>* list) {
  if (hook == nullptr) return true;
  if (list->size == list->kMax) return false;
  list->hooks[list->size++] = hook;
  return true;
}

base::Status Check(std::span<const RuleSet::Member> members) {
  for (size_t i = 0; i < members.size(); ++i) {
    const RuleSet::Member& m = members[i];
    const bool in_range = m.parameter == -1 || (m.parameter >= m.rule->parameter_min &&
                                                m.parameter <= m.rule->parameter_max);
    if (!in_range) {
      if (m.rule->parameter_max < 0) {
        return Invalid(std::string(m.rule->title) + " takes no number.");
      }
      return Invalid(std::string(m.rule->title) + " takes a number from " +
                     std::to_string(m.rule->parameter_min) + " to " +
                     std::to_string(m.rule->parameter_max) + ".");
    }
    for (size_t j = 0; j < i; ++j) {
      if (members[j].rule == m.rule) {
        return Invalid(std::string(m.rule->title) + " is named twice.");
      }
      if (Excludes(*members[j].rule, *m.rule)) return Contradiction(*members[j].rule, *m.rule);
    }
  }
  return {};
}

}  // namespace

RuleSet::RuleSet() : size_(1) { members_[0] = {PlainChess(), -1}; }

base::Result<RuleSet> RuleSet::Of(std::span<const Member> members) {
  if (members.size() >= kMaxMembers) return Invalid("Too many rules at once.");
  RuleSet set;
  set.size_ = 0;
  bool has_base = false;
  for (const Member& m : members) {
    has_base = has_base || m.rule->axis == Axis::kBase;
    set.members_[set.size_++] = m;
    if (m.parameter < 0) set.members_[set.size_ - 1].parameter = m.rule->parameter_default;
  }
  if (!has_base) set.members_[set.size_++] = {PlainChess(), -1};
  for (size_t i = 1; i < set.size_; ++i) {  // a handful of members: insertion sort
    for (size_t j = i; j > 0 && Before(set.members_[j], set.members_[j - 1]); --j) {
      std::swap(set.members_[j], set.members_[j - 1]);
    }
  }
  if (base::Status status = Check(set.members()); !status.ok()) return status.error();
  for (const Member& m : set.members()) {
    set.traits_ |= m.rule->traits;
    set.kernel_ = std::max(set.kernel_, m.rule->kernel);
    set.has_outcome_ = set.has_outcome_ || m.rule->outcome != nullptr;
  }
  if (base::Status status = set.Gather(); !status.ok()) return status.error();
  return set;
}

base::Status RuleSet::Gather() {
  Hooks& h = hooks_;
  for (const Member& m : members()) {
    const Rule& rule = *m.rule;
    if (!Take(rule.promotions, &h.promotions) || !Take(rule.drops, &h.drops) ||
        !Take(rule.extra_quiets, &h.extra_quiets) ||
        !Take(rule.royal_attackers, &h.royal_attackers)) {
      return Invalid(std::string(rule.title) + " and another rule want to decide the same thing.");
    }
    if (!Append(rule.after_move, &h.after_move) || !Append(rule.safe, &h.safe)) {
      return Invalid("Too many rules at once.");
    }
    for (Color c : kColors) {
      h.more_double_steps[Index(c)] |= rule.more_double_steps[Index(c)];
    }
    h.marks = h.marks || (rule.claims & kClaimMarks) != 0;
    if (rule.extra_quiets != nullptr) {
      h.only_marked_have_extras = (rule.claims & kClaimMarks) != 0;
    }
    const bool own_safety = rule.safe != nullptr || rule.royal_attackers != nullptr ||
                            (rule.after_move != nullptr && rule.kernel >= Kernel::kVolatile);
    if (own_safety) h.masks_suffice = false;
    const bool wary_of_quiets = own_safety && (rule.traits & kTraitOrdinaryQuiets) == 0;
    if (wary_of_quiets || (rule.traits & kTraitMustNotCheck)) h.masks_suffice_for_quiets = false;
  }
  return {};
}

RuleSet RuleSet::OnKernel(Kernel kernel) const {
  CHESS_CHECK(kernel >= kernel_);
  RuleSet set = *this;
  set.kernel_ = kernel;
  return set;
}

std::string RuleSet::Name() const {
  std::string name;
  for (const Member& m : members()) {
    if (m.rule == PlainChess() && size_ > 1) continue;
    if (!name.empty()) name += '+';
    name += Text(m);
  }
  return name;
}

std::string RuleSet::Title() const {
  std::string title;
  for (const Member& m : members()) {
    if (m.rule == PlainChess() && size_ > 1) continue;
    if (!title.empty()) title += " + ";
    title += m.rule->title;
    if (m.parameter >= 0) title += ' ' + std::to_string(m.parameter);
  }
  return title;
}

std::string RuleSet::Family() const {
  const Rule* only = nullptr;
  for (const Member& m : members()) {
    if (m.rule == PlainChess()) continue;
    if (only != nullptr) return "mixed";
    only = m.rule;
  }
  if (only == nullptr) only = PlainChess();
  return only->own_family ? std::string(only->key) : "mixed";
}

const RuleSet::Member* RuleSet::setup() const {
  const Member* found = nullptr;
  for (const Member& m : members()) {
    if (m.rule->axis == Axis::kSetup) return &m;
    if (m.rule->setup != nullptr) found = &m;
  }
  return found;
}

RuleSet RuleSet::WithSetupParameter(int parameter) const {
  RuleSet set = *this;
  for (size_t i = 0; i < size_; ++i) {
    if (members_[i].rule->axis == Axis::kSetup) set.members_[i].parameter = parameter;
  }
  return set;
}

std::optional<Outcome> RuleSet::VariantEnding(const Position& position, Move last) const {
  for (const Member& m : members()) {
    if (m.rule->outcome == nullptr) continue;
    if (std::optional<Outcome> ending = m.rule->outcome(position, *this, last)) return ending;
  }
  return std::nullopt;
}

bool RuleSet::operator==(const RuleSet& other) const {
  const auto a = members(), b = other.members();
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

base::Result<RuleSet> ParseRuleSet(std::string_view text) {
  std::array<RuleSet::Member, RuleSet::kMaxMembers> members;
  size_t count = 0;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find('+', start), text.size());
    base::Result<RuleSet::Member> member = ParseMember(text.substr(start, end - start));
    if (!member.ok()) return member.error();
    if (count == members.size()) return Invalid("Too many rules at once.");
    members[count++] = *member;
    start = end + 1;
  }
  return RuleSet::Of({members.data(), count});
}

}  // namespace chess::rules
