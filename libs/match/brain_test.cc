// Hand and brain: who names when, whose clock runs, what is refused.
#include "match/match_fixture.h"

namespace chess::match {
namespace {

using rules::Role;

Settings BrainSettings(std::string_view rule_set = "hand_and_brain") {
  Settings settings = TestSettings();
  settings.rule_set = std::string(rule_set);
  return settings;
}

TEST(Brain, IsAskedWithTheCreationAndWithEveryMove) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(std::get<BrainPending>(table.rows[0].events[1]).turn, 1);
  EXPECT_EQ(table.state.brain_due, kStart + kBrainMs);
  EXPECT_EQ(table.Name(Role::kPawn), "");
  table.Wait(700);
  EXPECT_EQ(table.Move("e2e4"), "");
  ASSERT_EQ(table.rows.back().events.size(), 2u);
  const auto& pending = std::get<BrainPending>(table.rows.back().events[1]);
  EXPECT_EQ(pending.turn, 2);
  EXPECT_EQ(pending.due_time, kStart + 700 + kBrainMs);
  EXPECT_EQ(table.state.plies[0].named, rules::Index(Role::kPawn));
  table.ExpectReplayGivesTheSame();
}

TEST(Brain, NobodyMovesWhileItThinks) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(table.Move("e2e4"), "BRAIN_THINKING");
  EXPECT_TRUE(ViewOf(table.state, Seat::kWhite).board.moves.empty());
  const auto brain = ViewOf(table.state, Seat::kBlack).brain;
  ASSERT_TRUE(brain);
  EXPECT_FALSE(brain->named);
  EXPECT_EQ(brain->due_time, kStart + kBrainMs);
}

TEST(Brain, OnlyTheNamedTypeMoves) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(table.Name(Role::kKnight), "");
  EXPECT_EQ(ViewOf(table.state, Seat::kBlack).brain->named, Role::kKnight);
  EXPECT_EQ(table.Move("e2e4"), "BRAIN_FORBIDS");
  EXPECT_EQ(MetadataOf(table.last.error(), "allowed"), "N");
  EXPECT_EQ(ViewOf(table.state, Seat::kWhite).board.moves.size(), 4u);
  EXPECT_EQ(table.Move("g1f3"), "");
}

TEST(Brain, NamesOnlyWhatCanMove) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(table.Name(Role::kQueen), "TYPE_INVALID");
  EXPECT_EQ(table.state.seq, 1);
}

TEST(Brain, TheFirstAnswerWins) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(table.Name(Role::kKnight), "");
  EXPECT_EQ(table.Name(Role::kPawn), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kGone);
  EXPECT_EQ(table.state.board->choice().named, Role::kKnight);
  // An answer about an earlier turn says nothing about this one.
  EXPECT_EQ(table.Move("g1f3"), "");
  EXPECT_EQ(table.Do(Command{{}, std::nullopt, 0, NameType{1, Role::kPawn, false}}), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kGone);
  EXPECT_TRUE(table.state.brain_due);
}

TEST(Brain, WhenItsTimeIsUpTheFallbackChooses) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(DeadlineOf(table.state)->kind, DeadlineKind::kBrain);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + kBrainMs);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  table.Wait(kBrainMs);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNeeds);
  EXPECT_EQ(table.last->needs, Decision::Need::kFallback);
  table.context().fallback = NameType{7, Role::kKnight, true};  // of another turn
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNeeds);
  table.context().fallback = NameType{1, Role::kKnight, true};
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_TRUE(table.state.named_by_fallback);
  EXPECT_EQ(table.state.board->choice().named, Role::kKnight);
  table.ExpectReplayGivesTheSame();
}

TEST(Brain, AMoveThatComesWhenItsTimeIsUpWaitsForTheFallback) {
  MatchTable table(BrainSettings());
  table.Wait(kBrainMs + 5);
  table.context().fallback = NameType{1, Role::kKnight, true};
  const Command move = table.Make(kWhite, PlayMove{"g1f3", std::nullopt});
  EXPECT_EQ(table.Do(move), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kDeadlineFirst);
  EXPECT_EQ(table.Do(move), "");
  EXPECT_EQ(table.state.ply(), 1);
}

TEST(Brain, WhatNeedsNoNameDoesNotWaitForIt) {
  MatchTable table(BrainSettings());
  table.Wait(kBrainMs + 5);
  EXPECT_EQ(table.Do(kBlack, Abort{}), "");
  EXPECT_EQ(table.Reason(), "aborted");
  EXPECT_FALSE(table.state.brain_due);
  EXPECT_FALSE(ViewOf(table.state, Seat::kWhite).brain);
}

TEST(Brain, TheMoversClockStartsWhenTheNameIsPublished) {
  MatchTable table(BrainSettings());
  EXPECT_EQ(table.Name(Role::kPawn), "");
  EXPECT_EQ(table.Move("e2e4"), "");
  EXPECT_EQ(table.Name(Role::kPawn), "");
  EXPECT_EQ(table.Move("e7e5"), "");
  // White's third turn: both have moved, so clocks run, but not yet.
  EXPECT_EQ(table.state.clock.running, timecontrol::kNobody);
  EXPECT_FALSE(ViewOf(table.state, Seat::kWhite).clocks->running);
  table.Wait(900);
  EXPECT_EQ(table.Name(Role::kKnight), "");
  EXPECT_EQ(ViewOf(table.state, Seat::kWhite).clocks->running, kWhite);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + 900 + 300'000);
  table.Wait(2'000);
  EXPECT_EQ(table.Move("g1f3"), "");
  EXPECT_EQ(table.Left(kWhite), 300'000 - 2'000 + 3'000);
  EXPECT_EQ(table.Left(kBlack), 300'000);
  table.ExpectReplayGivesTheSame();
}

TEST(Brain, TheFirstMovesTimeStartsWithTheName) {
  MatchTable table(BrainSettings());
  table.Wait(800);
  EXPECT_EQ(table.Name(Role::kPawn), "");
  EXPECT_EQ(DeadlineOf(table.state)->kind, DeadlineKind::kFirstMove);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + 800 + 25'000);
}

TEST(Brain, AnOutageMovesItsTime) {
  MatchTable table(BrainSettings());
  table.outages.Add({kStart + 200, kStart + 700});
  EXPECT_EQ(DeadlineOf(table.state, &table.outages)->due, kStart + kBrainMs + 500);
}

TEST(Brain, ChoosesOnlyAmongRolledTypes) {
  Settings settings = BrainSettings("dice+hand_and_brain");
  settings.start_fen = "4k3/pppp4/8/8/4P3/2N5/PPPP1PPP/R1BQKBNR w KQ - 0 1";
  MatchTable table(settings);
  EXPECT_FALSE(table.state.brain_due);  // nothing is rolled before both are there
  table.BothReady();
  ASSERT_TRUE(table.state.brain_due);
  const rules::Powers rolled = table.state.board->choice().rolled;
  EXPECT_EQ(table.state.board->NameableTypes(), rolled);
  int named = 0;
  for (int i = 0; i < rules::kRoles; ++i) {
    const Role role = static_cast<Role>(i);
    if (rolled & rules::Bit(role)) {
      ++named;
    } else {
      EXPECT_EQ(table.Name(role), "TYPE_INVALID");
    }
  }
  EXPECT_EQ(named, 2);
}

}  // namespace
}  // namespace chess::match
