// The ladder of endings, repetition, counters, claims.

#include "rules/game/game.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::After;
using testing::At;
using testing::PlayAll;

constexpr GameOptions kByClaim = {.draw_policy = DrawPolicy::kByClaim};
const std::vector<std::string_view> kKnightsOutAndBack = {"g1f3", "g8f6", "f3g1", "f6g8"};

void Shuffle(Game* game, int times) {
  for (int i = 0; i < times; ++i) PlayAll(game, kKnightsOutAndBack);
}

TEST(Ladder, MateWins) {
  EXPECT_EQ(After("", {"f2f3", "e7e5", "g2g4", "d8h4"}).outcome(),
            Win(Color::kBlack, EndReason::kCheckmate));
}

TEST(Ladder, StalemateDraws) {
  EXPECT_EQ(After("7k/8/8/5Q2/8/8/8/K7 w - - 0 1", {"f5f7"}).outcome(),
            Draw(EndReason::kStalemate));
}

TEST(Ladder, EnPassantMayBeTheOnlyMove) {
  EXPECT_FALSE(After("4b3/3p4/2b5/2k3Pp/6K1/2pr4/4Nq2/8 w - h6 0 44", {}).over());
  EXPECT_EQ(After("8/8/4B3/2N5/4PQPp/7k/8/6K1 b - g3 0 32", {}).outcome(),
            Draw(EndReason::kStalemate));
}

