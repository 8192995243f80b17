// What dice and brain leave to choose from. The rules are made up here: only the traits matter.

#include "rules/game/choice.h"

#include <gtest/gtest.h>

#include "rules/game/setup.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::After;
using testing::At;

constexpr Rule kRolling = {.key = "rolling", .title = "Rolling", .traits = kTraitRolls};
constexpr Rule kNaming = {.key = "naming", .title = "Naming", .traits = kTraitNames};

RuleSet Of(std::initializer_list<RuleSet::Member> members) {
  base::Result<RuleSet> set = RuleSet::Of({members.begin(), members.size()});
  CHESS_CHECK(set.ok());
  return *set;
}

const RuleSet kDiceSet = Of({{&kRolling}});
const RuleSet kBrainSet = Of({{&kNaming}});
const RuleSet kBoth = Of({{&kRolling}, {&kNaming}});

constexpr Powers kPawn = Bit(Role::kPawn), kKnight = Bit(Role::kKnight), kRook = Bit(Role::kRook),
                 kBishop = Bit(Role::kBishop), kKing = Bit(Role::kKing);

TEST(MovableTypes, AreThoseWithALegalMove) {
  EXPECT_EQ(MovableTypes(StandardArray(), RuleSet()), kPawn | kKnight);
  // The knight is pinned, the bishop shut in.
  const Position p = At("4r2k/8/8/8/8/8/1P2N3/B3K3 w - - 0 1");
  EXPECT_EQ(MovableTypes(p, RuleSet()), kPawn | kKing);
}

TEST(MovableTypes, OfAManWithSeveralPowersAreAllOfThem) {
  Position p = At("7k/8/8/8/8/8/8/K2R4 w - - 0 1");
  p.roles[Index(Role::kKnight)] |= Bit(*ParseSquare("d1"));
  EXPECT_EQ(TypesAt(p, *ParseSquare("d1")), kRook | kKnight);
}

TEST(MovableTypes, OfARoyalManAreKingOnly) {
  Position p = At("7k/8/8/8/8/8/8/K7 w - - 0 1");
  p.roles[Index(Role::kKing)] ^= Bit(*ParseSquare("a1"));
  p.roles[Index(Role::kKnight)] |= Bit(*ParseSquare("a1"));
  EXPECT_EQ(TypesAt(p, *ParseSquare("a1")), kKing);
}

TEST(MovableTypes, CountADropAsWhatIsDropped) {
  EXPECT_EQ(TypesOf(StandardArray(), Move::Drop(Role::kBishop, *ParseSquare("e4"))), kBishop);
}

TEST(Roll, IsDrawnOnlyFromMoreThanThreeTypes) {
  EXPECT_FALSE(RollMatters(StandardArray(), kDiceSet, kPawn | kKnight));
  const Position three = At("4k3/8/8/8/8/8/4P3/4KN2 w - - 0 1");
  EXPECT_FALSE(RollMatters(three, kDiceSet, MovableTypes(three, kDiceSet)));
  const Position four = At("4k3/8/8/8/8/8/4P3/R3KN2 w - - 0 1");
  EXPECT_TRUE(RollMatters(four, kDiceSet, MovableTypes(four, kDiceSet)));
}

TEST(Roll, IsNotDrawnForTwoMenWithManyPowers) {
  Position p = At("7k/8/8/8/8/8/8/K2R4 w - - 0 1");
  for (const Role r : {Role::kKnight, Role::kBishop, Role::kPawn}) {
    p.roles[Index(r)] |= Bit(*ParseSquare("d1"));
  }
  const Powers movable = TypesAt(p, *ParseSquare("d1")) | kKing;
  EXPECT_FALSE(RollMatters(p, kDiceSet, movable));
  p = At("7k/8/8/8/8/8/8/K2R3R w - - 0 1");
  EXPECT_TRUE(RollMatters(p, kDiceSet, movable));
}

