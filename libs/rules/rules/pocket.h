#pragma once
// Men in hand: how kPocketSlot counts them, six bits for each colour and role.

#include "rules/core/edit.h"
#include "rules/core/position.h"
#include "rules/core/rule.h"

namespace chess::rules {

inline constexpr int kPocketBits = 6;
inline constexpr int kPocketMost = (1 << kPocketBits) - 1;

// The king is never in hand.
constexpr int PocketShift(Color color, Role role) {
  return kPocketBits * (Index(color) * (kRoles - 1) + Index(role));
}

// How many men of that role `color` has in hand.
inline int InHand(const Position& p, Color color, Role role) {
  if (role == Role::kKing) return 0;
  return static_cast<int>(p.slots[kPocketSlot] >> PocketShift(color, role)) & kPocketMost;
}

// How many men of any role.
inline int InHand(const Position& p, Color color) {
  int men = 0;
  for (int r = 0; r < Index(Role::kKing); ++r) men += InHand(p, color, static_cast<Role>(r));
  return men;
}

// One man more, or one less. The counts never overflow: there are fewer men than fit.
inline void AddToHand(Position* p, Color color, Role role) {
  if (InHand(*p, color, role) == kPocketMost) return;
  SetSlot(p, kPocketSlot, p->slots[kPocketSlot] + (uint64_t{1} << PocketShift(color, role)));
}
inline void TakeFromHand(Position* p, Color color, Role role) {
  if (InHand(*p, color, role) == 0) return;
  SetSlot(p, kPocketSlot, p->slots[kPocketSlot] - (uint64_t{1} << PocketShift(color, role)));
}

}  // namespace chess::rules
