#pragma once
// RuleSet: the rules one match is played under, as a small value: a base, at most one set-up, and
// compatible twists, sorted. Its canonical string is what travels, is stored and is shown.

#include <span>

#include "base/result.h"
#include "rules/core/rule.h"

namespace chess::rules {

// The members' hooks of one kind, in member order.
template <class Hook>
struct HookList {
  static constexpr size_t kMax = 6;
  std::array<Hook, kMax> hooks{};
  size_t size = 0;
  bool empty() const { return size == 0; }
  const Hook* begin() const { return hooks.data(); }
  const Hook* end() const { return hooks.data() + size; }
};

// What move generation asks of the rules of a set, gathered once so that nobody walks the members
// in hot code.
struct Hooks {
  decltype(Rule::promotions) promotions = nullptr;
  decltype(Rule::extra_quiets) extra_quiets = nullptr;
  decltype(Rule::drops) drops = nullptr;
  decltype(Rule::royal_attackers) royal_attackers = nullptr;
  HookList<decltype(Rule::after_move)> after_move;
  HookList<decltype(Rule::safe)> safe;
  std::array<Bitboard, 2> more_double_steps{};
  bool marks = false;  // the set keeps a board of marked men in kMarksSlot
  // extra_quiets is asked for marked men only.
  bool only_marked_have_extras = false;
  // Attack and effects are chess's own: masks tell what is legal, no trial is needed.
  bool masks_suffice = true;
  // Masks tell at least for quiet moves of men that are not royal, outside check.
  bool masks_suffice_for_quiets = true;
};

class RuleSet {
 public:
  // One rule with its parameter (-1: none).
  struct Member {
    const Rule* rule = nullptr;
    int parameter = -1;
    bool operator==(const Member&) const = default;
  };
  static constexpr int kMaxMembers = 12;

  // Plain chess.
  RuleSet();
  // A set of these members (a base is added if none is named). Errors: RULE_SET_CONTRADICTION with
  // both keys in the message and metadata, RULE_SET_INVALID (twice the same rule, bad parameter,
  // more rules than a set can hold).
  static base::Result<RuleSet> Of(std::span<const Member> members);

  // Canonical: base first (left out when it is plain chess and anything else is named), the other
  // keys in byte order, joined by '+': "standard", "chess960:518+king_of_the_hill".
  std::string Name() const;
  // For people and the PGN Variant tag: titles in the same order joined by " + ", each with its
  // number behind it: "Standard", "Draft 60 + Fog of War".
  std::string Title() const;
  // The rating family: "standard", "chess960", the key of a single base or twist, else "mixed".
  std::string Family() const;

  Kernel kernel() const { return kernel_; }
  // The same rules on a stronger kernel; their games are the same, slower. For tests and measuring.
  RuleSet OnKernel(Kernel kernel) const;
  const Hooks& hooks() const { return hooks_; }
  bool Has(Trait trait) const { return (traits_ & trait) != 0; }
  std::span<const Member> members() const { return {members_.data(), size_}; }
  // The member that decides the start position, or null.
  const Member* setup() const;
  // The same set with that number for its set-up (a random Chess960 number once drawn).
  RuleSet WithSetupParameter(int parameter) const;

  // Asks the members: the first variant ending, if any.
  bool has_variant_endings() const { return has_outcome_; }
  std::optional<Outcome> VariantEnding(const Position& position, Move last) const;

  bool operator==(const RuleSet& other) const;

 private:
  std::array<Member, kMaxMembers> members_{};
  size_t size_ = 0;
  uint32_t traits_ = 0;
  Kernel kernel_ = Kernel::kOrthodox;
  bool has_outcome_ = false;
  Hooks hooks_;

  base::Status Gather();
};

// "king_of_the_hill+chess960:17" in any order of keys. Errors (kInvalidArgument, with a sentence):
// RULE_SET_UNKNOWN (metadata "key"), RULE_SET_INVALID, RULE_SET_CONTRADICTION. The empty string is
// an error.
base::Result<RuleSet> ParseRuleSet(std::string_view text);

// All rules there are, in the registry's order (bases, set-ups, twists).
std::span<const Rule* const> AllRules();
// By key; null if there is none.
const Rule* FindRule(std::string_view key);

}  // namespace chess::rules
