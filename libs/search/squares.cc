#include "search/squares.h"

#include <array>

namespace chess::search {
namespace {

using rules::Color;
using rules::Role;
using rules::Square;

constexpr Taper kKnightRing[4] = {{18, 16}, {10, 8}, {-4, -4}, {-24, -24}};
constexpr Taper kBishopRing[4] = {{10, 8}, {8, 4}, {2, 0}, {-8, -8}};
constexpr Taper kQueenRing[4] = {{2, 14}, {2, 8}, {0, 0}, {-4, -10}};
constexpr Taper kKingRing[4] = {{-60, 28}, {-45, 16}, {-20, 0}, {0, -24}};
constexpr Taper kPawnRank[8] = {{0, 0},   {0, 0},   {2, 4},   {6, 10},
                                {16, 22}, {30, 40}, {50, 70}, {0, 0}};

// Ranks count from the man's own side.
constexpr Taper Shape(Role role, int file, int rank) {
  const size_t ring = static_cast<size_t>(Ring(rules::SquareOf(file, rank)));
  const int middle = file < 4 ? file : 7 - file;  // 0 on the rims, 3 on the d and e files
  switch (role) {
    case Role::kPawn: {
      const Taper walked = kPawnRank[rank];
      if (middle < 2) return {walked.middle / 2, walked.end};
      return middle == 3 ? walked + Taper{rank == 3 || rank == 4 ? 14 : 0, 0} : walked;
    }
    case Role::kKnight:
      return kKnightRing[ring] + Taper{rank == 0 ? -6 : 0, 0};
    case Role::kBishop:
      return kBishopRing[ring] + Taper{rank == 0 ? -6 : 0, 0};
    case Role::kRook:
      return Taper{2 * middle, 0} + (rank == 6 ? Taper{16, 14} : Taper{});
    case Role::kQueen:
      return kQueenRing[ring];
    case Role::kKing: {
      const Taper shelter =
          rank == 0 && (middle == 1 || middle == 0 || file == 2) ? Taper{24, 0} : Taper{};
      return kKingRing[ring] + shelter + Taper{-14 * std::min(rank, 3), 0};
    }
  }
  return {};
}

struct ShapeTable {
  std::array<std::array<Taper, 64>, rules::kRoles> of;
};

constexpr ShapeTable MakeShapes() {
  ShapeTable table{};
  for (int role = 0; role < rules::kRoles; ++role) {
    for (int s = 0; s < 64; ++s) {
      table.of[static_cast<size_t>(role)][static_cast<size_t>(s)] =
          Shape(static_cast<Role>(role), s & 7, s >> 3);
    }
  }
  return table;
}
constexpr ShapeTable kShapes = MakeShapes();

}  // namespace

Taper StandsOn(Role role, Color color, Square s) {
  const size_t seen = s ^ (color == Color::kWhite ? 0u : 56u);
  return kShapes.of[static_cast<size_t>(Index(role))][seen];
}

}  // namespace chess::search
