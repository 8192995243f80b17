// Men with several powers, royal men that are no kings, sides without one, moves beyond the powers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/core/edit.h"
#include "rules/core/moves.h"
#include "rules/game/test_support.h"
#include "rules/rules/pocket.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;
using testing::Texts;
using ::testing::UnorderedElementsAre;

Square Sq(std::string_view text) { return *ParseSquare(text); }

// Powers by letter: "RP".
Powers Of(std::string_view letters) {
  Powers powers = 0;
  for (char c : letters) powers |= Bit(*RoleOf(c));
  return powers;
}

// The position with other powers for the man on a square; ep as it would be on Morphing.
Position With(Position p, std::string_view square, std::string_view letters) {
  SetPowers(&p, Sq(square), Of(letters));
  return p;
}

RuleSet Morphing() { return RuleSet().OnKernel(Kernel::kMorphing); }

// Legal moves of the man on a square, as UCI targets with the kind where it is not plain.
std::vector<std::string> From(const Position& p, const RuleSet& rules, std::string_view square) {
  std::vector<std::string> texts;
  for (Move m : LegalMoves(p, rules)) {
    if (m.is_drop() || m.from() != Sq(square)) continue;
    std::string text = ToText(m.to());
    if (m.kind() == MoveKind::kDoubleStep) text += " double";
    if (m.kind() == MoveKind::kEnPassant) text += " ep";
    if (m.kind() == MoveKind::kBonus) text += " bonus";
    if (m.kind() == MoveKind::kCastle) text += " castle";
    if (m.is_promotion()) text += std::string("=") + LetterOf(m.promotion());
    texts.push_back(text);
  }
  return texts;
}

TEST(Powers, MakeOneMoveToASquareThatTwoOfThemReach) {
  const Position p = With(At("k7/8/8/8/8/8/8/K2Q4 w - - 0 1"), "d1", "QRN");
  const std::vector<std::string> moves = From(p, Morphing(), "d1");
  // b1 c1 e1–h1, the d file, two diagonals; and four leaps.
  EXPECT_EQ(moves.size(), 6u + 7 + 7 + 4);
  EXPECT_EQ(CountLegalMoves(p, Morphing()), static_cast<int>(moves.size()) + 3);
}

