#pragma once
// Changing a position while its key is kept: what kernels and the rules' effects are made of.

#include <bit>

#include "rules/core/bitboard.h"
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
  for (unsigned rest = p->PowersAt(s); rest; rest &= rest - 1) {
    const int r = std::countr_zero(rest);
    p->roles[r] ^= bit;
    p->key ^= kZobrist.men[color][r][s];
  }
  p->royal &= ~bit;
  p->colors[color] ^= bit;
  if (p->unmoved & bit) {
    p->unmoved ^= bit;
    p->key ^= kZobrist.unmoved[s];
  }
  if (marks) SetSlot(p, kMarksSlot, p->slots[kMarksSlot] & ~bit);
}

// Puts a man with these powers, not royal, on an empty square.
inline void PutMan(Position* p, Color color, Square s, Powers powers) {
  p->colors[Index(color)] |= Bit(s);
  SetPowers(p, s, powers);
}

// The man on `from`, which has these powers, goes to the empty square `to` with its royalty and,
// where `marks`, its mark. Rights are not touched.
inline void MoveMan(Position* p, Square from, Square to, Powers powers, bool marks = false) {
  const Bitboard both = Bit(from) | Bit(to);
  const int color = (p->colors[1] & Bit(from)) != 0;
  for (unsigned rest = powers; rest; rest &= rest - 1) {
    const int r = std::countr_zero(rest);
    p->roles[r] ^= both;
    p->key ^= kZobrist.men[color][r][from] ^ kZobrist.men[color][r][to];
  }
  p->colors[color] ^= both;
  if (p->royal & Bit(from)) {
    p->royal ^= both;
    if (!(powers & Bit(Role::kKing))) p->key ^= kZobrist.royal[from] ^ kZobrist.royal[to];
  }
  if (marks && (p->slots[kMarksSlot] & Bit(from))) {
    SetSlot(p, kMarksSlot, p->slots[kMarksSlot] ^ both);
  }
}

// Castling rights that these squares hold are lost.
inline void DropRights(Position* p, Bitboard lost) {
  lost &= p->unmoved;
  p->unmoved ^= lost;
  while (lost) p->key ^= kZobrist.unmoved[PopFirst(&lost)];
}

}  // namespace chess::rules