TEST(Roll, NumbersAllPairsInTheOrderOfTheirRoles) {
  const Powers movable = kPawn | kBishop | kRook | kKing;
  ASSERT_EQ(RollChoices(movable), 6);
  const Powers pairs[] = {kPawn | kBishop, kPawn | kRook,   kPawn | kKing,
                          kBishop | kRook, kBishop | kKing, kRook | kKing};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(RollAt(movable, i), pairs[i]) << i;
  EXPECT_EQ(RollChoices(kAllRoles), 15);
}

TEST(Dice, NothingMayBePlayedBeforeTheRoll) {
  Game game = Game::StartAt(kDiceSet, StandardArray());
  EXPECT_TRUE(game.RollAwaited());
  EXPECT_TRUE(game.LegalMoves().empty());
  const Move e4 = testing::Uci(game.position(), game.rules(), "e2e4");
  EXPECT_EQ(game.Play(e4).error().reason, "CHOICE_AWAITED");
  game.SetRoll(kPawn | kKnight);
  EXPECT_EQ(game.LegalMoves().size(), 20u);
  EXPECT_TRUE(game.Play(e4).ok());
  EXPECT_TRUE(game.RollAwaited());
}

TEST(Dice, LetOnlyRolledTypesMove) {
  Game game = Game::StartAt(kDiceSet, At("4k3/8/8/8/8/8/4P3/R3KN2 w Q - 0 1"));
  game.SetRoll(kPawn | kKnight);
  for (const Move m : game.LegalMoves()) {
    EXPECT_EQ(TypesOf(game.position(), m) & ~(kPawn | kKnight), 0);
  }
  const Move castle = testing::Uci(game.position(), game.rules(), "e1c1");
  EXPECT_EQ(game.Play(castle).error().reason, "DICE_FORBIDS");
  game.SetRoll(kPawn | kKing);
  EXPECT_TRUE(game.Play(castle).ok());
}

TEST(Brain, NamesATypeThatMustMove) {
  Game game = Game::StartAt(kBrainSet, StandardArray());
  EXPECT_FALSE(game.RollAwaited());
  EXPECT_TRUE(game.NameAwaited());
  EXPECT_EQ(game.NameableTypes(), kPawn | kKnight);
  game.SetName(Role::kKnight);
  EXPECT_EQ(game.LegalMoves().size(), 4u);
  const Move e4 = testing::Uci(game.position(), game.rules(), "e2e4");
  EXPECT_EQ(game.Play(e4).error().reason, "BRAIN_FORBIDS");
  EXPECT_TRUE(game.Play(testing::Uci(game.position(), game.rules(), "g1f3")).ok());
  EXPECT_TRUE(game.NameAwaited());
}

TEST(Brain, ChoosesOnlyAmongRolledTypes) {
  Game game = Game::StartAt(kBoth, At("4k3/8/8/8/8/8/4P3/R3KN2 w - - 0 1"));
  EXPECT_TRUE(game.RollAwaited());
  EXPECT_FALSE(game.NameAwaited());
  game.SetRoll(kRook | kKnight);
  EXPECT_TRUE(game.NameAwaited());
  EXPECT_EQ(game.NameableTypes(), kRook | kKnight);
  game.SetName(Role::kRook);
  for (const Move m : game.LegalMoves()) EXPECT_EQ(TypesOf(game.position(), m), kRook);
}

TEST(Choice, MateIsJudgedBeforeTheRoll) {
  const Game game = After("", {"f2f3", "e7e5", "g2g4", "d8h4"});
  const Game rolled = Game::StartAt(kBoth, game.position());
  EXPECT_EQ(rolled.outcome().reason, EndReason::kCheckmate);
  EXPECT_FALSE(rolled.RollAwaited());
  EXPECT_FALSE(rolled.NameAwaited());
  EXPECT_EQ(rolled.NameableTypes(), 0);
}

TEST(Choice, EndsWithTheMoveAndWithATakeback) {
  Game game = Game::StartAt(kBrainSet, StandardArray());
  game.SetName(Role::kPawn);
  game.PlayLegal(testing::Uci(game.position(), game.rules(), "e2e4"));
  EXPECT_EQ(game.choice(), Choice());
  game.SetName(Role::kKnight);
  game.Undo(1);
  EXPECT_EQ(game.choice(), Choice());
}

}  // namespace
}  // namespace chess::rules
