#include "match/match_fixture.h"

namespace chess::match {
namespace {

std::string ReasonOf(Settings settings) {
  const base::Result<DecisionRow> row = Create(std::move(settings), kStart);
  return row.ok() ? "" : row.error().reason;
}

TEST(Create, WritesTheSettingsWithTheRuleSetsCanonicalName) {
  Settings settings = TestSettings();
  settings.rule_set = "king_of_the_hill+chess960:518";
  const auto row = Create(settings, kStart);
  ASSERT_TRUE(row.ok()) << row.error().message;
  EXPECT_EQ(row->seq, 1);
  EXPECT_TRUE(row->of_server());
  const auto& created = std::get<Created>(row->events[0]);
  EXPECT_EQ(created.settings->rule_set, "chess960:518+king_of_the_hill");
  EXPECT_EQ(created.start_fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(Create, RefusesWhatCannotBePlayed) {
  Settings settings = TestSettings();
  settings.rule_set = "checkers";
  EXPECT_EQ(ReasonOf(settings), "RULE_SET_INVALID");
  settings.rule_set = "chess960:960";
  EXPECT_EQ(ReasonOf(settings), "RULE_SET_INVALID");
  settings = TestSettings(timecontrol::Fischer(0, 0));
  EXPECT_EQ(ReasonOf(settings), "TIME_CONTROL_INVALID");
  settings = TestSettings();
  settings.start_fen = "not a position";
  EXPECT_EQ(ReasonOf(settings), "FEN_INVALID");
  settings.start_fen = "8/8/8/8/8/8/8/K7 w - - 0 1";
  EXPECT_EQ(ReasonOf(settings), "FEN_INVALID");
  settings.start_fen = std::string(100'000, '8');
  EXPECT_EQ(ReasonOf(settings), "FEN_INVALID");
}

TEST(Create, RefusesAStartThatIsOverAlready) {
  Settings settings = TestSettings();
  settings.start_fen = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
  EXPECT_EQ(ReasonOf(settings), "FEN_INVALID");
  settings.start_fen = "7k/8/6K1/8/8/8/8/8 b - - 0 1";
  EXPECT_EQ(ReasonOf(settings), "FEN_INVALID");
}

TEST(Create, RatesOnlyEqualGamesFromTheSetsOwnStart) {
  Settings settings = TestSettings();
  settings.rated = true;
  EXPECT_EQ(ReasonOf(settings), "");
  settings.start_fen = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
  EXPECT_EQ(ReasonOf(settings), "NOT_RATEABLE");
  settings.start_fen.clear();
  settings.time.side[1] = timecontrol::Fischer(60'000, 0).side[1];
  EXPECT_EQ(ReasonOf(settings), "NOT_RATEABLE");
}

TEST(Create, NeedsTwoPlayers) {
  Settings settings = TestSettings();
  settings.players[1] = settings.players[0];
  EXPECT_EQ(ReasonOf(settings), "INVALID_FIELD");
  settings.players[1] = {};
  EXPECT_EQ(ReasonOf(settings), "INVALID_FIELD");
}

TEST(Apply, RefusesALogWithAGapOrWithoutItsBeginning) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  State state;
  EXPECT_EQ(Apply(state, table.rows[1]).error().reason, "LOG_GAP");
  DecisionRow first = table.rows[1];
  first.seq = 1;
  EXPECT_EQ(Apply(state, first).error().reason, "LOG_CORRUPT");
  ASSERT_TRUE(Apply(state, table.rows[0]).ok());
  EXPECT_EQ(Apply(state, table.rows[2]).error().reason, "LOG_GAP");
}

TEST(Apply, RefusesAMoveThatCannotFollow) {
  MatchTable table;
  table.Moves("e2e4");
  State state;
  ASSERT_TRUE(Apply(state, table.rows[0]).ok());
  DecisionRow foreign = table.rows[1];
  foreign.by = kBlack;
  EXPECT_EQ(Apply(state, foreign).error().reason, "LOG_CORRUPT");
  DecisionRow empty = table.rows[1];
  std::get<MovePlayed>(empty.events[0]).move = rules::Move::Make(28, 36);
  EXPECT_EQ(Apply(state, empty).error().reason, "LOG_CORRUPT");
}

TEST(Apply, WritesTheSanThatTheStoreLeavesOut) {
  MatchTable table;
  table.Moves("e2e4 e7e5 g1f3");
  std::vector<DecisionRow> rows = table.rows;
  for (DecisionRow& row : rows) {
    for (Event& event : row.events) {
      if (auto* move = std::get_if<MovePlayed>(&event)) move->san = San();
    }
  }
  const auto state = Replay(rows);
  ASSERT_TRUE(state.ok());
  EXPECT_TRUE(SameState(*state, table.state));
}

}  // namespace
}  // namespace chess::match
