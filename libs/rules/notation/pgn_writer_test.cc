#include "rules/notation/pgn_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "rules/notation/pgn_commands.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::rules {
namespace {

PgnGame ReadOne(std::string_view text) {
  PgnReader reader(PgnFromText(text));
  auto game = reader.Next();
  EXPECT_TRUE(game.has_value());
  return game.value_or(PgnGame());
}

std::string Movetext(const PgnGame& game, const PgnWriteOptions& options = {}) {
  const std::string pgn = WritePgn(game, options);
  return pgn.substr(pgn.find("\n\n") + 2);
}

TEST(WritePgn, RosterFirstThenTheUsualOrderThenTheRest) {
  const PgnGame game = ReadOne(
      "[Zebra \"z\"]\n[Termination \"Normal\"]\n[ECO \"C20\"]\n[TimeControl \"180+2\"]\n"
      "[WhiteElo \"1500\"]\n[Black \"b \\\"q\\\" \\\\\"]\n[Event \"e\"]\n\n1. e4 e5 1-0");
  EXPECT_EQ(WritePgn(game),
            "[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
            "[Black \"b \\\"q\\\" \\\\\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n"
            "[TimeControl \"180+2\"]\n[ECO \"C20\"]\n[Termination \"Normal\"]\n[Zebra \"z\"]\n\n"
            "1. e4 e5 1-0\n\n");
}

TEST(WritePgn, ClocksInTenthsBeforeComments) {
  PgnGame game;
  const uint32_t e4 = game.Add(0, "e4");
  game.nodes[e4].clock_ms = 177'399;
  game.nodes[e4].eval = PgnEval{false, -150};
  game.nodes[e4].comment = "best} by test";
  game.Add(e4, "e5");
  EXPECT_EQ(Movetext(game),
            "1. e4 {[%eval -1.50] [%clk 0:02:57.3] best) by test} 1... e5 *\n\n");
  PgnWriteOptions bare;
  bare.clocks = bare.evals = bare.comments = false;
  EXPECT_EQ(Movetext(game, bare), "1. e4 e5 *\n\n");
}

TEST(WritePgn, VariationsCarryTheirNumbers) {
  const PgnGame game = ReadOne(
      "1. d4 {x} (1. h4 h5 (1... a5 2. a4) 2. g3) 1... d5 2. c4 $1 e6 ({or} 2... c6 3. Nc3) *");
  EXPECT_EQ(Movetext(game),
            "1. d4 {x} (1. h4 h5 (1... a5 2. a4) 2. g3) 1... d5 2. c4 $1 e6 ({or} 2... c6\n"
            "3. Nc3) *\n\n");
  PgnWriteOptions main_only;
  main_only.variations = false;
  EXPECT_EQ(Movetext(game, main_only), "1. d4 {x} 1... d5 2. c4 $1 e6 *\n\n");
}

TEST(WritePgn, NumbersStartWhereTheFenSays) {
  const PgnGame game = ReadOne("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n\n"
                               "Kd7 e4 Kd6 *");
  EXPECT_EQ(Movetext(game), "39... Kd7 40. e4 Kd6 *\n\n");
}

TEST(WritePgn, NoLineIsLongerThanEightyColumns) {
  std::string moves;
  for (int i = 0; i < 50; ++i) {
    moves += "Nf3 {[%clk 0:01:00] some words} (Nc3 (a4) Nf6) Nf6 Ng1 Ng8 ";
  }
  PgnGame game = ReadOne(moves + "*");
  ASSERT_TRUE(ResolvePgn(&game).has_value());
  const std::string text = Movetext(game);
  size_t longest = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  EXPECT_LE(longest, 80u);
  EXPECT_GT(longest, 60u);
}

TEST(WritePgn, WhatIsWrittenReadsBackTheSame) {
  PgnGame game = ReadOne(
      "[Event \"x\"]\n\n{a} 1. e4 {[%clk 0:01:00.5] b} (1. d4 {c} d5 $2) (1. c4 (1. b3 e5) c5) e5 "
      "2. Nf3 Nc6 {[%eval #3]} (2... d6 (2... f6 3. Nxe5) 3. d4) 3. Bb5 1/2-1/2");
  ASSERT_TRUE(ResolvePgn(&game).has_value());
  const std::string once = WritePgn(game);
  PgnGame again = ReadOne(once);
  ASSERT_TRUE(ResolvePgn(&again).has_value());
  EXPECT_TRUE(again.problems.empty());
  EXPECT_EQ(WritePgn(again), once);
  EXPECT_EQ(again.nodes.size(), game.nodes.size());
}

TEST(WritePgn, DiceAndBrainStandBeforeTheMoveTheyBind) {
  PgnGame game;
  game.nodes[0].next_roll = PgnRoll{0, Bit(Role::kPawn) | Bit(Role::kKnight)};
  const uint32_t e4 = game.Add(0, "e4");
  game.nodes[e4].clock_ms = 177'399;
  game.nodes[e4].next_roll = PgnRoll{7, Bit(Role::kKing) | Bit(Role::kQueen)};
  game.nodes[e4].next_brain = Role::kQueen;
  const uint32_t qh4 = game.Add(e4, "Qh4");
  game.nodes[qh4].next_brain = Role::kPawn;  // and then a flag fell
  EXPECT_EQ(Movetext(game),
            "{[%roll 0 N,P]} 1. e4 {[%clk 0:02:57.3]} {[%roll 7 K,Q] [%brain Q]} 1... Qh4\n"
            "{[%brain P]} *\n\n");
  PgnWriteOptions bare;
  bare.clocks = bare.choices = false;
  EXPECT_EQ(Movetext(game, bare), "1. e4 Qh4 *\n\n");
  const PgnGame again = ReadOne(WritePgn(game));
  ASSERT_EQ(again.nodes.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again.nodes[i].next_roll, game.nodes[i].next_roll) << i;
    EXPECT_EQ(again.nodes[i].next_brain, game.nodes[i].next_brain) << i;
    EXPECT_EQ(again.nodes[i].comment, "") << i;
  }
}

