#include "rules/game/reject.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

struct Case {
  std::string_view fen;
  std::string_view uci;
  RejectReason reason;
  std::string_view squares;  // what the reason speaks of, blank-separated
  std::string_view set = "standard";
};

class Rejected : public ::testing::TestWithParam<Case> {};

TEST_P(Rejected, SaysWhy) {
  const Case& c = GetParam();
  const std::optional<UciText> read = ReadUci(c.uci);
  ASSERT_TRUE(read.has_value());
  const Rejection why = Explain(testing::At(c.fen, c.set), testing::Set(c.set), read->from,
                                read->to, read->promotion);
  EXPECT_EQ(NameOf(why.reason), NameOf(c.reason)) << c.fen << ' ' << c.uci << ": " << why.message;
  std::string squares;
  for (Square s : why.squares) squares += (squares.empty() ? "" : " ") + ToText(s);
  EXPECT_EQ(squares, c.squares) << why.message;
  EXPECT_EQ(why.message.ends_with('.'), c.reason != RejectReason::kNone);
}

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

INSTANTIATE_TEST_SUITE_P(
    Table, Rejected,
    ::testing::Values(
        Case{kStart, "e2e4", RejectReason::kNone, ""},
        Case{kStart, "e4e5", RejectReason::kNoPiece, ""},
        Case{kStart, "e7e5", RejectReason::kNotYourPiece, ""},
        Case{kStart, "e2e5", RejectReason::kPieceCannotMoveThere, ""},
        Case{kStart, "e2d3", RejectReason::kPieceCannotMoveThere, ""},
        Case{kStart, "g1e2", RejectReason::kPieceCannotMoveThere, "e2"},
        Case{kStart, "f1b5", RejectReason::kPathBlocked, "e2"},
        Case{"4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", RejectReason::kPathBlocked, "e4"},
        Case{"4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4", RejectReason::kPathBlocked, "e4"},
        Case{"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", RejectReason::kPinned, "e7"},
        Case{"4k3/4r3/8/8/8/8/8/3K4 w - - 0 1", "d1e2", RejectReason::kLeavesKingInCheck, "e7"},
        Case{"4k3/4r3/8/8/8/8/8/N3K3 w - - 0 1", "a1b3", RejectReason::kMustAnswerCheck, "e7"},
        // Both pawns leave the fifth rank at once.
        Case{"4k3/8/8/K1pP3r/8/8/8/8 w - - 0 1", "d5c6", RejectReason::kPieceCannotMoveThere, ""},
        Case{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", RejectReason::kCastleRightLost, ""},
        Case{"4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1g1", RejectReason::kCastlePathBlocked, "g1"},
        Case{"4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1h1", RejectReason::kCastlePathBlocked, "g1"},
        Case{"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1", RejectReason::kCastleOutOfCheck, "e7"},
        Case{"4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1g1", RejectReason::kCastleThroughCheck, "f7"},
        Case{"4k3/6r1/8/8/8/8/8/4K2R w K - 0 1", "e1g1", RejectReason::kCastleThroughCheck, "g7"},
        Case{"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", RejectReason::kCastleThroughCheck, "a1",
             "chess960"},
        Case{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", RejectReason::kPromotionMissing, ""},
        Case{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", RejectReason::kPromotionInvalid, ""},
        Case{kStart, "e2e4q", RejectReason::kPromotionInvalid, ""}));

TEST(Rejection, SpeaksInSentences) {
  const Rejection why = Explain(testing::At("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"), RuleSet(),
                                *ParseSquare("e2"), *ParseSquare("c3"));
  EXPECT_EQ(why.message, "The knight on e2 is pinned by the rook on e7.");
}

TEST(Rejection, OfAnEnPassantCaptureThatWouldOpenTheRankNamesTheRook) {
  const Game game = testing::After("4k3/2p5/8/K2P3r/8/8/8/8 b - - 0 1", {"c7c5"});
  const Rejection why = Explain(game, *ParseSquare("d5"), *ParseSquare("c6"));
  EXPECT_EQ(NameOf(why.reason), "LEAVES_KING_IN_CHECK") << why.message;
  EXPECT_EQ(why.message, "That would leave the king in check by the rook on h5.");
}

TEST(Rejection, AfterTheEndSaysSo) {
  const Game game = testing::After("", {"f2f3", "e7e5", "g2g4", "d8h4"});
  EXPECT_EQ(Explain(game, *ParseSquare("e2"), *ParseSquare("e4")).reason, RejectReason::kGameOver);
}

TEST(Rejection, IsGivenForEveryMoveThatIsNotLegal) {
  base::SeededRandom random(31);
  for (std::string_view set : {"standard", "chess960"}) {
    for (int g = 0; g < 12; ++g) {
      RuleSet rules = testing::Set(set);
      if (rules.Has(kTraitDrawnSetup)) {
        rules = rules.WithSetupParameter(static_cast<int>(random.Below(960)));
      }
      Game game = *Game::Start(rules);
      while (!game.over() && game.ply() < 80) {
        if (game.ply() % 8 == 7) {
          for (Square from = 0; from < 64; ++from) {
            for (Square to = 0; to < 64; ++to) {
              const bool legal = Find(game.position(), rules, from, to).has_value();
              const Rejection why = Explain(game.position(), rules, from, to);
              ASSERT_EQ(why.reason == RejectReason::kNone, legal);
              ASSERT_EQ(why.message.empty(), legal);
            }
          }
        }
        const MoveList moves = game.LegalMoves();
        game.PlayLegal(moves[random.Below(moves.size())]);
      }
    }
  }
}

}  // namespace
}  // namespace chess::rules
