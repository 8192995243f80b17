#include "rules/core/position.h"

#include "rules/core/bitboard.h"
#include "rules/core/zobrist.h"

namespace chess::rules {

std::optional<Role> Position::RoleAt(Square s) const {
  if (royal & Bit(s)) return Role::kKing;
  for (int r = kRoles - 1; r >= 0; --r) {
    if (roles[r] & Bit(s)) return static_cast<Role>(r);
  }
  return std::nullopt;
}

Square Position::RoyalSquare(Color c) const {
  const Bitboard men = of(c) & royal;
  return men == 0 ? kNoSquare : First(men);
}

Key FullKey(const Position& position) {
  Key key = position.turn == Color::kBlack ? kZobrist.black_to_move : 0;
  for (Color c : kColors) {
    for (int r = 0; r < kRoles; ++r) {
      for (Bitboard b = position.of(c) & position.roles[r]; b;) {
        key ^= kZobrist.men[Index(c)][r][PopFirst(&b)];
      }
    }
  }
  for (Bitboard b = position.royal & ~position.of(Role::kKing); b;) {
    key ^= kZobrist.royal[PopFirst(&b)];
  }
  for (Bitboard b = position.unmoved; b;) key ^= kZobrist.unmoved[PopFirst(&b)];
  if (position.ep != kNoSquare) key ^= kZobrist.ep[position.ep];
  for (int i = 0; i < kSlots; ++i) key ^= SlotKey(i, position.slots[i]);
  return key;
}

void Put(Position* position, Color color, Role role, Square square) {
  position->roles[Index(role)] |= Bit(square);
  position->colors[Index(color)] |= Bit(square);
  if (role == Role::kKing) position->royal |= Bit(square);
}

}  // namespace chess::rules
