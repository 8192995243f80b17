#include "search/glimpse.h"

#include <gtest/gtest.h>

#include "rules/core/bitboard.h"
#include "rules/game/test_support.h"
#include "search/brain.h"
#include "search/levels.h"

namespace chess::search {
namespace {

using rules::Color;
using rules::Game;
using rules::Position;
using rules::Seat;
using rules::View;
using rules::testing::After;
using rules::testing::Set;

constexpr char kFog[] = "fog_of_war";

Knowledge Guess(const Game& game, const Memory& memory = {}, uint64_t seed = 1, int boards = 4) {
  const View view = rules::ViewOf(game, rules::SeatOf(game.turn()));
  base::Result<Knowledge> known = Glimpse::Of(view, game.rules(), memory, seed, boards);
  CHESS_CHECK(known.ok());
  return *known;
}

rules::Bitboard Boards(const Position& p, rules::Bitboard squares) {
  return p.occupied() & squares;
}

TEST(Knowledge, OfAGameWithHiddenSquaresNeedsAView) {
  EXPECT_EQ(Knowledge::Of(After("", {}, kFog)).error().reason, "HIDDEN_INFORMATION");
}

TEST(Glimpse, ShowsWhatIsSeenAndFillsOnlyWhatIsHidden) {
  const Game game = After("", {"e2e4", "e7e5", "f1c4", "d8h4"}, kFog);
  const View view = rules::ViewOf(game, Seat::kWhite);
  const Knowledge known = Guess(game);
  for (const Position& board : known.boards()) {
    EXPECT_EQ(Boards(board, view.visible), Boards(game.position(), view.visible));
    EXPECT_EQ(board.of(Color::kWhite), game.position().of(Color::kWhite));
    EXPECT_EQ(rules::Count(board.of(Color::kBlack)), 16);
    EXPECT_EQ(rules::Count(board.of(Color::kBlack) & board.royal), 1);
    EXPECT_EQ(board.key, rules::FullKey(board));
  }
}

TEST(Glimpse, IsTheSameForTheSameViewWhateverIsHidden) {
  // Black's knight went to one of two squares that White does not see.
  const Game one = After("", {"e2e4", "b8c6", "d2d3", "f7f6"}, kFog);
  const Game two = After("", {"e2e4", "g8f6", "d2d3", "b7b6"}, kFog);
  const Knowledge a = Guess(one), b = Guess(two);
  ASSERT_EQ(rules::ViewOf(one, Seat::kWhite).fen, rules::ViewOf(two, Seat::kWhite).fen);
  EXPECT_EQ(a.boards(), b.boards());
  EXPECT_EQ(a.digest(), b.digest());
  const Knowledge other = Guess(one, {}, 2);
  EXPECT_NE(a.boards(), other.boards());
}

TEST(Glimpse, RemembersMenThatItHasSeen) {
  // The queen is seen on h4 and then hidden by the pawn on g4 that blocks nothing else.
  Memory memory;
  Game game = After("4k3/8/8/8/7q/8/8/R3K3 w - - 0 1", {}, kFog);
  memory.Note(rules::ViewOf(After("4k3/8/8/7q/8/8/8/R3K2R w - - 0 1", {}, kFog), Seat::kWhite),
              game.rules());
  EXPECT_NE(memory.At(*rules::ParseSquare("h5")).powers, 0);
  const Game later = After("4k3/8/8/7q/8/8/8/R3K3 w - - 0 1", {}, kFog);
  const Knowledge known = Guess(later, memory);
  for (const Position& board : known.boards()) {
    EXPECT_EQ(board.RoleAt(*rules::ParseSquare("h5")), rules::Role::kQueen);
  }
  // Seen to be empty: forgotten.
  memory.Note(rules::ViewOf(After("4k2q/8/8/8/8/8/8/R3K2R w - - 0 1", {}, kFog), Seat::kWhite),
              game.rules());
  EXPECT_EQ(memory.At(*rules::ParseSquare("h5")).powers, 0);
}

TEST(Glimpse, PutsSomethingBeforeAPawnThatCannotStep) {
  const Game game = After("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", {}, kFog);
  const rules::Square front = *rules::ParseSquare("e5");
  ASSERT_EQ(rules::ViewOf(game, Seat::kWhite).visible & rules::Bit(front), 0u);
  const Knowledge known = Guess(game);
  for (const Position& board : known.boards()) {
    EXPECT_EQ(board.RoleAt(front), rules::Role::kPawn);
  }
}

TEST(Glimpse, RefusesViewsThatChooseNothing) {
  const Game game = After("", {"e2e4"}, kFog);
  for (const Seat seat : {Seat::kWhite, Seat::kSpectator}) {
    EXPECT_EQ(Glimpse::Of(rules::ViewOf(game, seat), game.rules(), {}, 1).error().reason,
              "VIEW_UNUSABLE");
  }
}

TEST(Glimpse, TakesAVisibleKing) {
  LevelPlayer player;
  const Game open = After("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", {}, kFog);
  for (int level = 3; level < kLevels; ++level) {
    EXPECT_EQ(rules::WriteUci(player.Choose(Guess(open), level, 7).best, open.rules()), "e1e8");
  }
}

TEST(Glimpse, PlaysWholeGamesInTheFog) {
  for (const std::string set :
       {"fog_of_war", "chess960:17+fog_of_war", "horde+fog_of_war", "cannibal+fog_of_war",
        "dice+fog_of_war", "fog_of_war+hand_and_brain", "fog_of_war+identity_append",
        "fog_of_war+upgraded"}) {
    Game game = After("", {}, set);
    Memory memories[2];
    LevelPlayer player;
    Searcher brain(1 << 16);
    while (!game.over() && game.ply() < 120) {
      if (game.RollAwaited()) game.SetRoll(rules::MovableTypes(game.position(), game.rules()));
      const size_t side = static_cast<size_t>(Index(game.turn()));
      memories[side].Note(rules::ViewOf(game, rules::SeatOf(game.turn())), game.rules());
      if (game.NameAwaited()) {
        game.SetName(NameType(&brain, Guess(game, memories[side]), game.NameableTypes(), 100));
      }
      const Knowledge known = Guess(game, memories[side]);
      ASSERT_EQ(known.moves().size(), game.LegalMoves().size()) << set;
      ASSERT_TRUE(game.Play(player.Choose(known, 3, 5).best).ok()) << set;
    }
  }
}

}  // namespace
}  // namespace chess::search
