#include "rules/notation/fen.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;

std::string FieldOf(std::string_view fen, std::string_view set = "standard") {
  base::Result<ParsedFen> parsed = ReadFen(fen, Set(set));
  return parsed.ok() ? "" : parsed.error().metadata[0].second;
}

TEST(Fen, SaysWhichFieldIsMalformed) {
  EXPECT_EQ(FieldOf(""), "fields");
  EXPECT_EQ(FieldOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w  - 0 1"), "fields");
  EXPECT_EQ(FieldOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0"), "fields");
  EXPECT_EQ(FieldOf("4k3/8/8/7/8/8/8/4K3 w - - 0 1"), "board");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"), "board");
  EXPECT_EQ(FieldOf("8/8/8/8/1k15/8/8/K7 w - - 0 1"), "board");
  EXPECT_EQ(FieldOf("4k3/8/8/9/8/8/8/4K3 w - - 0 1"), "board");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K2X w - - 0 1"), "board");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K4 w - - 0 1"), "board");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), "turn");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 w KK - 0 1"), "castling");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 w Z - 0 1"), "castling");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 w - e9 0 1"), "en_passant");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 w - - x 1"), "halfmoves");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 w - - 0 -1"), "fullmove");
  EXPECT_EQ(FieldOf("4k3/8/8/8/8/8/8/4K3 w - -"), "");  // the counters may be missing
}

struct FaultCase {
  std::string_view fen;
  std::string_view words;
  std::string_view set = "standard";
};

class FenFaults : public ::testing::TestWithParam<FaultCase> {};

