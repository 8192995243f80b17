#include "search/evaluate.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "rules/game/setup.h"
#include "rules/game/test_support.h"
#include "search/exchange.h"
#include "search/knowledge.h"
#include "search/score.h"
#include "search/values.h"

namespace chess::search {
namespace {

using rules::Bit;
using rules::Color;
using rules::Move;
using rules::Position;
using rules::Role;
using rules::testing::At;
using rules::testing::Set;

// The same position with colours and ranks exchanged.
Position Mirrored(const Position& p) {
  Position m = p;
  for (int r = 0; r < rules::kRoles; ++r) m.roles[r] = __builtin_bswap64(p.roles[r]);
  m.colors[0] = __builtin_bswap64(p.colors[1]);
  m.colors[1] = __builtin_bswap64(p.colors[0]);
  m.royal = __builtin_bswap64(p.royal);
  m.unmoved = __builtin_bswap64(p.unmoved);
  m.turn = !p.turn;
  m.key = rules::FullKey(m);
  return m;
}

TEST(Evaluator, IsTheSameForBothColours) {
  const rules::RuleSet rules;
  const Evaluator evaluate;
  int seen = 0;
  for (uint64_t game = 0; game < 20; ++game) {
    Position p = *rules::StartPosition(rules);
    for (uint64_t ply = 0; ply < 80; ++ply, ++seen) {
      const rules::MoveList moves = rules::LegalMoves(p, rules);
      if (moves.empty()) break;
      rules::Play(&p, rules, moves[Draw(game, ply, moves.size())]);
      ASSERT_EQ(evaluate(p), evaluate(Mirrored(p))) << rules::WriteFen(p, rules);
    }
  }
  EXPECT_GT(seen, 500);
}

TEST(Evaluator, CountsMenBeforeAllElse) {
  const Evaluator evaluate;
  EXPECT_GT(evaluate(At("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")), 300);
  EXPECT_LT(evaluate(At("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")), -300);
  EXPECT_LT(std::abs(evaluate(rules::StandardArray())), 50);
  EXPECT_LT(evaluate(At("qqqqkqqq/qqqqqqqq/8/8/8/8/8/4K3 w - - 0 1")), -5000);
  EXPECT_FALSE(IsDecided(evaluate(At("qqqqkqqq/qqqqqqqq/qqqqqqqq/8/8/8/8/4K3 w - - 0 1"))));
}

TEST(Evaluator, LikesAPassedPawnTheMoreTheFartherItIs) {
  const Evaluator evaluate;
  int before = -kInfinite;
  for (const char* fen : {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1",
                          "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}) {
    EXPECT_GT(evaluate(At(fen)), before) << fen;
    before = evaluate(At(fen));
  }
}

TEST(Evaluator, AsksTheRulesWhatTheyAreAbout) {
  const auto gain = [](const char* better, const char* worse, const char* set) {
    const Evaluator evaluate(Set(set));
    return evaluate(At(better, set)) - evaluate(At(worse, set));
  };
  EXPECT_GT(gain("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +0+0",
                 "three_check"),
            200);
  EXPECT_GT(gain("8/8/6K1/8/8/8/8/k7 w - - 0 1", "8/8/8/8/8/6K1/8/k7 w - - 0 1", "racing_kings"),
            200);
  EXPECT_GT(
      gain("4k3/8/8/8/8/3K4/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "king_of_the_hill"),
      50);
  EXPECT_GT(
      gain("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "crazyhouse"),
      500);
  EXPECT_GT(gain("4k3/8/8/8/8/8/8/4K2+R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "upgraded"),
            10);
}

TEST(Evaluator, MisjudgesPurelyAndWithinItsBounds) {
  const Position p = At("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  const int truth = Evaluator()(p);
  int differ = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const int judged = Evaluator(rules::RuleSet(), 50, seed)(p);
    EXPECT_LE(std::abs(judged - truth), 50);
    EXPECT_EQ(judged, Evaluator(rules::RuleSet(), 50, seed)(p));
    differ += judged != truth;
  }
  EXPECT_GT(differ, 150);
}

TEST(Evaluator, KnowsMenThatCannotWin) {
  const Evaluator evaluate;
  EXPECT_TRUE(evaluate.Dead(At("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
  EXPECT_TRUE(evaluate.Dead(At("4k3/8/8/8/8/8/8/4KN2 w - - 0 1")));
  EXPECT_FALSE(evaluate.Dead(At("4k3/8/8/8/8/8/8/4KR2 w - - 0 1")));
  EXPECT_FALSE(evaluate.Dead(At("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")));
  const char* set = "king_of_the_hill";
  EXPECT_FALSE(Evaluator(Set(set)).Dead(At("4k3/8/8/8/8/8/8/4K3 w - - 0 1", set)));
}

TEST(Values, OfSeveralPowersTheOthersCountSevenTenths) {
  EXPECT_EQ(ManValue(Bit(Role::kQueen)), 900);
  EXPECT_EQ(ManValue(Bit(Role::kQueen) | Bit(Role::kKnight)), 900 + 224);
  EXPECT_EQ(ManValue(0), 0);
}

TEST(Values, TheBalanceCountsHandsAndTurnsRoundWhereMenAreABurden) {
  const Position hand = At("4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1", "crazyhouse");
  EXPECT_EQ(MaterialBalance(hand, Set("crazyhouse"), Color::kWhite), 900 + 100 - 320);
  EXPECT_EQ(MaterialBalance(hand, Set("crazyhouse"), Color::kBlack), -(900 + 100 - 320));
  const Position burden = At("8/8/8/8/8/8/8/R7 w - - 0 1", "antichess");
  EXPECT_EQ(MaterialBalance(burden, Set("antichess"), Color::kWhite), -500);
}

struct Exchange {
  const char* fen;
  const char* move;
  int gain;
};

TEST(Exchange, SettlesCapturesOnOneSquare) {
  const Exchange exchanges[] = {
      {"4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 100},
      {"4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 100 - 900},
      {"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
      {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500},
      {"4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},  // the rook will not retake
      {"4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 320},
      {"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},  // a king may not retake
      {"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
      {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 320 + 800},
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", 0},
      {"4k3/8/8/1p6/8/8/8/R3K3 w - - 0 1", "a1a4", -500},
  };
  for (const Exchange& e : exchanges) {
    const Position p = At(e.fen);
    EXPECT_EQ(ExchangeGain(p, rules::testing::Uci(p, {}, e.move)), e.gain) << e.fen;
  }
}

TEST(Score, CountsMovesToTheEnd) {
  EXPECT_EQ(MovesToEnd(kWin - 1), 1);
  EXPECT_EQ(MovesToEnd(kWin - 3), 2);
  EXPECT_EQ(MovesToEnd(2 - kWin), -1);
  EXPECT_EQ(MovesToEnd(4 - kWin), -2);
  EXPECT_EQ(MovesToEnd(500), 0);
}

}  // namespace
}  // namespace chess::search
