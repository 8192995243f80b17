#include "rules/core/attacks.h"

#include <cstddef>

namespace chess::rules {
namespace {

// Found by random search (sparse 64-bit numbers, splitmix64) for the index sizes used here.
constexpr Bitboard kBishopFactors[64] = {
    0x80020408020c0020ull, 0x0002080963020082ull, 0x2208108420820420ull, 0x0209204600008027ull,
    0x0922021002000081ull, 0x0082021006000041ull, 0x3000410420200000ull, 0x0002050042102401ull,
    0x8000280210246100ull, 0x04600801110c0100ull, 0x0002080200420800ull, 0x4208240512001040ull,
    0x0000220210040442ull, 0x1001008250410c41ull, 0x0802170802100710ull, 0x0004010401010810ull,
    0x0840080504089208ull, 0x8002020444480204ull, 0x1402001008820608ull, 0x000800010411040aull,
    0x0002002400a20510ull, 0x0521000201110130ull, 0x0402010042104482ull, 0x800080804054100aull,
    0x0048200440028224ull, 0x0018044808110800ull, 0x0008220454040400ull, 0x0120080101004008ull,
    0x00010100e4104000ull, 0x0100408083101000ull, 0x0001190488443004ull, 0x0101110040440084ull,
    0x0250036000484800ull, 0x040c11840088b000ull, 0x0000108209100404ull, 0x0000202021080080ull,
    0x000a208401020020ull, 0x042810004080880cull, 0x0002020401820090ull, 0x0005060080002c01ull,
    0x0444100404041000ull, 0x0024089630cc4800ull, 0x8242022208040100ull, 0x0021004010440a00ull,
    0x0000812212002c00ull, 0x00a0081000211040ull, 0x8008300408510080ull, 0x0011140404401490ull,
    0x82a9041002880804ull, 0x00030412020b0002ull, 0x0100004402210050ull, 0x0000120308480000ull,
    0x400a00c051c10004ull, 0x8010405042009008ull, 0xa808222802041081ull, 0x80680214205a0011ull,
    0xc000840048040400ull, 0x0108d10042100400ull, 0x0400684209008800ull, 0x0080840808619800ull,
    0x8001100220204100ull, 0x0240004008018108ull, 0x2002400908211040ull, 0x0202200102021240ull,
};
constexpr Bitboard kRookFactors[64] = {
    0x8080002080104004ull, 0x0140004020021002ull, 0x0100110008402000ull, 0x1100100008042100ull,
    0x0100080100040210ull, 0x4100010002840008ull, 0x42000902000440a8ull, 0x0200060103882044ull,
    0x0a80802080004000ull, 0x600a002040820100ull, 0x8c00801000200080ull, 0x8002000816002040ull,
    0x1000800800040080ull, 0x02c2001008020004ull, 0x0200808001000200ull, 0x0240800c40801500ull,
    0x0010808010204001ull, 0x0030404000201000ull, 0x0008220012028640ull, 0x1002090010050020ull,
    0x0009010008001004ull, 0x2001010004000802ull, 0x0020040002100801ull, 0x4000020001344084ull,
    0x1022800180204004ull, 0x8040080020100020ull, 0x08b0080220002400ull, 0x0001002100081000ull,
    0x8040040080080080ull, 0x0428040080020080ull, 0x0005000900240200ull, 0x2020004200140081ull,
    0x2040400069800080ull, 0x010060100140004cull, 0xc800102001004100ull, 0x4000080282801000ull,
    0x4804008008080040ull, 0x0000020080800400ull, 0x8060800100800200ull, 0x0802008042002914ull,
    0x00a0800041030021ull, 0x081000422011c000ull, 0x8020040200101001ull, 0x1110008008008010ull,
    0x2000080004008080ull, 0x00021040a0080104ull, 0x0408028810040001ull, 0x800060c0840e0001ull,
    0x1800800021004100ull, 0x4084410200208600ull, 0x0800801000200280ull, 0x0008080010008080ull,
    0x44a0800800040080ull, 0x0002001008040200ull, 0x9002100208010400ull, 0x0000010040842200ull,
    0x20082010800105c1ull, 0x0000400100102081ull, 0x0020001009004021ull, 0x0301009000052009ull,
    0x0002000408102002ull, 0x482f008822040021ull, 0x0004085882051004ull, 0xe8000109822c0042ull,
};

struct Step {
  int file, rank;
};
constexpr Step kDiagonals[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr Step kStraights[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr Step kLeaps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

constexpr bool OnBoard(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

constexpr Bitboard Slide(Square s, Step step, Bitboard occupied) {
  Bitboard board = 0;
  int file = FileOf(s) + step.file, rank = RankOf(s) + step.rank;
  for (; OnBoard(file, rank); file += step.file, rank += step.rank) {
    board |= Bit(SquareOf(file, rank));
    if (occupied & Bit(SquareOf(file, rank))) break;
  }
  return board;
}

template <size_t N>
constexpr Bitboard SlideAll(Square s, const Step (&steps)[N], Bitboard occupied) {
  Bitboard board = 0;
  for (const Step& step : steps) board |= Slide(s, step, occupied);
  return board;
}

template <size_t N>
constexpr Bitboard StepAll(Square s, const Step (&steps)[N]) {
  Bitboard board = 0;
  for (const Step& step : steps) {
    const int file = FileOf(s) + step.file, rank = RankOf(s) + step.rank;
    if (OnBoard(file, rank)) board |= Bit(SquareOf(file, rank));
  }
  return board;
}

// Squares whose occupation matters: all of the ray but its last square.
template <size_t N>
constexpr Bitboard InnerRays(Square s, const Step (&steps)[N]) {
  Bitboard board = 0;
  for (const Step& step : steps) {
    int file = FileOf(s) + step.file, rank = RankOf(s) + step.rank;
    for (; OnBoard(file + step.file, rank + step.rank); file += step.file, rank += step.rank) {
      board |= Bit(SquareOf(file, rank));
    }
  }
  return board;
}

// 102,400 rook and 5,248 bishop entries.
Bitboard slider_tables[107648];

template <size_t N>
Bitboard* Fill(SliderEntry* entries, const Bitboard* factors, const Step (&steps)[N],
               Bitboard* table) {
  for (Square s = 0; s < 64; ++s) {
    const Bitboard mask = InnerRays(s, steps);
    const int bits = Count(mask);
    entries[s] = {mask, factors[s], table, 64 - bits};
    Bitboard subset = 0;
    do {  // all subsets of the mask
      table[subset * factors[s] >> (64 - bits)] = SlideAll(s, steps, subset);
      subset = (subset - mask) & mask;
    } while (subset != 0);
    table += size_t{1} << bits;
  }
  return table;
}

struct Filler {
  Filler() {
    Bitboard* next = Fill(kBishopEntries, kBishopFactors, kDiagonals, slider_tables);
    Fill(kRookEntries, kRookFactors, kStraights, next);
  }
};

}  // namespace

SliderEntry kBishopEntries[64];
SliderEntry kRookEntries[64];

namespace {
// Before every initialiser without a priority, so that other statics may use attacks.
__attribute__((init_priority(101))) const Filler filler;

template <typename F>
constexpr BoardTable Table(F f) {
  BoardTable table{};
  for (Square s = 0; s < 64; ++s) table[s] = f(s);
  return table;
}

constexpr Bitboard PawnSteps(Color color, Square s) {
  const int forward = color == Color::kWhite ? 1 : -1;
  const Step steps[] = {{1, forward}, {-1, forward}};
  return StepAll(s, steps);
}

// f(direction ray from a, opposite ray) of the line on which a and b stand; 0 if there is none.
template <typename F>
constexpr Bitboard OnLine(Square a, Square b, F f) {
  for (int file = -1; file <= 1; ++file) {
    for (int rank = -1; rank <= 1; ++rank) {
      if (file == 0 && rank == 0) continue;
      const Bitboard ray = Slide(a, {file, rank}, 0);
      if (ray & Bit(b)) return f(Step{file, rank}, ray);
    }
  }
  return 0;
}

constexpr Bitboard Between(Square a, Square b) {
  return OnLine(a, b, [=](Step step, Bitboard) { return Slide(a, step, Bit(b)) & ~Bit(b); });
}

constexpr Bitboard Line(Square a, Square b) {
  return OnLine(a, b, [=](Step step, Bitboard ray) {
    return ray | Bit(a) | Slide(a, {-step.file, -step.rank}, 0);
  });
}

template <typename F>
constexpr std::array<BoardTable, 64> PairTable(F f) {
  std::array<BoardTable, 64> table{};
  for (Square a = 0; a < 64; ++a) {
    table[a] = Table([=](Square b) { return f(a, b); });
  }
  return table;
}
}  // namespace

constinit const BoardTable kKnightAttacks = Table([](Square s) { return StepAll(s, kLeaps); });
constinit const BoardTable kKingAttacks =
    Table([](Square s) { return StepAll(s, kDiagonals) | StepAll(s, kStraights); });
constinit const std::array<BoardTable, 2> kPawnAttacks = {
    Table([](Square s) { return PawnSteps(Color::kWhite, s); }),
    Table([](Square s) { return PawnSteps(Color::kBlack, s); })};
constinit const BoardTable kBishopRays = Table([](Square s) { return SlideAll(s, kDiagonals, 0); });
constinit const BoardTable kRookRays = Table([](Square s) { return SlideAll(s, kStraights, 0); });
constinit const std::array<BoardTable, 64> kBetween = PairTable(Between);
constinit const std::array<BoardTable, 64> kLine = PairTable(Line);

Bitboard AttacksOf(Role role, Color color, Square s, Bitboard occupied) {
  switch (role) {
    case Role::kPawn:
      return kPawnAttacks[Index(color)][s];
    case Role::kKnight:
      return kKnightAttacks[s];
    case Role::kBishop:
      return BishopAttacks(s, occupied);
    case Role::kRook:
      return RookAttacks(s, occupied);
    case Role::kQueen:
      return QueenAttacks(s, occupied);
    case Role::kKing:
      return kKingAttacks[s];
  }
  return 0;
}

}  // namespace chess::rules
