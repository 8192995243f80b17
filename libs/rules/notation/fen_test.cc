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