TEST(Ladder, MateOnTheHundredthHalfMoveIsMate) {
  EXPECT_EQ(After("7k/8/6K1/8/8/8/8/R7 w - - 99 120", {"a1a8"}).outcome(),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(Ladder, FiftyMovesDrawAtOnceByDefault) {
  const Game game = After("7k/8/8/6K1/8/8/8/R7 w - - 99 120", {"a1a2"});
  EXPECT_EQ(game.outcome(), Draw(EndReason::kFiftyMoves));
  EXPECT_TRUE(game.LegalMoves().empty());
}

TEST(Ladder, ACaptureOrAPawnMoveRestartsTheCount) {
  EXPECT_EQ(After("7k/8/8/6K1/8/8/4P3/R7 w - - 99 120", {"e2e3"}).position().halfmoves, 0);
  EXPECT_EQ(After("7k/8/8/6K1/r7/8/8/R7 w - - 99 120", {"a1a4"}).position().halfmoves, 0);
}

TEST(Ladder, DeadPositionComesBeforeTheCounters) {
  EXPECT_EQ(After("7k/8/8/8/8/8/1r6/K6B w - - 60 120", {"a1b2"}).outcome(),
            Draw(EndReason::kDeadPosition));
  EXPECT_EQ(After("7k/8/8/8/8/8/8/K6B w - - 100 120", {}).outcome(),
            Draw(EndReason::kDeadPosition));
}

TEST(Ladder, IsAskedAtTheStart) {
  EXPECT_EQ(After("8/8/4k3/8/2b5/8/4B3/4K3 w - - 0 40", {}).outcome(),
            Draw(EndReason::kDeadPosition));
  EXPECT_EQ(After("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", {}).outcome(),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(Repetition, TheThirdOccurrenceDrawsByDefault) {
  Game game = After("", {});
  Shuffle(&game, 1);
  EXPECT_EQ(game.Occurrences(), 2);
  EXPECT_FALSE(game.over());
  Shuffle(&game, 1);
  EXPECT_EQ(game.Occurrences(), 3);
  EXPECT_EQ(game.outcome(), Draw(EndReason::kRepetition));
}

TEST(Repetition, ByClaimTheThirdMayBeClaimedAndTheFifthDraws) {
  Game game = After("", {}, "standard", kByClaim);
  Shuffle(&game, 1);
  EXPECT_EQ(game.ClaimableDraw(), std::nullopt);
  Shuffle(&game, 1);
  EXPECT_FALSE(game.over());
  EXPECT_EQ(game.ClaimableDraw(), EndReason::kRepetition);
  Shuffle(&game, 2);
  EXPECT_EQ(game.outcome(), Draw(EndReason::kFivefold));
  EXPECT_EQ(game.ClaimableDraw(), std::nullopt);
}

TEST(Repetition, ALegalEnPassantCaptureMakesADifferentPosition) {
  const Game game = After("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
                          {"d7d5", "e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8", "d1e1", "d8e8"});
  EXPECT_EQ(game.Occurrences(), 2);
}

TEST(Repetition, AnEnPassantCaptureThatWouldExposeTheKingDoesNotCount) {
  EXPECT_EQ(At("8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1").key,
            At("8/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1").key);
}

TEST(Repetition, CastlingRightsMakeADifferentPosition) {
  const Game game = After("4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                          {"h1g1", "e8d8", "g1h1", "d8e8", "h1g1", "e8d8", "g1h1", "d8e8"});
  EXPECT_EQ(game.Occurrences(), 2);
}

TEST(Counters, ByClaimFiftyMayBeClaimedAndSeventyFiveDraws) {
  Game game = After("7k/8/8/6K1/8/8/8/R7 w - - 99 120", {}, "standard", kByClaim);
  EXPECT_EQ(game.ClaimableDraw(), std::nullopt);
  PlayAll(&game, {"a1a2"});
  EXPECT_EQ(game.ClaimableDraw(), EndReason::kFiftyMoves);
  Game late = After("7k/8/8/6K1/8/8/8/R7 w - - 149 120", {"a1a2"}, "standard", kByClaim);
  EXPECT_EQ(late.outcome(), Draw(EndReason::kSeventyFiveMoves));
}

TEST(Counters, AThousandMovesASideDrawAnyGame) {
  // Shuffles that avoid the other draws: claims are not made, and a pawn step now and then resets
  // repetition and the fifty-move count.
  Game game = After("4k1n1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1", {}, "standard", kByClaim);
  base::SeededRandom random(1000);
  while (!game.over()) {
    MoveList quiet;  // no captures, so that material stays
    MoveList pawns;
    for (Move m : game.LegalMoves()) {
      if (IsCapture(game.position(), m)) continue;
      const bool pawn = (game.position().of(Role::kPawn) & Bit(m.from())) != 0;
      (pawn ? pawns : quiet).Add(m);
    }
    const bool step = game.position().halfmoves > 80 && !pawns.empty();
    MoveList from = step || quiet.empty() ? pawns : quiet;
    if (from.empty()) from = game.LegalMoves();
    game.PlayLegal(from[random.Below(from.size())]);
  }
  EXPECT_EQ(game.ply(), kMaxGamePlies);
  EXPECT_EQ(game.outcome(), Draw(EndReason::kMoveLimit));
}

TEST(Game, RefusesIllegalMovesAndChangesNothing) {
  Game game = After("", {"e2e4"});
  base::Status status = game.Play(Move::Make(*ParseSquare("e7"), *ParseSquare("e4")));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().reason, "ILLEGAL_MOVE");
  EXPECT_EQ(game.ply(), 1);
}

TEST(Game, RefusesMovesAfterTheEnd) {
  Game game = After("", {"f2f3", "e7e5", "g2g4", "d8h4"});
  base::Status status = game.Play(Move::Make(*ParseSquare("e2"), *ParseSquare("e4")));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().reason, "GAME_OVER");
}

TEST(Game, UndoGivesBackTheSameGame) {
  const Game before = After("", {"e2e4", "d7d5", "e4d5"});
  Game game = before;
  PlayAll(&game, {"d8d5", "b1c3", "d5d2"});
  EXPECT_EQ(game.captured()[0][Index(Role::kPawn)], 2);
  game.Undo(3);
  EXPECT_EQ(game.position(), before.position());
  EXPECT_EQ(game.moves(), before.moves());
  EXPECT_EQ(game.captured(), before.captured());
  EXPECT_EQ(game.outcome(), before.outcome());
}

TEST(Game, UndoTakesBackAnEnding) {
  Game game = After("", {"f2f3", "e7e5", "g2g4", "d8h4"});
  game.Undo(1);
  EXPECT_FALSE(game.over());
  EXPECT_EQ(game.LegalMoves().size(), 30u);
}

TEST(Game, DrawsMayBeOfferedOnceBothHaveMoved) {
  EXPECT_FALSE(After("", {}).DrawOfferAllowed());
  EXPECT_FALSE(After("", {"e2e4"}).DrawOfferAllowed());
  EXPECT_TRUE(After("", {"e2e4", "e7e5"}).DrawOfferAllowed());
}

TEST(Game, KnowsWhetherARecordNeedsItsFen) {
  EXPECT_FALSE(After("", {}).started_from_fen());
  const std::string_view array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_FALSE(After(array, {}).started_from_fen());
  EXPECT_TRUE(After("", {}, "chess960:3").started_from_fen());
}

// --- Other rules ---

int Lost(const Game& game, Color color, Role role) {
  return game.captured()[static_cast<size_t>(Index(color))][static_cast<size_t>(Index(role))];
}

TEST(Captured, CountsAllThatAnExplosionTakes) {
  const Game game =
      After("rnb1kbnr/ppp1pppp/8/3q4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1", {"c3d5"}, "atomic");
  EXPECT_EQ(Lost(game, Color::kBlack, Role::kQueen), 1);
  EXPECT_EQ(Lost(game, Color::kWhite, Role::kKnight), 1);
  EXPECT_EQ(Lost(game, Color::kWhite, Role::kPawn), 0);  // pawns next to it stay
  const Game big = After("4k3/8/8/8/3nr3/3bB3/8/R3K2R w - - 0 1", {"e3d4"}, "atomic");
  EXPECT_EQ(Lost(big, Color::kBlack, Role::kRook), 1);
  EXPECT_EQ(Lost(big, Color::kBlack, Role::kBishop), 1);
  EXPECT_EQ(Lost(big, Color::kWhite, Role::kBishop), 1);
}

TEST(Captured, CountsAManByItsGlyph) {
  const Game game = After("4k3/8/8/3q(QN)4/4P3/8/8/4K3 w - - 0 1", {"e4d5"}, "identity_append");
  EXPECT_EQ(Lost(game, Color::kBlack, Role::kQueen), 1);
  const Game royal = After("8/8/8/3k(N)4/4P3/8/8/4K3 w - - 0 1", {"e4d5"}, "cannibal+fog_of_war");
  EXPECT_EQ(Lost(royal, Color::kBlack, Role::kKing), 1);
}

TEST(Counters, DoNotCountMovesWhereMenComeBack) {
  const Game game = After("r6k/8/8/6K1/8/8/8/R7[] w - - 99 120", {"a1b1"}, "crazyhouse");
  EXPECT_FALSE(game.over());
  EXPECT_EQ(game.ClaimableDraw(), std::nullopt);
}

TEST(Repetition, LooksAtTheWholeGameWhereAPawnMoveCanBeUndone) {
  // The marked pawn steps forward and, by its bonus, back.
  const Game game =
      After("4k3/8/8/8/8/+P7/8/4K3 w - - 0 1",
            {"a3a4", "e8d8", "a4a3", "d8e8", "a3a4", "e8d8", "a4a3", "d8e8"}, "upgraded");
  EXPECT_EQ(game.Occurrences(), 3);
  EXPECT_EQ(game.outcome(), Draw(EndReason::kRepetition));
}

TEST(Repetition, ComparesPocketsAndCheckCounts) {
  EXPECT_NE(At("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "crazyhouse").key,
            At("4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1", "crazyhouse").key);
  EXPECT_NE(At("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+0", "three_check").key,
            At("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +0+0", "three_check").key);
  EXPECT_NE(At("4k3/8/8/8/8/8/8/+R3K3 w - - 0 1", "upgraded").key,
            At("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "upgraded").key);
}

TEST(Policy, IsAutomaticWherePartOfTheBoardIsHidden) {
  Game game = After("", {}, "fog_of_war", kByClaim);
  EXPECT_EQ(game.options().draw_policy, DrawPolicy::kAutomatic);
  Shuffle(&game, 2);
  EXPECT_EQ(game.outcome(), Draw(EndReason::kRepetition));
}

TEST(Ladder, AVariantEndingComesBeforeMateAndStalemate) {
  EXPECT_EQ(After("7k/5Q2/8/8/8/3K4/8/8 w - - 0 1", {"d3d4"}, "king_of_the_hill").outcome(),
            Win(Color::kWhite, EndReason::kVariant, "king_of_the_hill"));
  EXPECT_EQ(After("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 +2+0", {"a1a8"}, "three_check").outcome(),
            Win(Color::kWhite, EndReason::kVariant, "three_check"));
  EXPECT_EQ(After("8/8/8/8/p7/8/P7/8 w - - 0 1", {"a2a3"}, "antichess").outcome(),
            Win(Color::kBlack, EndReason::kVariant, "antichess"));
}

TEST(Ladder, StalemateOfTheHordeIsADraw) {
  EXPECT_EQ(After("4k3/8/8/8/8/p7/8/P7 b - - 0 1", {"a3a2"}, "horde").outcome(),
            Draw(EndReason::kStalemate));
}

TEST(Ladder, APlayerInFogWhoCannotMoveAtAllDraws) {
  EXPECT_EQ(After("4k3/8/8/8/p7/8/P7/8 b - - 0 1", {"a4a3"}, "fog_of_war+horde").outcome(),
            Draw(EndReason::kStalemate));
}

TEST(Words, OfEndingsReadBack) {
  for (int i = 0; i <= static_cast<int>(EndReason::kAborted); ++i) {
    const EndReason reason = static_cast<EndReason>(i);
    EXPECT_EQ(ParseEndReason(NameOf(reason)), reason);
  }
  EXPECT_EQ(NameOf(EndReason::kSeventyFiveMoves), "seventy_five_moves");
  EXPECT_EQ(ParseEndReason("adjourned"), std::nullopt);
  EXPECT_EQ(ResultText(GameResult::kDraw), "1/2-1/2");
}

}  // namespace
}  // namespace chess::rules