TEST(Powers, OfAPawnWinTheDoubleStepOverTheRooksMove) {
  const Position p = With(At("7k/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e2", "RP");
  EXPECT_THAT(From(p, Morphing(), "e2"),
              UnorderedElementsAre("e3", "e4 double", "e5", "e6", "e7", "e8", "a2", "b2", "c2",
                                   "d2", "f2", "g2", "h2"));
  const Position next = After(p, Morphing(), *Find(p, Morphing(), Sq("e2"), Sq("e4")));
  EXPECT_EQ(next.ep, Sq("e3"));
  EXPECT_EQ(next.key, FullKey(next));
  const Position taken = After(next, Morphing(), *Find(next, Morphing(), Sq("d4"), Sq("e3")));
  EXPECT_TRUE(taken.empty(Sq("e4")));
  EXPECT_EQ(taken.of(Role::kRook), 0u);
}

TEST(Powers, OfAPawnWinEnPassantOverTheBishopsMove) {
  const Position p = With(At("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5", "BP");
  const std::optional<Move> m = Find(p, Morphing(), Sq("e5"), Sq("d6"));
  ASSERT_TRUE(m.has_value());
  EXPECT_EQ(m->kind(), MoveKind::kEnPassant);
  EXPECT_EQ(From(p, Morphing(), "e5").size(), 7u + 6 + 1);  // two diagonals, d6 on one of them; e6
}

TEST(Powers, LeaveTheBishopsMoveWhereEnPassantWouldUncoverTheKing) {
  // Both pawns would leave the fifth rank; the bishop's step leaves d5 where it stands.
  Position p = With(At("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"), "e5", "BP");
  p.ep = Sq("d6");
  const std::optional<Move> m = Find(p, Morphing(), Sq("e5"), Sq("d6"));
  ASSERT_TRUE(m.has_value());
  EXPECT_EQ(m->kind(), MoveKind::kNormal);
}

TEST(Powers, WithAPawnAmongThemReachTheLastRankAsTheyAre) {
  const Position p = With(At("7k/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e7", "NP");
  EXPECT_THAT(From(p, Morphing(), "e7"),
              UnorderedElementsAre("e8", "c8", "c6", "d5", "f5", "g6", "g8"));
}

TEST(Powers, PinAndCheckByEachOfThem) {
  // The rook on b4 is a bishop too: it pins c3 and checks along nothing else.
  const Position pinned = With(At("4k3/8/8/8/1r6/2N5/8/4K3 w - - 0 1"), "b4", "RB");
  EXPECT_TRUE(From(pinned, Morphing(), "c3").empty());
  const Position check = With(At("4k3/8/8/8/1r6/8/8/4K3 w - - 0 1"), "b4", "RB");
  EXPECT_EQ(Checkers(check, Morphing()), Bit(Sq("b4")));
}

TEST(HalfMoves, AreResetByMenThatAreNothingButPawns) {
  const RuleSet rules = Morphing();
  const Position pawn = At("4k3/8/8/8/8/8/4P3/4K3 w - - 7 1");
  const Move step = *Find(pawn, rules, Sq("e2"), Sq("e3"));
  EXPECT_EQ(After(pawn, rules, step).halfmoves, 0);
  EXPECT_EQ(After(With(pawn, "e2", "NP"), rules, step).halfmoves, 8);
  Position royal = At("4k3/8/8/8/8/8/8/4K3 w - - 7 1");
  SetPowers(&royal, Sq("e1"), Of("P"));
  EXPECT_EQ(After(royal, rules, *Find(royal, rules, Sq("e1"), Sq("e2"))).halfmoves, 0);
}

TEST(RoyalKnight, MovesOnlyAsAKnightAndNeverIntoAttack) {
  const Position p = With(At("3rk3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1", "N");
  // d3 is attacked; nobody castles who does not move as a king.
  EXPECT_THAT(From(p, Morphing(), "e1"), UnorderedElementsAre("c2", "f3", "g2"));
}

TEST(RoyalKnight, IsCheckedAndPinnedForAndGivesCheck) {
  const Position check = With(At("4k3/4r3/8/8/8/8/3P4/4K3 w - - 0 1"), "e1", "N");
  EXPECT_EQ(Checkers(check, Morphing()), Bit(Sq("e7")));
  EXPECT_TRUE(From(check, Morphing(), "d2").empty());
  const Position pin = With(At("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"), "e1", "N");
  EXPECT_TRUE(From(pin, Morphing(), "e2").empty());
  const Position gives = With(At("4k3/8/8/5K2/8/8/8/8 w - - 0 1"), "f5", "N");
  const Move leap = *Find(gives, Morphing(), Sq("f5"), Sq("d6"));
  EXPECT_TRUE(GivesCheck(gives, Morphing(), leap));
  EXPECT_EQ(Checkers(After(gives, Morphing(), leap), Morphing()), Bit(Sq("d6")));
}

TEST(RoyalPawn, HasNoDoubleStepAndNoEnPassant) {
  const Position home = With(At("4k3/8/8/8/8/3p4/4K3/8 w - - 0 1"), "e2", "P");
  EXPECT_THAT(From(home, Morphing(), "e2"), UnorderedElementsAre("d3", "e3"));
  Position beside = With(At("4k3/8/8/3pK3/8/8/8/8 w - - 0 1"), "e5", "P");
  beside.ep = Sq("d6");
  EXPECT_THAT(From(beside, Morphing(), "e5"), UnorderedElementsAre("e6"));
}

TEST(RoyalPawn, BecomesAQueenWithoutALetter) {
  const RuleSet rules = Set("cannibal");
  const Position p = With(At("7k/8/8/8/8/8/8/K7 w - - 0 1"), "a1", "P");
  Position on_seventh = p;
  MoveMan(&on_seventh, Sq("a1"), Sq("a7"), Of("P"));
  EXPECT_FALSE(Find(on_seventh, rules, Sq("a7"), Sq("a8"), Role::kQueen).has_value());
  const std::optional<Move> step = Find(on_seventh, rules, Sq("a7"), Sq("a8"));
  ASSERT_TRUE(step.has_value());
  const Position next = After(on_seventh, rules, *step);
  EXPECT_EQ(next.PowersAt(Sq("a8")), Bit(Role::kQueen));
  EXPECT_EQ(next.royal & next.of(Color::kWhite), Bit(Sq("a8")));
  EXPECT_EQ(next.key, FullKey(next));
}

TEST(RoyalMan, ThatLosesItsKingsPowerLosesItsRights) {
  const RuleSet rules = Set("cannibal");
  const Position p = At("4k3/8/8/8/8/8/4n3/4K2R w K - 0 1", "cannibal");
  const Position next = After(p, rules, *Find(p, rules, Sq("e1"), Sq("e2")));
  EXPECT_EQ(next.PowersAt(Sq("e2")), Bit(Role::kKnight));
  EXPECT_EQ(next.unmoved, 0u);
}

TEST(Kingless, SideIsNeverInCheckAndLeavesAnything) {
  Position p = At("4k3/8/8/8/8/8/4N3/8 w - - 0 1", "horde");
  const RuleSet rules = Set("horde");
  EXPECT_EQ(p.RoyalSquare(Color::kWhite), kNoSquare);
  EXPECT_EQ(Checkers(p, rules), 0u);
  EXPECT_EQ(CountLegalMoves(p, rules), 6);
  p.turn = Color::kBlack;
  EXPECT_EQ(CountLegalMoves(p, rules), 5);
}

TEST(Horde, StepsTwoSquaresFromTheFirstRankWithoutEnPassant) {
  const RuleSet rules = Set("horde");
  const Position p = At("4k3/8/8/8/8/1p6/8/P7 w - - 0 1", "horde");
  const std::optional<Move> m = Find(p, rules, Sq("a1"), Sq("a3"));
  ASSERT_TRUE(m.has_value());
  EXPECT_EQ(m->kind(), MoveKind::kDoubleStep);
  EXPECT_EQ(After(p, rules, *m).ep, kNoSquare);
}

Position Marked(Position p, std::string_view square) {
  SetSlot(&p, kMarksSlot, p.slots[kMarksSlot] | Bit(Sq(square)));
  return p;
}

TEST(Bonus, IsOfferedOnlyWhereNoOrdinaryMoveGoes) {
  const RuleSet rules = Set("upgraded");
  Position p = Marked(At("4k3/8/8/8/8/8/1p6/R3K3 w - - 3 1"), "a1");
  EXPECT_TRUE(Find(p, rules, Sq("a1"), Sq("a2"))->kind() == MoveKind::kNormal);
  EXPECT_FALSE(Find(p, rules, Sq("a1"), Sq("b2")).has_value());  // it never captures
  p = Marked(At("4k3/8/8/8/8/8/8/R3K3 w - - 3 1"), "a1");
  const Move bonus = *Find(p, rules, Sq("a1"), Sq("b2"));
  EXPECT_EQ(bonus.kind(), MoveKind::kBonus);
  const Position next = After(p, rules, bonus);
  EXPECT_EQ(next.slots[kMarksSlot], Bit(Sq("b2")));
  EXPECT_EQ(next.halfmoves, 4);
  EXPECT_EQ(next.key, FullKey(next));
}

TEST(Bonus, NeverLeavesTheKingAttacked) {
  const RuleSet rules = Set("upgraded");
  const Position pinned = Marked(At("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1"), "e2");
  for (const std::string& to : From(pinned, rules, "e2")) EXPECT_EQ(to[0], 'e') << to;
  const Position teleport = Marked(At("4k3/8/8/8/8/8/7r/K7 w - - 0 1"), "a1");
  EXPECT_THAT(From(teleport, rules, "a1"), UnorderedElementsAre("b1", "c1 bonus", "a3 bonus"));
}

TEST(Bonus, AnswersAnOrdinaryCheck) {
  const RuleSet rules = Set("upgraded");
  // The marked rook steps between: the only answer besides the king's.
  const Position p = Marked(At("4k3/8/8/8/4r3/8/3R4/3NKB2 w - - 0 1"), "d2");
  EXPECT_THAT(From(p, rules, "d2"), UnorderedElementsAre("e2", "e3 bonus"));
}

TEST(Bonus, OfAPawnDoesNotResetTheMoveCounter) {
  const RuleSet rules = Set("upgraded");
  const Position p = Marked(At("4k3/8/8/8/3P4/8/8/4K3 w - - 9 1"), "d4");
  EXPECT_THAT(From(p, rules, "d4"), UnorderedElementsAre("d5", "c4 bonus", "e4 bonus", "d3 bonus"));
  EXPECT_EQ(After(p, rules, *Find(p, rules, Sq("d4"), Sq("d3"))).halfmoves, 10);
  EXPECT_EQ(After(p, rules, *Find(p, rules, Sq("d4"), Sq("d5"))).halfmoves, 0);
}

TEST(Promotion, WithoutALetterIsAQueenOnlyWhereTheRulesSaySo) {
  const Position p = At("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_FALSE(Find(p, RuleSet(), Sq("e7"), Sq("e8")).has_value());
  const std::optional<Move> m = Find(p, Set("upgraded"), Sq("e7"), Sq("e8"));
  ASSERT_TRUE(m.has_value());
  EXPECT_EQ(m->promotion(), Role::kQueen);
  EXPECT_EQ(Find(p, Set("upgraded"), Sq("e7"), Sq("e8"), Role::kKnight)->promotion(),
            Role::kKnight);
}

TEST(Promotion, ComesToWhoeverStealsAPawnOnItsLastRank) {
  const RuleSet rules = Set("identity_steal");
  Position p = At("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  PutMan(&p, Color::kBlack, Sq("a8"), Of("P"));
  EXPECT_FALSE(Find(p, rules, Sq("a1"), Sq("a8")).has_value());
  const Move m = *Find(p, rules, Sq("a1"), Sq("a8"), Role::kKnight);
  const Position next = After(p, rules, m);
  EXPECT_EQ(next.PowersAt(Sq("a8")), Bit(Role::kKnight));
  EXPECT_EQ(next.key, FullKey(next));
}

TEST(Promotion, IsNoneWhereAPawnStealsSomethingElseThere) {
  const RuleSet rules = Set("identity_steal");
  const Position p = At("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_THAT(From(p, rules, "e7"), UnorderedElementsAre("d8"));
  const Position next = After(p, rules, *Find(p, rules, Sq("e7"), Sq("d8")));
  EXPECT_EQ(next.PowersAt(Sq("d8")), Bit(Role::kKnight));
}

Position InHandOf(Position p, Color color, Role role) {
  AddToHand(&p, color, role);
  return p;
}

TEST(Drop, AnswersACheckBySteppingBetween) {
  const RuleSet rules = Set("crazyhouse");
  const Position p = InHandOf(At("4k3/8/8/8/4r3/8/8/4K3 w - - 5 1"), Color::kWhite, Role::kKnight);
  EXPECT_TRUE(FindDrop(p, rules, Role::kKnight, Sq("e2")).has_value());
  EXPECT_TRUE(FindDrop(p, rules, Role::kKnight, Sq("e3")).has_value());
  EXPECT_FALSE(FindDrop(p, rules, Role::kKnight, Sq("a1")).has_value());
  EXPECT_FALSE(FindDrop(p, rules, Role::kBishop, Sq("e2")).has_value());
}

TEST(Drop, OfAPawnResetsTheMoveCounterOfAnotherManDoesNot) {
  const RuleSet rules = Set("crazyhouse");
  Position p = InHandOf(At("4k3/8/8/8/8/8/8/4K3 w - - 5 1"), Color::kWhite, Role::kKnight);
  p = InHandOf(p, Color::kWhite, Role::kPawn);
  const Position knight = After(p, rules, *FindDrop(p, rules, Role::kKnight, Sq("a3")));
  EXPECT_EQ(knight.halfmoves, 6);
  EXPECT_EQ(InHand(knight, Color::kWhite, Role::kKnight), 0);
  EXPECT_EQ(knight.key, FullKey(knight));
  EXPECT_EQ(After(p, rules, *FindDrop(p, rules, Role::kPawn, Sq("a3"))).halfmoves, 0);
  EXPECT_FALSE(FindDrop(p, rules, Role::kPawn, Sq("a1")).has_value());
}

TEST(Unguarded, TakesTheKingAndCastlesThroughAttack) {
  const RuleSet rules = Set("fog_of_war");
  const Position p = At("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1");
  const Position next = After(p, rules, *Find(p, rules, Sq("e7"), Sq("e8")));
  EXPECT_EQ(next.RoyalSquare(Color::kBlack), kNoSquare);
  EXPECT_EQ(next.key, FullKey(next));
  const Position castle = At("4k1r1/8/8/8/4r3/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(Find(castle, rules, Sq("e1"), Sq("g1")).has_value());
  EXPECT_EQ(Checkers(castle, rules), 0u);
}

TEST(Unguarded, TakenKingTakesItsRightsAlong) {
  const RuleSet rules = Set("fog_of_war");
  const Position p = At("r3k3/4Q3/8/8/8/8/8/4K3 w q - 0 1");
  const Position next = After(p, rules, *Find(p, rules, Sq("e7"), Sq("e8")));
  EXPECT_EQ(next.unmoved, 0u);
  EXPECT_EQ(next.key, FullKey(next));
}

TEST(MustCapture, LeavesOnlyCapturesAndCountsEnPassant) {
  const RuleSet rules = Set("antichess");
  Position p = At("8/8/8/3pP3/8/8/8/R7 w - - 0 1", "antichess");
  const int free = CountLegalMoves(p, rules);
  EXPECT_GT(free, 10);
  p.ep = Sq("d6");
  EXPECT_THAT(Texts(p, rules), UnorderedElementsAre("e5d6"));
}

TEST(Volatile, AnExplosionTakesTheCastlingRookAndItsRight) {
  const RuleSet rules = Set("atomic");
  // Taking on b1 blows up a1; the king on e1 stands too far away.
  const Position p = At("4k3/8/8/8/8/n7/8/RN2K2R b KQ - 0 1", "atomic");
  const Position next = After(p, rules, *Find(p, rules, Sq("a3"), Sq("b1")));
  EXPECT_TRUE(next.empty(Sq("a1")));
  EXPECT_EQ(next.unmoved, Bit(Sq("h1")));
  EXPECT_EQ(next.key, FullKey(next));
}

TEST(Volatile, CastlesThroughSquaresThatOnlyTheAdjacentKingTouches) {
  const Position p = At("8/8/8/8/8/8/6k1/4K2R w K - 0 1", "atomic");
  EXPECT_TRUE(Find(p, Set("atomic"), Sq("e1"), Sq("g1")).has_value());
}

TEST(MustNotCheck, RefusesChecksOfEveryKind) {
  const RuleSet rules = Set("racing_kings");
  // Direct (h1h8), and by opening the first rank's line (the bishop leaves the rook's file).
  const Position p = At("k7/8/8/8/8/8/B6R/R6K w - - 0 1", "racing_kings");
  for (const std::string& to : From(p, rules, "a2")) ADD_FAILURE() << to;
  EXPECT_FALSE(Find(p, rules, Sq("h2"), Sq("h8")).has_value());
  EXPECT_TRUE(Find(p, rules, Sq("h2"), Sq("h7")).has_value());
}

}  // namespace
}  // namespace chess::rules
