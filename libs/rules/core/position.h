#pragma once
// Position: everything that decides which moves are legal, as a small trivially copyable value.
// Moves are played on copies. It never leaves the server; what a client may see is a View.

#include <type_traits>

#include "rules/core/types.h"

namespace chess::rules {

constexpr int kSlots = 4;  // words of private state that the rules of one set can use together

struct Position {
  // "May move as": role boards of both colours. They may overlap (a piece with several powers);
  // every man is on at least one of them and on exactly one colour board.
  Bitboard roles[kRoles] = {};
  Bitboard colors[2] = {};
  // Men whose loss decides the game. In orthodox chess equal to roles[king]; a royal man that
  // moves as a knight is on `royal` and on roles[knight].
  Bitboard royal = 0;
  // Rooks that may still castle, with a king that may: the castling rights, for any geometry.
  Bitboard unmoved = 0;
  // Zobrist key of what decides repetition: men with powers and marks, side to move, unmoved,
  // en passant square, slots. Kept up to date by Play; FullKey computes it afresh.
  Key key = 0;
  // Private state of the rules in force (pockets, marks, check counts); hashed and compared
  // without knowing what it means. Unused slots are 0.
  uint64_t slots[kSlots] = {};
  Color turn = Color::kWhite;
  Square ep = kNoSquare;   // target square, set only if a capture on it is legal
  uint16_t halfmoves = 0;  // plies since the last capture or pawn move
  uint16_t fullmove = 1;

  Bitboard occupied() const { return colors[0] | colors[1]; }
  Bitboard of(Color c) const { return colors[Index(c)]; }
  Bitboard of(Role r) const { return roles[Index(r)]; }
  Bitboard of(Color c, Role r) const { return colors[Index(c)] & roles[Index(r)]; }
  bool empty(Square s) const { return (occupied() & Bit(s)) == 0; }

  // Nothing on an empty square.
  std::optional<Color> ColorAt(Square s) const {
    if (colors[0] & Bit(s)) return Color::kWhite;
    if (colors[1] & Bit(s)) return Color::kBlack;
    return std::nullopt;
  }
  // All powers of the man on s; 0 on an empty square.
  Powers PowersAt(Square s) const {
    Powers set = 0;
    for (int r = 0; r < kRoles; ++r) set |= static_cast<Powers>((roles[r] >> s & 1) << r);
    return set;
  }
  // The glyph's role: king for a royal man, else the most valuable power (Q R B N P); nothing on
  // an empty square.
  std::optional<Role> RoleAt(Square s) const;
  // Square of the royal man of a colour that has exactly one; kNoSquare if it has none.
  Square RoyalSquare(Color c) const;

  // Equal in everything that is hashed and the two counters.
  bool operator==(const Position&) const = default;
};

static_assert(std::is_trivially_copyable_v<Position> && sizeof(Position) < 256);

// The key of a position from scratch.
Key FullKey(const Position& position);

// Puts a man with one power on an empty square (a king is royal). Does not touch the key.
void Put(Position* position, Color color, Role role, Square square);

}  // namespace chess::rules
