// Chess960: 960 start positions, castling by king and rook from wherever they stand.

#include "rules/rules/chess960.h"

#include <array>

#include "rules/core/bitboard.h"
#include "rules/core/rule.h"
#include "rules/game/setup.h"

namespace chess::rules {
namespace {

// Scharnagl's table of where two knights stand on the five squares left by bishops and queen.
constexpr std::array<std::array<int, 2>, 10> kKnightPairs = {
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};

// The n-th empty place of a back rank under construction.
size_t NthFree(std::string_view rank, int n) {
  for (size_t i = 0; i < rank.size(); ++i) {
    if (rank[i] == '.' && n-- == 0) return i;
  }
  return rank.size();
}

void SetUp(int number, Position* p) { *p = MirroredArray(Chess960BackRank(number)); }

std::optional<int> NumberOf(const Position& start) {
  std::string rank;
  for (int file = 0; file < 8; ++file) {
    const std::optional<Role> role = start.RoleAt(SquareOf(file, 0));
    if (!role) return std::nullopt;
    rank += LetterOf(*role);
  }
  const std::optional<int> number = Chess960Number(rank);
  if (!number) return std::nullopt;
  Position array = MirroredArray(rank);
  if (start.royal == 0) {  // a base without royal men: nobody castles
    array.royal = array.unmoved = 0;
    array.key = FullKey(array);
  }
  return array == start ? number : std::nullopt;
}

}  // namespace

std::string Chess960BackRank(int number) {
  CHESS_CHECK(number >= 0 && number < 960);
  std::string rank(8, '.');
  int n = number;
  rank[static_cast<size_t>(n % 4 * 2 + 1)] = 'B';
  n /= 4;
  rank[static_cast<size_t>(n % 4 * 2)] = 'B';
  n /= 4;
  rank[NthFree(rank, n % 6)] = 'Q';
  n /= 6;
  const std::array<int, 2> knights = kKnightPairs[static_cast<size_t>(n)];
  const size_t first = NthFree(rank, knights[0]), second = NthFree(rank, knights[1]);
  rank[first] = rank[second] = 'N';
  for (char man : {'R', 'K', 'R'}) rank[NthFree(rank, 0)] = man;
  return rank;
}

std::optional<int> Chess960Number(std::string_view back_rank) {
  for (int number = 0; number < 960; ++number) {
    if (Chess960BackRank(number) == back_rank) return number;
  }
  return std::nullopt;
}

extern const Rule kChess960;
constinit const Rule kChess960 = {
    .key = "chess960",
    .title = "Chess960",
    .summary = "The back rank is shuffled into one of 960 start positions.",
    .axis = Axis::kSetup,
    .claims = kClaimSetup,
    .traits = kTraitFreeCastling | kTraitDrawnSetup,
    .parameter_min = 0,
    .parameter_max = 959,
    .setup = SetUp,
    .parameter_of = NumberOf,
};

}  // namespace chess::rules
