#include "rules/game/view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::After;

const ViewMove* MoveNamed(const View& view, std::string_view uci) {
  auto it = std::ranges::find_if(view.moves, [&](const ViewMove& m) { return m.uci == uci; });
  return it == view.moves.end() ? nullptr : &*it;
}

TEST(View, OfAnOpenGameIsTheSameForEverySeat) {
  const Game game = After("", {"e2e4", "d7d5"});
  for (Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    const View view = ViewOf(game, seat);
    EXPECT_TRUE(view.complete);
    EXPECT_EQ(view.fen, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    EXPECT_EQ(view.moves.size(), 31u);
    EXPECT_EQ(view.last_move, "d7d5");
    EXPECT_EQ(view.ply, 2);
  }
}

TEST(View, NamesTheKindsOfMoves) {
  const View capture = ViewOf(After("", {"e2e4", "d7d5"}), Seat::kWhite);
  EXPECT_TRUE(MoveNamed(capture, "e4d5")->capture);
  EXPECT_FALSE(MoveNamed(capture, "e4e5")->capture);
  EXPECT_TRUE(MoveNamed(capture, "f1b5")->check);
  const View ep = ViewOf(After("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", {"e2e4"}), Seat::kBlack);
  EXPECT_TRUE(MoveNamed(ep, "d4e3")->en_passant);
  EXPECT_TRUE(MoveNamed(ep, "d4e3")->capture);
  const View promotion = ViewOf(After("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", {}), Seat::kWhite);
  EXPECT_EQ(MoveNamed(promotion, "e7e8n")->promotion, Role::kKnight);
}

TEST(View, TellsWhereCastlingLeads) {
  const View view = ViewOf(After("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {}), Seat::kWhite);
  const ViewMove* castle = MoveNamed(view, "e1g1");
  ASSERT_NE(castle, nullptr);
  EXPECT_TRUE(castle->castle);
  EXPECT_FALSE(castle->capture);
  EXPECT_EQ(castle->to, *ParseSquare("g1"));
  EXPECT_EQ(castle->rook, *ParseSquare("h1"));
  const View free = ViewOf(After("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {}, "chess960"), Seat::kWhite);
  EXPECT_NE(MoveNamed(free, "e1h1"), nullptr);
}

TEST(View, NamesTheCheckingMenAndTheKing) {
  const View view = ViewOf(After("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", {}), Seat::kSpectator);
  ASSERT_EQ(view.checkers.size(), 1u);
  EXPECT_EQ(view.checkers[0], *ParseSquare("a1"));
  EXPECT_EQ(view.checked_king, *ParseSquare("e1"));
}

TEST(View, CountsMaterialAndWhatWasTaken) {
  const Game game = After("", {"e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d2"});
  const View view = ViewOf(game, Seat::kWhite);
  EXPECT_EQ(view.material, -1);
  EXPECT_EQ(view.captured[0][Index(Role::kPawn)], 2);
  EXPECT_EQ(view.captured[1][Index(Role::kPawn)], 1);
}

TEST(View, HasNoMovesWhenTheGameIsOver) {
  const View view = ViewOf(After("", {"f2f3", "e7e5", "g2g4", "d8h4"}), Seat::kWhite);
  EXPECT_TRUE(view.moves.empty());
  EXPECT_EQ(view.outcome, Win(Color::kBlack, EndReason::kCheckmate));
}

TEST(View, OfASecretSetupShowsOnlyPawnsAndIsEqualForAllNumbers) {
  const View a = ViewOf(After("", {}, "chess960:0"), Seat::kWhite, {.hide_setup = true});
  const View b = ViewOf(After("", {}, "chess960:959"), Seat::kWhite, {.hide_setup = true});
  EXPECT_EQ(a.fen, "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1");
  EXPECT_EQ(a.fen, b.fen);
  EXPECT_EQ(a.visible, b.visible);
  EXPECT_FALSE(a.complete);
  EXPECT_TRUE(a.moves.empty());
  EXPECT_TRUE(a.checkers.empty());
}

// --- Fog ---

constexpr std::string_view kFog = "fog_of_war";

TEST(Fog, ShowsAPlayerOnlyWhatItsMenSee) {
  const Game game = After("", {"e2e4", "d7d5", "e4d5"}, kFog);
  EXPECT_EQ(ViewOf(game, Seat::kWhite).fen, "8/8/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQ - 0 2");
  EXPECT_EQ(ViewOf(game, Seat::kBlack).fen, "rnbqkbnr/ppp1pppp/8/3P4/8/8/8/8 b kq - 0 2");
  EXPECT_EQ(ViewOf(game, Seat::kSpectator).fen, "8/8/8/8/8/8/8/8 b - - 0 2");
}

TEST(Fog, TellsAPlayerItsOwnMovesWhole) {
  const View view = ViewOf(After("", {"e2e4"}, kFog), Seat::kWhite);
  EXPECT_EQ(view.last_move, "e2e4");
  EXPECT_EQ(view.last_man, Role::kPawn);
  EXPECT_TRUE(view.san_visible);
}

TEST(Fog, TellsOfAnUnseenMoveOnlyThatItWasMade) {
  const View view = ViewOf(After("", {"e2e4", "g8f6"}, kFog), Seat::kWhite);
  EXPECT_EQ(view.ply, 2);
  EXPECT_EQ(view.last_move, "");
  EXPECT_EQ(view.last_from, kNoSquare);
  EXPECT_EQ(view.last_to, kNoSquare);
  EXPECT_EQ(view.last_man, std::nullopt);
  EXPECT_FALSE(view.san_visible);
}

TEST(Fog, TellsTheEndOfAMoveThatCameIntoSight) {
  // The queen comes from d8, where nobody sees it, to h4, which the knight attacks.
  const View view = ViewOf(After("3qk3/8/8/8/8/8/6N1/4K3 b - - 0 1", {"d8h4"}, kFog), Seat::kWhite);
  EXPECT_EQ(view.last_from, kNoSquare);
  EXPECT_EQ(view.last_to, *ParseSquare("h4"));
  EXPECT_EQ(view.last_man, Role::kQueen);
  EXPECT_EQ(view.last_move, "");
}

TEST(Fog, TellsTheStartOfAMoveThatWentOutOfSight) {
  const View view = ViewOf(After("4k3/8/8/8/7q/8/6N1/4K3 b - - 0 1", {"h4d8"}, kFog), Seat::kWhite);
  EXPECT_EQ(view.last_from, *ParseSquare("h4"));
  EXPECT_EQ(view.last_to, kNoSquare);
  EXPECT_EQ(view.last_man, Role::kQueen);
}

TEST(Fog, ShowsAManThatVanishedAndTheSquareOnlyToItsOwner) {
  // Black takes the rook on a1 with a bishop that nobody sees there.
  const Game game = After("4k3/8/8/8/8/8/1b6/R3K3 b - - 0 1", {"b2a1"}, kFog);
  const View view = ViewOf(game, Seat::kWhite);
  EXPECT_EQ(view.captured[0][Index(Role::kRook)], 1);
  EXPECT_EQ(view.last_to, *ParseSquare("a1"));
  EXPECT_EQ(view.fen, "8/8/8/8/8/8/8/4K3 w - - 0 2");
  EXPECT_EQ(ViewOf(game, Seat::kSpectator).captured, CapturedMen{});
}

TEST(Fog, HasNoChecksAndNoMaterial) {
  const Game game = After("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", {}, kFog);
  const View view = ViewOf(game, Seat::kWhite);
  EXPECT_TRUE(view.checkers.empty());
  EXPECT_EQ(view.checked_king, kNoSquare);
  EXPECT_EQ(view.material, 0);
  for (const ViewMove& m : view.moves) EXPECT_FALSE(m.check);
  EXPECT_TRUE(ViewOf(game, Seat::kBlack).moves.empty());
}

TEST(Fog, HidesTheEnPassantSquareFromWhoeverMadeTheDoubleStep) {
  const Game game = After("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", {"e2e4"}, kFog);
  EXPECT_EQ(ViewOf(game, Seat::kWhite).fen, "8/8/8/8/4P3/8/8/4K3 b - - 0 1");
  EXPECT_EQ(ViewOf(game, Seat::kBlack).fen, "4k3/8/8/8/3pP3/8/8/8 b - e3 0 1");
}

TEST(Fog, LiftsWhenTheGameIsOver) {
  const Game game = After("4k3/8/8/8/8/8/8/r3K3 b - - 0 1", {"a1e1"}, kFog);
  EXPECT_EQ(game.outcome(), Win(Color::kBlack, EndReason::kVariant, kFog));
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    const View view = ViewOf(game, seat);
    EXPECT_TRUE(view.complete);
    EXPECT_EQ(view.fen, "4k3/8/8/8/8/8/8/4r3 w - - 0 2");
    EXPECT_EQ(view.last_move, "a1e1");
    EXPECT_TRUE(view.san_visible);
    EXPECT_EQ(view.captured[0][Index(Role::kKing)], 1);
  }
}

TEST(Fog, LiftsWhenTheCallerSaysThatTheGameIsOver) {
  const Game game = After("", {"e2e4", "g8f6"}, kFog);
  const View view = ViewOf(game, Seat::kWhite, {.reveal = true});
  EXPECT_EQ(view.fen, WriteFen(game.position(), game.rules()));
  EXPECT_EQ(view.last_move, "g8f6");
}

TEST(Fog, RemembersOfEachMoveWhatWasSeenThen) {
  const Game game = After("", {"e2e4", "g8f6", "e4e5", "f6g8"}, kFog);
  const std::vector<SeenMove> white = SeenMoves(game, Seat::kWhite);
  ASSERT_EQ(white.size(), 4u);
  EXPECT_EQ(white[0].uci, "e2e4");
  EXPECT_EQ(white[1], SeenMove{});
  // The pawn on e5 attacked the knight.
  EXPECT_EQ(white[3].from, *ParseSquare("f6"));
  EXPECT_EQ(white[3].man, Role::kKnight);
  EXPECT_EQ(white[3].to, kNoSquare);
  for (const SeenMove& m : SeenMoves(game, Seat::kSpectator)) EXPECT_EQ(m, SeenMove{});
  EXPECT_EQ(SeenMoves(game, Seat::kWhite, true)[1].uci, "g8f6");
}

TEST(Fog, ShowsMarksAndPowersOfSeenMenOnly) {
  const Game game =
      After("4k3/8/8/8/4+n3/8/4+R3/+N3K3 w - - 0 1", {}, "fog_of_war+identity_append+upgraded");
  EXPECT_EQ(ViewOf(game, Seat::kWhite).fen, "8/8/8/8/4+n3/8/4+R3/+N3K3 w - - 0 1");
  EXPECT_EQ(ViewOf(game, Seat::kBlack).fen, "4k3/8/8/8/4+n3/8/8/8 w - - 0 1");
}

TEST(Fog, ShowsTheOwnPawnsOfASecretSetup) {
  const Game game = After("", {}, "chess960:1+fog_of_war");
  EXPECT_EQ(ViewOf(game, Seat::kWhite, {.hide_setup = true}).fen,
            "8/8/8/8/8/8/PPPPPPPP/8 w - - 0 1");
  EXPECT_EQ(ViewOf(game, Seat::kSpectator, {.hide_setup = true}).fen, "8/8/8/8/8/8/8/8 w - - 0 1");
}

// --- Dice and brain ---

TEST(View, ShowsTheRollToEverybody) {
  Game game = After("", {}, "dice+fog_of_war");
  EXPECT_TRUE(ViewOf(game, Seat::kWhite).moves.empty());
  game.SetRoll(Bit(Role::kPawn) | Bit(Role::kKnight));
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    EXPECT_EQ(ViewOf(game, seat).rolled, Bit(Role::kPawn) | Bit(Role::kKnight));
  }
}

TEST(View, ShowsBothPlayersThatTheBrainThinksAndThenTheName) {
  Game game = After("", {}, "hand_and_brain");
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    EXPECT_TRUE(ViewOf(game, seat).thinking);
    EXPECT_TRUE(ViewOf(game, seat).moves.empty());
  }
  game.SetName(Role::kKnight);
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    EXPECT_FALSE(ViewOf(game, seat).thinking);
    EXPECT_EQ(ViewOf(game, seat).named, Role::kKnight);
    EXPECT_EQ(ViewOf(game, seat).moves.size(), 4u);
  }
}

TEST(View, ShowsPocketsPowersAndCheckCountsInTheFen) {
  const Game game =
      After("4k3/8/8/3p4/4P3/8/8/4K3[Qn] w - - 0 1 +2+1", {"e4d5"}, "crazyhouse+three_check");
  EXPECT_EQ(ViewOf(game, Seat::kSpectator).fen, "4k3/8/8/3P4/8/8/8/4K3[QPn] b - - 0 1 +2+1");
  EXPECT_NE(MoveNamed(ViewOf(game, Seat::kBlack), "N@e7"), nullptr);
  EXPECT_EQ(MoveNamed(ViewOf(game, Seat::kBlack), "N@e7")->drop, Role::kKnight);
}

TEST(View, MarksTheChecksOfADraftedStart) {
  Position p = testing::At("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "draft");
  const View view = ViewOf(Game::StartAt(testing::Set("draft"), p), Seat::kWhite);
  const ViewMove* king = MoveNamed(view, "f1g1");
  ASSERT_NE(king, nullptr);
  EXPECT_TRUE(king->check);
  EXPECT_FALSE(MoveNamed(view, "e1d1")->check);
}

}  // namespace
}  // namespace chess::rules
