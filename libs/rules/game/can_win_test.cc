// Who can still win, by material: dead positions, flags, resignations.

#include <gtest/gtest.h>

#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

struct Case {
  std::string_view fen;
  bool white_can, black_can;
};

class CanWinByMaterial : public ::testing::TestWithParam<Case> {};

TEST_P(CanWinByMaterial, FollowsTheRulebook) {
  const Case& c = GetParam();
  const Position p = testing::At(c.fen);
  for (std::string_view set : {"standard", "chess960"}) {
    EXPECT_EQ(CanWin(p, testing::Set(set), Color::kWhite) != CanWinAnswer::kNo, c.white_can);
    EXPECT_EQ(CanWin(p, testing::Set(set), Color::kBlack) != CanWinAnswer::kNo, c.black_can);
  }
  const Game game = testing::After(c.fen, {});
  EXPECT_EQ(game.outcome().reason == EndReason::kDeadPosition, !c.white_can && !c.black_can);
}

INSTANTIATE_TEST_SUITE_P(
    Table, CanWinByMaterial,
    ::testing::Values(
        Case{"8/3k4/8/8/8/8/3K4/8 w - - 0 1", false, false},             // bare kings
        Case{"8/3k4/8/8/8/8/3KB3/8 w - - 0 1", false, false},            // B v nothing
        Case{"8/3k4/8/8/8/5N2/3K4/8 w - - 0 1", false, false},           // N v nothing
        Case{"8/3k4/8/8/8/2N2N2/3K4/8 w - - 0 1", true, false},          // NN can be helped
        Case{"8/3k4/5b2/8/8/2B5/3K4/8 w - - 0 1", false, false},         // bishops of one colour
        Case{"8/3k4/4b3/8/8/2B5/3K4/8 w - - 0 1", true, true},           // opposite colours
        Case{"2b5/1b1k4/4b3/8/8/3B4/2BK4/1B6 w - - 0 1", false, false},  // six on one colour
        Case{"8/3k4/8/8/8/2B5/2BK4/8 w - - 0 1", true, false},           // the pair
        Case{"8/3k4/5n2/8/8/2B5/3K4/8 w - - 0 1", true, true},           // B v N
        Case{"8/3k4/5n2/8/8/2N5/3K4/8 w - - 0 1", true, true},           // N v N
        Case{"8/3k4/5q2/8/8/2N5/3K4/8 w - - 0 1", false, true},          // N v Q
        Case{"8/3k4/5qq1/8/8/2N5/3K4/8 w - - 0 1", false, true},         // N v QQ
        Case{"8/3k4/5r2/8/8/2N5/3K4/8 w - - 0 1", true, true},           // N v R
        Case{"8/3k4/5p2/8/8/2N5/3K4/8 w - - 0 1", true, true},           // N v P
        Case{"8/3k4/5qp1/8/8/2N5/3K4/8 w - - 0 1", true, true},          // N v QP
        Case{"8/3k4/5r2/8/8/3B4/3K4/8 w - - 0 1", false, true},          // B v R
        Case{"8/3k4/5q2/8/8/3B4/3K4/8 w - - 0 1", false, true},          // B v Q
        Case{"8/3k4/5p2/8/8/3B4/3K4/8 w - - 0 1", true, true},           // B v P
        Case{"8/3k4/8/8/8/3P4/3K4/8 w - - 0 1", true, false},
        Case{"8/3k4/8/8/8/4R3/3K4/8 w - - 0 1", true, false},
        Case{"8/3k4/8/8/8/4Q3/3K4/8 w - - 0 1", true, false}));

TEST(LossOutcome, IsADrawIfTheOpponentCannotWin) {
  const Position p = testing::At("8/3k4/8/8/8/4Q3/3K4/8 w - - 0 1");
  const RuleSet rules;
  EXPECT_EQ(LossOutcome(p, rules, Color::kWhite, EndReason::kTimeout), Draw(EndReason::kTimeout));
  EXPECT_EQ(LossOutcome(p, rules, Color::kBlack, EndReason::kResignation),
            Win(Color::kWhite, EndReason::kResignation));
}

}  // namespace
}  // namespace chess::rules