TEST(PgnRoll, ReadsAnyOrderAndNothingElse) {
  EXPECT_EQ(ReadPgnRoll("7 N,Q"), (PgnRoll{7, Bit(Role::kQueen) | Bit(Role::kKnight)}));
  EXPECT_EQ(WritePgnRoll({12, Bit(Role::kPawn) | Bit(Role::kKing)}), "12 K,P");
  for (const char* bad : {"", "7", "7 ", "N,Q", "7 N,N", "7 n", "7 N,", "7 NQ", "-1 N", "7 X"}) {
    EXPECT_FALSE(ReadPgnRoll(bad).has_value()) << bad;
  }
  // What is malformed stays a comment.
  EXPECT_EQ(ReadOne("1. e4 {[%roll x] [%brain Z]} e5 *").nodes[1].comment, "[%roll x] [%brain Z]");
}

TEST(PgnClock, ReadsAndWritesEveryForm) {
  EXPECT_EQ(ReadPgnClock("0:02:57.3"), 177'300);
  EXPECT_EQ(ReadPgnClock("1:02:03"), 3'723'000);
  EXPECT_EQ(ReadPgnClock("2:57"), 177'000);
  EXPECT_EQ(ReadPgnClock("0:00:00.0349"), 34);
  for (const char* bad : {"", ":", "1:", "1:2:3:4", "-1:00", "1:00x", "a"}) {
    EXPECT_FALSE(ReadPgnClock(bad).has_value()) << bad;
  }
  EXPECT_EQ(WritePgnClock(36'061'999), "10:01:01.9");
  EXPECT_EQ(WritePgnClock(-5), "0:00:00.0");
}

TEST(PgnEval, ReadsAndWritesEveryForm) {
  EXPECT_EQ(ReadPgnEval("0.17"), (PgnEval{false, 17}));
  EXPECT_EQ(ReadPgnEval("-12"), (PgnEval{false, -1200}));
  EXPECT_EQ(ReadPgnEval("#-3"), (PgnEval{true, -3}));
  EXPECT_EQ(ReadPgnEval("+0.5,22"), (PgnEval{false, 50}));
  for (const char* bad : {"", "#", "x", "1.2.3", "99999999999"}) {
    EXPECT_FALSE(ReadPgnEval(bad).has_value()) << bad;
  }
  EXPECT_EQ(WritePgnEval({false, -7}), "-0.07");
  EXPECT_EQ(WritePgnEval({true, 12}), "#12");
}

}  // namespace
}  // namespace chess::rules
