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
  const Position p = testing::At(c.fen, c.set);
  const RuleSet rules = testing::Set(c.set);
  const Rejection why = read->drop ? ExplainDrop(p, rules, *read->drop, read->to)
                                   : Explain(p, rules, read->from, read->to, read->promotion);
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

// Beyond chess: compulsory captures, explosions, forbidden checks, drops, powers, marks, fog.
INSTANTIATE_TEST_SUITE_P(
    OtherRules, Rejected,
    ::testing::Values(
        Case{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", RejectReason::kMustCapture, "e4",
             "antichess"},
        Case{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e6", RejectReason::kPieceCannotMoveThere, "",
             "antichess"},
        Case{"4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1", "e1d2", RejectReason::kLeavesKingInCheck, "",
             "atomic"},
        Case{"4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1", "d1d2", RejectReason::kLeavesKingInCheck, "",
             "atomic"},
        Case{"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", RejectReason::kPinned, "e7", "atomic"},
        Case{"8/8/8/8/8/8/k7/6RK w - - 0 1", "g1a1", RejectReason::kPieceCannotMoveThere, "",
             "racing_kings"},
        Case{"4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1", "N@e2", RejectReason::kPieceCannotMoveThere,
             "e2", "crazyhouse"},
        Case{"4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1", "B@e3", RejectReason::kNoPiece, "",
             "crazyhouse"},
        Case{"4k3/8/8/8/8/8/4P3/4K3[P] w - - 0 1", "P@a1", RejectReason::kPieceCannotMoveThere, "",
             "crazyhouse"},
        Case{"4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1", "N@a3", RejectReason::kMustAnswerCheck, "e7",
             "crazyhouse"},
        Case{"4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1", "N@e3", RejectReason::kNone, "", "crazyhouse"},
        Case{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "N@e3", RejectReason::kNoPiece, "", "standard"},
        Case{"4k3/8/8/8/1p6/+R7/8/4K3 w - - 0 1", "a3b4", RejectReason::kBonusMoveCannotCapture,
             "b4", "upgraded"},
        Case{"8/8/8/8/1k6/8/4+R3/4K3 w - - 0 1", "e2d3", RejectReason::kNone, "", "upgraded"},
        Case{"8/8/8/8/3k4/8/8/+R3K3 w - - 0 1", "a1b2", RejectReason::kNone, "", "upgraded"},
        Case{"4k3/8/8/8/8/8/8/Q(QN)3K3 w - - 0 1", "a1b3", RejectReason::kNone, "",
             "identity_append"},
        Case{"4k3/8/8/8/8/P7/8/R(RN)3K3 w - - 0 1", "a1a5", RejectReason::kPathBlocked, "a3",
             "identity_append"},
        Case{"4k3/8/8/8/8/8/8/K(N)7 w - - 0 1", "a1a2", RejectReason::kPieceCannotMoveThere, "",
             "cannibal"},
        Case{"k2r4/8/8/8/8/8/8/K(N)7 w - - 0 1", "a1b3", RejectReason::kNone, "", "cannibal"},
        Case{"k1r5/8/8/8/8/8/8/K(N)7 w - - 0 1", "a1c2", RejectReason::kLeavesKingInCheck, "c8",
             "cannibal"}));