TEST_P(FenFaults, AreAllReportedAtOnce) {
  base::Result<ParsedFen> parsed = ReadFen(GetParam().fen, Set(GetParam().set));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  std::string words;
  for (SetupFault f : parsed->faults) words += (words.empty() ? "" : ",") + std::string(NameOf(f));
  EXPECT_EQ(words, GetParam().words) << GetParam().fen;
  EXPECT_EQ(ParseFen(GetParam().fen, Set(GetParam().set)).ok(), words.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Table, FenFaults,
    ::testing::Values(
        FaultCase{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
        FaultCase{"8/2K5/8/8/2K5/8/8/8 w - - 0 1", "king_count"},
        FaultCase{"8/8/8/8/8/8/8/8 w - - 0 1", "king_count"},
        FaultCase{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "opponent_in_check"},
        FaultCase{"8/8/8/3kK3/8/8/8/8 w - - 0 1", "opponent_in_check"},
        FaultCase{"4k2P/8/8/8/8/8/8/p3K3 w - - 0 1", "pawn_on_back_rank"},
        FaultCase{"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "impossible_castling"},
        FaultCase{"4k3/8/8/8/8/8/8/3K3R w K - 0 1", "impossible_castling"},
        FaultCase{"4k3/8/8/8/8/8/8/3K3R w K - 0 1", "", "chess960"},
        FaultCase{"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "impossible_castling"},
        FaultCase{"4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "impossible_castling", "chess960"},
        FaultCase{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "impossible_castling", "chess960"},
        FaultCase{"4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1", "too_many_men"},
        FaultCase{"6k1/8/8/4r3/7b/3n4/8/4K3 w - - 0 1", "too_many_checkers"},
        FaultCase{"4k3/8/8/8/8/2n1n3/8/3K4 w - - 0 1", "impossible_check"},
        FaultCase{"4k3/8/8/8/8/8/8/r2K3q w - - 0 1", "impossible_check"},
        FaultCase{"4k3/8/8/q7/8/2n5/8/4K3 w - - 0 1", ""},  // no check at all
        FaultCase{"4k3/8/8/b7/8/8/6n1/4K3 w - - 0 1", "impossible_check"},
        FaultCase{"4k3/8/8/b7/8/5n2/8/4K3 w - - 0 1", ""},  // Nd2-f3 uncovered the bishop
        FaultCase{"3rk3/8/8/7b/8/8/8/3K4 w - - 0 1", "impossible_check"},
        FaultCase{"3rk3/8/8/8/b7/8/8/3K4 w - - 0 1", ""},   // Bd7-a4 uncovered the rook
        FaultCase{"3rk3/8/8/8/8/8/1n6/3K4 w - - 0 1", ""},  // Nd3-b2 did
        FaultCase{"3rk3/8/8/8/8/8/4p3/3K4 w - - 0 1", ""},  // d3xe2 did
        FaultCase{"4k3/8/8/8/8/4p3/8/4K3 w - e3 0 1", "impossible_en_passant"},
        FaultCase{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
                  "impossible_en_passant"},
        FaultCase{"8/8/8/8/8/8/8/P7 b - - 0 1", "king_count,pawn_on_back_rank"}));

struct ManCase {
  std::string_view set;
  std::string_view men;  // on the first rank, beside a king on e1
  bool good;
};

class FenMen : public ::testing::TestWithParam<ManCase> {};

TEST_P(FenMen, AreReadExactlyAsTheyAreWritten) {
  const ManCase& c = GetParam();
  const std::string fen = "4k3/8/8/8/8/8/8/" + std::string(c.men) + " w - - 0 1";
  base::Result<ParsedFen> parsed = ReadFen(fen, Set(c.set));
  ASSERT_EQ(parsed.ok(), c.good) << c.set << ' ' << c.men;
  if (!c.good) {
    EXPECT_EQ(parsed.error().reason, "FEN_INVALID");
    return;
  }
  EXPECT_EQ(WriteFen(parsed->position, Set(c.set)), fen);
  EXPECT_EQ(parsed->position.key, FullKey(parsed->position));
}

INSTANTIATE_TEST_SUITE_P(
    Table, FenMen,
    ::testing::Values(
        ManCase{"identity_append", "Q(QN)3K3", true},
        ManCase{"identity_append", "R(RBNP)3K3", true},
        ManCase{"identity_append", "Q(NQ)3K3", false},  // another order
        ManCase{"identity_append", "R(QR)3K3", false},  // not the most valuable
        ManCase{"identity_append", "N(NN)3K3", false},  // one twice
        ManCase{"identity_append", "N()3K3", false}, ManCase{"identity_append", "N(N3K3", false},
        ManCase{"identity_append", "N(nP)3K3", false},
        ManCase{"identity_append", "N(KN)3K3", false},  // only a royal man moves as a king
        ManCase{"identity_append", "+N3K3", false},     // no marks here
        ManCase{"cannibal", "4K(N)3", true}, ManCase{"cannibal", "4K(P)3", true},
        ManCase{"cannibal+upgraded", "+R3+K(N)3", true}, ManCase{"standard", "4K(N)3", false},
        ManCase{"standard", "Q(QN)3K3", false}, ManCase{"atomic", "Q(QN)3K3", false},
        ManCase{"upgraded", "+R3K3", true}, ManCase{"upgraded", "R~3K3", false},
        ManCase{"upgraded", "R+3K3", false}, ManCase{"upgraded", "++R3K3", false},
        ManCase{"upgraded+identity_append", "+N(NP)3K3", true},
        ManCase{"crazyhouse", "Q~3K3[]", true}, ManCase{"crazyhouse", "Q~3K3[QRBNPqrbnp]", true},
        ManCase{"crazyhouse", "+Q3K3[]", false},
        ManCase{"crazyhouse+identity_append", "N~(NP)3K3[P]", true}));

TEST(Fen, MutatedTextOfRichSetsNeverBreaksTheReader) {
  base::SeededRandom random(39);
  struct Seed {
    std::string_view set, fen;
  };
  constexpr Seed kSeeds[] = {
      {"crazyhouse+identity_append+three_check",
       "r3k2r/p1p1qpb1/b(BN)n2p~np1/3P4/8/2N2Q(QN)1p/PPP2PPP/R3K2R[QPn] w KQkq - 0 1 +1+2"},
      {"cannibal+draft+upgraded", "4k(R)2r/p7/8/3+pP3/8/2+Q5/P7/R3+K3 w - d6 0 1"},
      {"horde", "rnbqkbnr/pppp1ppp/8/1PP1pPP1/PPPPPPPP/PPPPPPPP/P7/PPPPPPPP w kq e6 0 1"},
      {"antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
      {"atomic", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
      {"fog_of_war", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"}};
  const std::string letters = "pnbrqkPNBRQK12345678/ -wbe3+~()[]KQRBNP";
  int accepted = 0;
  for (const Seed& seed : kSeeds) {
    const RuleSet rules = Set(seed.set);
    for (int i = 0; i < 4'000; ++i) {
      std::string text(seed.fen);
      for (uint64_t n = random.Below(4); n > 0; --n) {
        text[random.Below(text.size())] = letters[random.Below(letters.size())];
      }
      const base::Result<Position> p = ParseFen(text, rules, true);
      if (!p.ok()) continue;
      ++accepted;
      ASSERT_EQ(p->key, FullKey(*p)) << text;
      const std::string written = WriteFen(*p, rules);
      base::Result<ParsedFen> again = ReadFen(written, rules);
      ASSERT_TRUE(again.ok()) << text << " -> " << written;
      ASSERT_EQ(again->position, *p) << text << " -> " << written;
      Perft(*p, rules, 2);
    }
  }
  EXPECT_GT(accepted, 2000);
}

TEST(Fen, RelaxedWaivesAllButKingsAndOpponentInCheck) {
  EXPECT_TRUE(ParseFen("6k1/8/8/4r3/7b/3n4/8/4K3 w - - 0 1", RuleSet(), true).ok());
  EXPECT_TRUE(ParseFen("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", RuleSet(), true).ok());
  EXPECT_FALSE(ParseFen("8/2K5/8/8/2K5/8/8/8 w - - 0 1", RuleSet(), true).ok());
  EXPECT_FALSE(ParseFen("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", RuleSet(), true).ok());
}

TEST(Fen, AnErrorNamesTheFaults) {
  base::Result<Position> p = ParseFen("8/8/8/8/8/8/8/P7 b - - 0 1", RuleSet());
  ASSERT_FALSE(p.ok());
  EXPECT_EQ(p.error().reason, "POSITION_INVALID");
  EXPECT_EQ(p.error().metadata[0].second, "king_count,pawn_on_back_rank");
}

TEST(Fen, ARightThatCannotBeNeverSurvives) {
  EXPECT_EQ(WriteFen(At("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"), RuleSet()),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Fen, EnPassantIsKeptOnlyIfACaptureIsLegal) {
  EXPECT_EQ(WriteFen(At("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), RuleSet()),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(WriteFen(At("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), RuleSet()),
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
}

TEST(Fen, AllThreeCastlingNotationsMeanTheSame) {
  const Position x = At("r3k1r1/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "chess960");
  EXPECT_EQ(At("r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1", "chess960"), x);
  EXPECT_EQ(WriteFen(x, Set("chess960")), "r3k1r1/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1");
  EXPECT_EQ(WriteShredderFen(x, Set("chess960")), "r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1");
  // Q means the outermost own rook: the knight's neighbour, not Black's on a1.
  const Position own = At("4k3/8/8/8/8/8/8/rNR1K3 w Q - 0 1", "chess960");
  EXPECT_EQ(own.unmoved, Bit(*ParseSquare("c1")));
  EXPECT_EQ(At("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"),
            At("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

TEST(Fen, MutatedTextNeverBreaksTheReader) {
  base::SeededRandom random(960);
  const std::string good = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const std::string letters = "pnbrqkPNBRQK12345678/ -wbe3h6HAha0x\n";
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = good;
    for (uint64_t n = random.Below(5); n > 0; --n) {
      const size_t at = random.Below(text.size());
      if (random.Below(4) == 0) {
        text.erase(at, 1);
      } else {
        text[at] = letters[random.Below(letters.size())];
      }
    }
    const base::Result<Position> p = ParseFen(text, Set("chess960"), true);
    if (!p.ok()) continue;
    ++accepted;
    ASSERT_EQ(p->key, FullKey(*p));
    Perft(*p, Set("chess960"), 2);
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace chess::rules
