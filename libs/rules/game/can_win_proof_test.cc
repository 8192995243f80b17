// Proofs of who can still win: known positions, thousands of generated ones against a judge that
// sees everything, and every mating line that was found, played to its end.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "rules/game/can_win_static.h"
#include "rules/game/setup.h"
#include "rules/game/test_support.h"
#include "rules/testing/exhaustive.h"
#include "rules/testing/locked_positions.h"

namespace chess::rules {
namespace {

using testing::At;

struct Known {
  std::string_view fen;
  CanWinAnswer white, black;
};
constexpr CanWinAnswer kYes = CanWinAnswer::kYes, kNo = CanWinAnswer::kNo;

class KnownPosition : public ::testing::TestWithParam<Known> {};

TEST_P(KnownPosition, IsDecided) {
  const Position p = At(GetParam().fen);
  const RuleSet rules;
  EXPECT_EQ(CanWin(p, rules, Color::kWhite), GetParam().white);
  EXPECT_EQ(CanWin(p, rules, Color::kBlack), GetParam().black);
  const bool dead = GetParam().white == kNo && GetParam().black == kNo;
  EXPECT_EQ(IsDead(p, rules, CountLegalMoves(p, rules)), dead);
}

INSTANTIATE_TEST_SUITE_P(
    Table, KnownPosition,
    ::testing::Values(
        Known{"4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K2B w - - 0 1", kNo, kNo},    // all shut
        Known{"4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K2R w - - 0 1", kYes, kYes},  // Rb4 opens it
        Known{"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", kNo, kNo},            // a wall
        Known{"4k3/8/8/p1p3p1/P1P3P1/8/8/4K3 w - - 0 1", kYes, kYes},              // kings go round
        Known{"k7/1p6/pPp5/2p1p3/P1P1P1p1/6P1/8/3K4 w - - 0 1", kNo, kNo},         // moves to spare
        Known{"7k/8/8/8/8/8/6q1/7K w - - 0 1", kNo, kNo},                          // forced capture
        Known{"7k/8/8/8/8/8/6q1/6K1 w - - 0 1", kNo, kNo},                         // the same
        Known{"6kq/8/8/8/8/8/6q1/7K w - - 0 1", kNo, kYes},  // and a queen is left
        Known{"8/8/8/8/1p4k1/1Pp1p1p1/2P1PpP1/1B1K1Bb1 w - - 0 1", kNo, kNo},   // boxed men
        Known{"Bk6/1P6/1P6/8/5p1p/P7/RPPP1P1P/4K3 w - - 0 1", kNo, kNo},        // stalemate soon
        Known{"1Bb1N1k1/1pPpPpPp/1P1P1PbP/8/8/8/8/6K1 w - - 0 1", kNo, kNo},    // one bishop roams
        Known{"2b1k3/1p6/1Pp5/p1Pp4/P1pP4/1pP5/pP6/K1B5 w - - 0 1", kNo, kNo},  // no two blockers
        Known{"3k4/p1p5/8/8/8/4p1p1/P1P1P1P1/5BRK w - - 0 1", kNo, kNo},        // no time
        Known{"1k6/1P1p1p1p/BP6/1P1P3p/5P2/8/6KP/8 b - - 0 1", kYes, kNo},      // no time for one
        Known{"8/8/8/6p1/6P1/4p1PK/3pPp1p/4Rnkr b - - 0 1", kNo, kYes},
        Known{"8/8/8/8/8/8/2k5/K7 w - - 0 1", kNo, kNo}));

TEST(CanWin, KeepsEnPassantInMind) {
  // The wall opens only by taking in passing; without the right it stays shut.
  const RuleSet rules;
  const Position shut = At("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
  const Position open = At("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - c6 0 1");
  EXPECT_EQ(CanWin(shut, rules, Color::kWhite), kNo);
  EXPECT_EQ(CanWin(open, rules, Color::kWhite), kYes);
}

TEST(Game, IsDeadAtOnceAfterAQuietMoveThatForcesACapture) {
  const Game game = testing::After("7k/8/8/8/8/8/q7/7K b - - 0 1", {"a2g2"});
  EXPECT_EQ(game.outcome(), Draw(EndReason::kDeadPosition));
}

TEST(Game, IsDeadWhenTheLastHoleIsShut) {
  Game game = testing::After("4k3/6p1/8/p1p1p3/P1P1P1P1/8/8/4K3 b - - 0 1", {});
  EXPECT_FALSE(game.over());
  testing::PlayAll(&game, {"g7g5"});
  EXPECT_EQ(game.outcome(), Draw(EndReason::kDeadPosition));
}

TEST(LossOutcome, IsADrawWhereAWallShutsTheOpponentOut) {
  const Position p = At("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1");
  EXPECT_EQ(LossOutcome(p, RuleSet(), Color::kBlack, EndReason::kTimeout),
            Draw(EndReason::kTimeout));
}

TEST(PawnsAreLocked, IsAboutPassedPawnsAndMeetings) {
  EXPECT_FALSE(PawnsAreLocked(At("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
  EXPECT_FALSE(PawnsAreLocked(StandardArray()));
  EXPECT_TRUE(PawnsAreLocked(At("4k3/p1p5/8/8/8/8/P1P5/4K3 w - - 0 1")));
  EXPECT_FALSE(PawnsAreLocked(At("4k3/p1p5/8/8/8/8/P2P4/4K3 w - - 0 1")));  // c and d meet
  EXPECT_FALSE(PawnsAreLocked(At("4k3/p7/8/8/8/8/P1P5/4K3 w - - 0 1")));    // c is passed
  EXPECT_TRUE(PawnsAreLocked(At("4k3/8/8/3p4/2pP4/2P5/8/4K3 w - - 0 1")));  // a chain
}

// Many more tries with CHESS_LONG=1.
bool Long() { return std::getenv("CHESS_LONG") != nullptr; }

// Plays a line and says what is wrong with it as a proof that `side` can mate; empty: nothing. On
// the way the static proof must never say that mate is out of reach.
std::string FaultOf(const std::vector<Move>& line, Position p, const RuleSet& rules, Color side) {
  for (Move m : line) {
    if (MateIsOutOfReach(p, side)) return "out of reach at " + WriteFen(p, rules);
    if (!IsLegal(p, rules, m)) return "illegal " + WriteUci(m, rules) + " at " + WriteFen(p, rules);
    Play(&p, rules, m);
  }
  const bool mate = p.turn != side && InCheck(p, rules) && !HasLegalMove(p, rules);
  return mate ? "" : "no mate at " + WriteFen(p, rules);
}

struct Tally {
  int decided = 0;
  int checked = 0;  // answers that the judge could confirm
  std::vector<int> moves;
};

void Try(uint64_t seed, size_t judge_positions, Tally* tally) {
  const RuleSet rules;
  const Position p = testing::LockedPosition(seed);
  SCOPED_TRACE("seed " + std::to_string(seed) + ": " + WriteFen(p, rules));
  const testing::Exhaustive truth = testing::SeeEverything(p, rules, judge_positions);
  bool decided = true;
  CanWinAnswer answers[2];
  for (Color side : kColors) {
    std::vector<Move> line;
    const CanWinAnswer answer = CanWin(p, rules, side, &line, kProofMovesInPlay);
    answers[Index(side)] = answer;
    decided = decided && answer != CanWinAnswer::kUnproven;
    if (answer == kYes) {
      EXPECT_EQ(FaultOf(line, p, rules, side), "");
    }
    const std::optional<bool>& can = truth.can_win[Index(side)];
    if (!can) continue;
    EXPECT_NE(answer, *can ? kNo : kYes) << NameOf(side);
    if (MateIsOutOfReach(p, side)) {
      EXPECT_FALSE(*can) << NameOf(side);
    }
    ++tally->checked;
  }
  tally->decided += decided;
  if (answers[0] == kNo && answers[1] == kNo) {
    EXPECT_TRUE(MayBeDead(p, rules, CountLegalMoves(p, rules)));
  }
}

TEST(CanWin, DecidesLockedAndNearlyLockedPositionsAndIsNeverWrong) {
  const int positions = Long() ? 4'000 : 1'200;
  const size_t judge = Long() ? 50'000 : 8'000;
  Tally tally;
  for (int i = 0; i < positions; ++i) Try(static_cast<uint64_t>(i), judge, &tally);
  EXPECT_GE(tally.decided * 100, positions * 95);
  EXPECT_GE(tally.checked * 5, positions);
  RecordProperty("decided", tally.decided);
  RecordProperty("checked", tally.checked);
}

// Games played at random, with captures preferred: castling, promotions, pawns taken in passing.
TEST(CanWin, ShowsLegalMatesFromPositionsOfRandomGames) {
  int lines = 0;
  for (int game = 0; game < (Long() ? 2'000 : 60); ++game) {
    testing::Dice dice(static_cast<uint64_t>(game));
    const RuleSet rules = testing::Set("chess960").WithSetupParameter(dice.Below(960));
    Position p = *StartPosition(rules);
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = LegalMoves(p, rules);
      if (moves.empty()) break;
      Move move = moves[static_cast<size_t>(dice.Below(static_cast<int>(moves.size())))];
      for (Move m : moves) {
        if (IsCapture(p, m) && dice.OneIn(3)) move = m;
      }
      Play(&p, rules, move);
      if (ply % 15 != 14) continue;
      SCOPED_TRACE(WriteFen(p, rules));
      for (Color side : kColors) {
        std::vector<Move> line;
        if (CanWin(p, rules, side, &line) != kYes) continue;
        EXPECT_EQ(FaultOf(line, p, rules, side), "");
        ++lines;
      }
    }
  }
  EXPECT_GT(lines, 200);
}

TEST(CanWin, FollowsForcedMovesUnderOtherRules) {
  const RuleSet rules = testing::Set("three_check");
  // Black must be left with nothing but a king, which can give no check.
  const Position forced = At("7k/8/8/8/8/8/6q1/7K w - - 0 1 +0+0", "three_check");
  EXPECT_EQ(CanWin(forced, rules, Color::kBlack), kNo);
  EXPECT_TRUE(IsDead(forced, rules, CountLegalMoves(forced, rules)));
  const Position free = At("7k/8/8/8/8/5q2/8/K7 w - - 0 1 +0+0", "three_check");
  std::vector<Move> line;
  EXPECT_EQ(CanWin(free, rules, Color::kBlack, &line), kYes);
  Position p = free;
  for (Move m : line) Play(&p, rules, m);
  const std::optional<Outcome> ending = rules.VariantEnding(p, line.back());
  EXPECT_TRUE(ending ? ending->winner() == Color::kBlack : InCheck(p, rules));
}

TEST(CanWin, DoesNotDependOnWhatWasAskedBefore) {
  const RuleSet rules;
  std::vector<CanWinAnswer> first;
  const auto Ask = [&](int i) {
    return CanWin(testing::LockedPosition(static_cast<uint64_t>(i / 2)), rules, kColors[i % 2]);
  };
  for (int i = 0; i < 100; ++i) first.push_back(Ask(i));
  for (int i = 99; i >= 0; --i) EXPECT_EQ(Ask(i), first[static_cast<size_t>(i)]) << i;
}

}  // namespace
}  // namespace chess::rules