// In fog an answer follows from what the player sees.
INSTANTIATE_TEST_SUITE_P(
    Fog, Rejected,
    ::testing::Values(
        Case{kStart, "e7e5", RejectReason::kNoPiece, "", "fog_of_war"},
        Case{kStart, "e5e6", RejectReason::kNoPiece, "", "fog_of_war"},
        Case{kStart, "f1b5", RejectReason::kPathBlocked, "e2", "fog_of_war"},
        Case{kStart, "g1e2", RejectReason::kPieceCannotMoveThere, "e2", "fog_of_war"},
        // A pawn that a man it does not see stands before.
        Case{"4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2e3", RejectReason::kIllegalInFog, "",
             "fog_of_war"},
        Case{"4k3/8/8/8/4n3/8/4P3/K7 w - - 0 1", "e2e4", RejectReason::kIllegalInFog, "",
             "fog_of_war"},
        // The same with a man that another one sees.
        Case{"4k3/8/8/8/4n3/8/4P3/K3R3 w - - 0 1", "e2e4", RejectReason::kIllegalInFog, "",
             "fog_of_war"},
        Case{"4k3/8/8/8/R3n3/8/4P3/K7 w - - 0 1", "e2e4", RejectReason::kPathBlocked, "e4",
             "fog_of_war"},
        Case{"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "e1g1", RejectReason::kNone, "", "fog_of_war"},
        Case{"4k3/8/8/8/8/8/4P3/4K1nR w K - 0 1", "e1g1", RejectReason::kCastlePathBlocked, "g1",
             "fog_of_war"},
        Case{"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "e1g1", RejectReason::kCastleRightLost, "",
             "fog_of_war"},
        Case{"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", RejectReason::kNone, "", "fog_of_war"}));

TEST(Rejection, SpeaksOfSeveralMenInThePlural) {
  const Rejection why = Explain(testing::At("4k3/8/8/8/8/8/8/R1NQK3 w Q - 0 1"), RuleSet(),
                                *ParseSquare("e1"), *ParseSquare("c1"));
  EXPECT_EQ(why.message, "The knight on c1 and the queen on d1 block castling.");
}

TEST(Rejection, OfAPromotionThatCastlingDoesNotKnow) {
  const Rejection why = Explain(testing::At("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), RuleSet(),
                                *ParseSquare("e1"), *ParseSquare("g1"), Role::kQueen);
  EXPECT_EQ(NameOf(why.reason), "PROMOTION_INVALID");
}

TEST(Rejection, NamesWhatTheDiceAllow) {
  Game game = testing::After("", {}, "dice");
  EXPECT_EQ(Explain(game, *ParseSquare("e2"), *ParseSquare("e4")).reason,
            RejectReason::kBrainThinking);
  game.SetRoll(Bit(Role::kKnight) | Bit(Role::kKing));
  const Rejection why = Explain(game, *ParseSquare("e2"), *ParseSquare("e4"));
  EXPECT_EQ(NameOf(why.reason), "DICE_FORBIDS");
  EXPECT_EQ(why.message, "The dice let only a knight or the king move this turn.");
  EXPECT_EQ(Explain(game, *ParseSquare("g1"), *ParseSquare("f3")).reason, RejectReason::kNone);
  EXPECT_EQ(Explain(game, *ParseSquare("g1"), *ParseSquare("e2")).reason,
            RejectReason::kPieceCannotMoveThere);
}

TEST(Rejection, NamesWhatTheBrainSaid) {
  Game game = testing::After("", {}, "hand_and_brain");
  EXPECT_EQ(NameOf(Explain(game, *ParseSquare("e2"), *ParseSquare("e4")).reason), "BRAIN_THINKING");
  game.SetName(Role::kKnight);
  const Rejection why = Explain(game, *ParseSquare("e2"), *ParseSquare("e4"));
  EXPECT_EQ(NameOf(why.reason), "BRAIN_FORBIDS");
  EXPECT_EQ(why.message, "The brain has said that a knight must move.");
}

TEST(Rejection, OfADropFollowsTheDice) {
  Game game = testing::After("4k3/8/8/8/8/8/P3P3/R3KB2[NN] w - - 0 1", {}, "crazyhouse+dice");
  game.SetRoll(Bit(Role::kPawn) | Bit(Role::kRook));
  EXPECT_EQ(NameOf(ExplainDrop(game, Role::kKnight, *ParseSquare("e4")).reason), "DICE_FORBIDS");
  game.SetRoll(Bit(Role::kKnight) | Bit(Role::kRook));
  EXPECT_EQ(ExplainDrop(game, Role::kKnight, *ParseSquare("e4")).reason, RejectReason::kNone);
}

TEST(Rejection, OfACallerHasASentence) {
  for (const RejectReason reason :
       {RejectReason::kNotYourTurn, RejectReason::kDrafting, RejectReason::kStaleTurn}) {
    EXPECT_EQ(PlainRejection(reason).reason, reason);
    EXPECT_TRUE(PlainRejection(reason).message.ends_with('.'));
  }
}

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
