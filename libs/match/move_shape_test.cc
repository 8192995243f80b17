// Moves that a damaged log may hold.

#include "match/move_shape.h"

#include <gtest/gtest.h>

#include "rules/game/test_support.h"

namespace chess::match {
namespace {

using rules::Move;
using rules::MoveKind;
using rules::Role;

rules::Square At(const char* name) { return *rules::ParseSquare(name); }

bool Can(const char* fen, Move move, const char* set = "standard") {
  return CanBeCarriedOut(rules::testing::At(fen, set), rules::testing::Set(set), move);
}

constexpr char kMiddle[] = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";

TEST(MoveShape, LegalMovesOfManySetsCanBeMade) {
  for (const char* set : {"standard", "atomic", "crazyhouse", "fog_of_war", "antichess", "horde",
                          "racing_kings", "upgraded", "identity_append", "cannibal"}) {
    const auto game = rules::Game::Start(rules::testing::Set(set));
    ASSERT_TRUE(game.ok());
    for (const Move move : game->LegalMoves()) {
      EXPECT_TRUE(CanBeCarriedOut(game->position(), game->rules(), move)) << set;
    }
  }
  const auto position = rules::testing::At(kMiddle);
  for (const Move move : rules::LegalMoves(position, rules::RuleSet())) {
    EXPECT_TRUE(Can(kMiddle, move)) << rules::WriteUciKingTakesRook(move);
  }
}

TEST(MoveShape, DamagedMovesCannot) {
  EXPECT_FALSE(Can(kMiddle, Move()));
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("e3"), At("e4")))) << "an empty square";
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("d5"), At("d4")))) << "the opponent's man";
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("a1"), At("e1")))) << "onto an own man";
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("e5"), At("e8")))) << "takes the king";
  EXPECT_FALSE(Can("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", Move::Make(At("e2"), At("d3"))))
      << "leaves its king to be taken";
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("e1"), At("d5"), MoveKind::kCastle)));
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("e5"), At("d1"), MoveKind::kEnPassant)));
  EXPECT_FALSE(Can(kMiddle, Move::Make(At("e5"), At("f6"), MoveKind::kEnPassant)));
  EXPECT_FALSE(
      Can(kMiddle, Move::FromRaw(static_cast<uint16_t>(At("e5") | At("e6") << 6 | 6 << 12))))
      << "a kind that does not exist";
  EXPECT_FALSE(Can(kMiddle, Move::Promote(At("e5"), At("e6"), static_cast<Role>(7))));
  EXPECT_FALSE(Can(kMiddle, Move::Drop(static_cast<Role>(7), At("e6"))));
  EXPECT_FALSE(Can(kMiddle, Move::Drop(Role::kKnight, At("d5"))));
  EXPECT_FALSE(Can(kMiddle, Move::Drop(Role::kKnight, At("e6")))) << "no rule has drops";
  constexpr char kHand[] = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
  EXPECT_TRUE(Can(kHand, Move::Drop(Role::kKnight, At("e6")), "crazyhouse"));
  EXPECT_FALSE(Can(kHand, Move::Drop(Role::kQueen, At("e6")), "crazyhouse")) << "not in hand";
}

TEST(MoveShape, AKingIsTakenWhereNothingGuardsIt) {
  constexpr char kOpen[] = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1";
  EXPECT_TRUE(Can(kOpen, Move::Make(At("e1"), At("e8")), "fog_of_war"));
  EXPECT_FALSE(Can(kOpen, Move::Make(At("e1"), At("e8")), "atomic"));
}

}  // namespace
}  // namespace chess::match
