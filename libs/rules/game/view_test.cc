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

}  // namespace
}  // namespace chess::rules
