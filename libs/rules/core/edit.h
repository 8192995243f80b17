#pragma once
// Changing a position while its key is kept: what kernels and the rules' effects are made of.

#include "rules/core/position.h"
#include "rules/core/rule.h"
#include "rules/core/zobrist.h"

namespace chess::rules {

// Gives the man on s exactly these powers. Royalty is not changed.
inline void SetPowers(Position* p, Square s, Powers powers) {
  const int color = (p->colors[1] >> s & 1) != 0;
  const Bitboard bit = Bit(s);
  const bool odd_before = (p->royal & bit) && !(p->roles[Index(Role::kKing)] & bit);
  for (int r = 0; r < kRoles; ++r) {
    const bool has = (p->roles[r] & bit) != 0, wants = (powers >> r & 1) != 0;
    if (has == wants) continue;
    p->roles[r] ^= bit;
    p->key ^= kZobrist.men[color][r][s];
  }
  const bool odd_after = (p->royal & bit) && !(p->roles[Index(Role::kKing)] & bit);
  if (odd_before != odd_after) p->key ^= kZobrist.royal[s];
}

// Sets a slot to a value.
inline void SetSlot(Position* p, int slot, uint64_t value) {
  p->key ^= SlotKey(slot, p->slots[slot]) ^ SlotKey(slot, value);
  p->slots[slot] = value;
}

// Takes the man on s off the board: powers, royalty, its castling right, its mark where `marks`
// says that the rules keep a marks board. Nothing happens on an empty square.
inline void RemoveMan(Position* p, Square s, bool marks = false) {
  const Bitboard bit = Bit(s);
  if (!(p->occupied() & bit)) return;
  const bool odd = (p->royal & bit) && !(p->roles[Index(Role::kKing)] & bit);
  if (odd) p->key ^= kZobrist.royal[s];
  const int color = (p->colors[1] & bit) != 0;
  for (int r = 0; r < kRoles; ++r) {
    if (p->roles[r] & bit) p->key ^= kZobrist.men[color][r][s];
    p->roles[r] &= ~bit;
  }
  p->royal &= ~bit;
  p->colors[color] ^= bit;
  if (p->unmoved & bit) {
    p->unmoved ^= bit;
    p->key ^= kZobrist.unmoved[s];
  }
  if (marks) SetSlot(p, kMarksSlot, p->slots[kMarksSlot] & ~bit);
}

}  // namespace chess::rules
