#pragma once
// A move in 16 bits: what a stored game keeps, too. Its meaning needs the position it is played in.

#include <array>
#include <cstddef>

#include "base/check.h"
#include "rules/core/types.h"

namespace chess::rules {

// What a move does besides going from one square to another. A capture is not a kind: it is read
// from the board (View names it for clients).
enum class MoveKind : uint8_t {
  kNormal = 0,
  kDoubleStep = 1,  // a pawn's two squares from its second rank
  kEnPassant = 2,
  kCastle = 3,     // king takes own rook: to() is the rook's square
  kDrop = 4,       // from pocket: dropped() says what, from() == kNoSquare
  kBonus = 5,      // a marked piece's extra move
  kPromotion = 8,  // 8 + Index(role); kind() returns kPromotion for all of them
};

class Move {
 public:
  constexpr Move() = default;  // the null move: no move at all
  static constexpr Move Make(Square from, Square to, MoveKind kind = MoveKind::kNormal) {
    return Move(static_cast<uint16_t>(from | to << 6 | static_cast<int>(kind) << 12));
  }
  static constexpr Move Promote(Square from, Square to, Role role) {
    return Move(static_cast<uint16_t>(from | to << 6 | (8 + Index(role)) << 12));
  }
  static constexpr Move Drop(Role role, Square to) {
    return Move(
        static_cast<uint16_t>(Index(role) | to << 6 | static_cast<int>(MoveKind::kDrop) << 12));
  }
  static constexpr Move FromRaw(uint16_t raw) { return Move(raw); }

  constexpr uint16_t raw() const { return raw_; }
  constexpr bool is_null() const { return raw_ == 0; }
  constexpr MoveKind kind() const {
    const int k = raw_ >> 12;
    return k >= 8 ? MoveKind::kPromotion : static_cast<MoveKind>(k);
  }
  constexpr bool is_drop() const { return raw_ >> 12 == 4; }
  constexpr bool is_castle() const { return raw_ >> 12 == 3; }
  constexpr bool is_promotion() const { return raw_ >> 15 != 0; }
  constexpr Square from() const { return is_drop() ? kNoSquare : static_cast<Square>(raw_ & 63); }
  constexpr Square to() const { return static_cast<Square>(raw_ >> 6 & 63); }
  // The new role; only where is_promotion().
  constexpr Role promotion() const { return static_cast<Role>(raw_ >> 12 & 7); }
  // Only where is_drop().
  constexpr Role dropped() const { return static_cast<Role>(raw_ & 7); }

  constexpr bool operator==(const Move&) const = default;

 private:
  explicit constexpr Move(uint16_t raw) : raw_(raw) {}
  uint16_t raw_ = 0;
};

// A list without allocation. 218 is the most that a legal orthodox position has; drops and extra
// powers can go beyond, hence the room. A full list is a broken invariant of ours.
class MoveList {
 public:
  MoveList() {}
  MoveList(const MoveList& other) { *this = other; }
  MoveList& operator=(const MoveList& other) {
    size_ = other.size_;
    for (size_t i = 0; i < size_; ++i) moves_[i] = other.moves_[i];
    return *this;
  }
  void Add(Move m) {
    CHESS_CHECK(size_ < kCapacity);
    moves_[size_++] = m;
  }
  void Clear() { size_ = 0; }
  void Truncate(size_t n) {
    if (n < size_) size_ = n;
  }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move& operator[](size_t i) { return moves_[i]; }
  Move operator[](size_t i) const { return moves_[i]; }
  Move* begin() { return moves_; }
  Move* end() { return moves_ + size_; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }
  bool Contains(Move m) const {
    for (Move x : *this)
      if (x == m) return true;
    return false;
  }

  static constexpr size_t kCapacity = 1024;

 private:
  size_t size_ = 0;
  union {
    Move moves_[kCapacity];
  };  // left uninitialised on purpose
};

}  // namespace chess::rules
