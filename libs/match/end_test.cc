#include "match/match_fixture.h"

namespace chess::match {
namespace {

TEST(Resign, LosesTheGameAlsoOutOfTurn) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  EXPECT_EQ(table.Do(kBlack, Resign{}), "");
  EXPECT_EQ(table.Result(), "1-0");
  EXPECT_EQ(table.Reason(), "resignation");
  EXPECT_EQ(table.Do(kWhite, Resign{}), "GAME_OVER");
  table.ExpectReplayGivesTheSame();
}

TEST(Resign, AgainstABareKingIsADraw) {
  MatchTable table = MatchTable::From("4k3/8/8/8/8/8/Q7/4K3 w - - 0 1");
  EXPECT_EQ(table.Do(kWhite, Resign{}), "");
  EXPECT_EQ(table.Result(), "1/2-1/2");
  EXPECT_EQ(table.Reason(), "resignation");
}

TEST(Abort, IsPossibleForBothUntilBothHaveMoved) {
  MatchTable fresh;
  EXPECT_EQ(fresh.Do(kBlack, Abort{}), "");
  EXPECT_EQ(fresh.Reason(), "aborted");
  EXPECT_TRUE(fresh.state.ending.aborted());
  EXPECT_EQ(fresh.Result(), "*");
  MatchTable begun;
  begun.Moves("e2e4");
  EXPECT_EQ(begun.Do(kWhite, Abort{}), "");
  MatchTable late;
  late.Moves("e2e4 e7e5");
  EXPECT_EQ(late.Do(kWhite, Abort{}), "ABORT_TOO_LATE");
}

TEST(Ending, StalemateAndDeadPositionDrawAtOnce) {
  MatchTable stalemate = MatchTable::From("7k/5Q2/8/8/8/8/8/4K3 w - - 0 1");
  stalemate.Moves("f7g6");
  EXPECT_EQ(stalemate.Reason(), "stalemate");
  MatchTable dead = MatchTable::From("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1");
  dead.Moves("e1d2");
  EXPECT_EQ(dead.Reason(), "dead_position");
}

TEST(Ending, AVariantsOwnEndingNamesTheRule) {
  Settings settings = TestSettings();
  settings.rule_set = "king_of_the_hill";
  settings.start_fen = "7k/8/8/8/8/4K3/8/R7 w - - 0 1";
  MatchTable table(settings);
  table.Moves("e3e4");
  EXPECT_EQ(table.Result(), "1-0");
  EXPECT_EQ(table.Reason(), "variant");
  EXPECT_EQ(table.state.ending.variant_end, "king_of_the_hill");
}

TEST(Ending, ComesByItselfAfterAThousandMovesASide) {
  Settings settings = TestSettings(timecontrol::Untimed());
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  MatchTable table(settings);
  base::SeededRandom random(5);
  table.Linger(rules::kMaxGamePlies, random);
  EXPECT_TRUE(table.state.over());
  EXPECT_EQ(table.Reason(), "move_limit");
  EXPECT_EQ(table.state.ply(), rules::kMaxGamePlies);
  table.ExpectReplayGivesTheSame();
}

TEST(Rating, IsRecordedOnceAfterARatedGame) {
  Settings settings = TestSettings();
  settings.rated = true;
  MatchTable table(settings);
  table.Moves("e2e4 e7e5");
  const RatingRecorded change{{1500, 1600}, {1510, 1590}};
  const Command record{{}, std::nullopt, 0, RecordRating{change}};
  EXPECT_EQ(table.Do(record), "NOT_RATEABLE");
  table.Do(kBlack, Resign{});
  EXPECT_TRUE(CountsForRating(table.state));
  EXPECT_EQ(table.Do(record), "");
  EXPECT_EQ(table.state.rated, change);
  EXPECT_EQ(table.Do(record), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kGone);
  table.ExpectReplayGivesTheSame();
}

TEST(Rating, IsNotChangedByAbortedCasualOrTooShortGames) {
  Settings settings = TestSettings();
  settings.rated = true;
  MatchTable aborted(settings);
  aborted.Do(kWhite, Abort{});
  EXPECT_FALSE(CountsForRating(aborted.state));
  MatchTable resigned(settings);
  resigned.Moves("e2e4");
  resigned.Do(kBlack, Resign{});
  EXPECT_FALSE(CountsForRating(resigned.state));
  MatchTable casual;
  casual.Moves("e2e4 e7e5");
  casual.Do(kBlack, Resign{});
  EXPECT_FALSE(CountsForRating(casual.state));
}

}  // namespace
}  // namespace chess::match
