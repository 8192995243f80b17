// Decisions and records as bytes.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "chess/common/v1/match.pb.h"
#include "chess/game/internal/v1/log.pb.h"
#include "game/convert.h"
#include "game/record.h"
#include "game/settings_convert.h"
#include "game/testing/table.h"

namespace chess::game {
namespace {

TEST(LogTest, RowsReadBackRebuildTheSameState) {
  Table table(SettingsFor("Game0001"));
  PlayWholeGame(table);
  const auto state = ReplayLog("Game0001", table.log);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_TRUE(match::SameState(*state, table.state));
}

TEST(LogTest, EveryKindOfClockSurvivesTheLog) {
  for (const timecontrol::TimeControl& time :
       {timecontrol::Untimed(), timecontrol::Fischer(60'000, 0),
        timecontrol::SimpleDelay(300'000, 5000), timecontrol::Bronstein(300'000, 5000),
        timecontrol::Byoyomi(600'000, 5, 30'000), timecontrol::Correspondence(3)}) {
    match::Settings settings = SettingsFor("Game0001", time);
    Table table(settings);
    ASSERT_EQ(table.Move("e2e4"), "");
    const auto state = ReplayLog("Game0001", table.log);
    ASSERT_TRUE(state.ok()) << state.error().message;
    EXPECT_EQ(state->settings->time, time);
    EXPECT_TRUE(match::SameState(*state, table.state));
  }
}

TEST(LogTest, DifferentClocksOfTheTwoSidesSurviveTheLog) {
  timecontrol::TimeControl time = timecontrol::Fischer(300'000, 0);
  time.side[1] = timecontrol::Fischer(60'000, 1000).side[1];
  match::Settings settings = SettingsFor("Game0001", time);
  settings.rated = false;
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  settings.visibility = match::Visibility::kLink;
  Table table(settings);
  const auto state = ReplayLog("Game0001", table.log);
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(*state->settings, *table.state.settings);
}

TEST(LogTest, AnEventOfANewerReleaseRefusesTheGame) {
  Table table(SettingsFor("Game0001"));
  LogRow newer = table.log[0];
  internal::v1::StoredDecision decision;
  decision.add_events();  // no kind that we know
  newer.seq = 2;
  newer.events = decision.SerializeAsString();
  table.log.push_back(newer);
  const auto state = ReplayLog("Game0001", table.log);
  ASSERT_FALSE(state.ok());
  EXPECT_EQ(state.error().reason, "NEWER_EVENT");
  EXPECT_EQ(state.error().code, base::Code::kUnavailable);
}

TEST(LogTest, BytesThatAreNoDecisionAreCorrupt) {
  LogRow row;
  row.seq = 1;
  row.request_id = std::string(16, '\0');
  row.events = "\xff\xff\xff";
  EXPECT_EQ(DecodeRow("Game0001", row).error().reason, "LOG_CORRUPT");
  row.request_id = "short";
  row.events = EncodeRow(Table(SettingsFor("Game0001")).rows[0]).events;
  EXPECT_EQ(DecodeRow("Game0001", row).error().reason, "LOG_CORRUPT");
}

TEST(SettingsTest, ClocksThatMeanNothingAreRefused) {
  common::v1::MatchSettings settings;
  settings.mutable_time_control()->set_increment_ms(1000);
  EXPECT_EQ(TimeFromProto(settings).error().reason, "TIME_CONTROL_INVALID");
  settings.mutable_time_control()->set_increment_ms(0);
  settings.mutable_time_control()->set_days_per_move(400);
  EXPECT_EQ(TimeFromProto(settings).error().reason, "TIME_CONTROL_INVALID");
  settings.mutable_time_control()->set_days_per_move(3);
  EXPECT_TRUE(TimeFromProto(settings).ok());
  settings.mutable_time_control()->add_stages()->set_time_ms(1000);
  EXPECT_EQ(TimeFromProto(settings).error().reason, "TIME_CONTROL_INVALID");
  settings.mutable_time_control()->set_days_per_move(0);
  for (int i = 0; i < 4; ++i) settings.mutable_time_control()->add_stages();
  EXPECT_EQ(TimeFromProto(settings).error().reason, "TIME_CONTROL_INVALID");
}

TEST(RecordTest, ACompactedGameShowsWhatTheLogShowed) {
  Table table(SettingsFor("Game0001"));
  PlayWholeGame(table);
  const auto record = MakeRecord("Game0001", table.log);
  ASSERT_TRUE(record.ok()) << record.error().message;
  const auto state = StateOfRecord("Game0001", *record);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state->seq, table.state.seq);
  EXPECT_EQ(state->create_time, table.state.create_time);
  EXPECT_EQ(state->end_time, table.state.end_time);
  EXPECT_EQ(state->ending, table.state.ending);
  EXPECT_EQ(state->rated, table.state.rated);
  ASSERT_EQ(state->ply(), table.state.ply());
  for (int i = 0; i < state->ply(); ++i) {
    EXPECT_EQ(state->plies[i].san, table.state.plies[i].san);
    EXPECT_EQ(state->plies[i].clock_ms, table.state.plies[i].clock_ms);
  }
  for (const rules::Seat seat : {rules::Seat::kWhite, rules::Seat::kSpectator}) {
    EXPECT_EQ(ViewBytes(*state, seat), ViewBytes(table.state, seat));
  }
}

// The moves of the second recorded game of tests/testdata/games.tsv.
std::vector<std::string> RecordedMoves() {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/tests/testdata/games.tsv");
  std::string line;
  while (std::getline(file, line) && line.rfind("2\t", 0) != 0) {
  }
  std::istringstream columns(line);
  std::string moves;
  for (int i = 0; i < 8; ++i) std::getline(columns, moves, '\t');
  std::istringstream words(moves);
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(RecordTest, ARecordIsAFifthOfItsLog) {
  Table table(SettingsFor("Game0001"));
  const auto moves = RecordedMoves();
  ASSERT_EQ(moves.size(), 76u);
  for (const std::string& move : moves) ASSERT_EQ(table.Move(move, 2345), "");
  ASSERT_EQ(table.Act(match::Resign{}), "");
  size_t log_bytes = 0;
  for (const LogRow& row : table.log) {
    log_bytes += row.events.size() + row.request_id.size() + table.id().size() + 16;
  }
  const auto record = MakeRecord("Game0001", table.log);
  ASSERT_TRUE(record.ok());
  EXPECT_LT(record->size() * 5, log_bytes);
  const auto state = StateOfRecord("Game0001", *record);
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(ViewBytes(*state, rules::Seat::kSpectator),
            ViewBytes(table.state, rules::Seat::kSpectator));
}

TEST(RecordTest, ACompactedGameStillKnowsItsLastCommands) {
  Table table(SettingsFor("Game0001"));
  PlayWholeGame(table);
  const match::DecisionRow& mate = table.rows[table.rows.size() - 2];
  const auto state = StateOfRecord("Game0001", *MakeRecord("Game0001", table.log));
  ASSERT_TRUE(state.ok());
  const auto found = match::FindRequest(*state, mate.request_id, rules::Color::kWhite);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->seq, mate.seq);
}

TEST(RecordTest, ByoyomiAndFlagSurviveCompaction) {
  Table table(SettingsFor("Game0001", timecontrol::Byoyomi(2000, 3, 10'000)));
  ASSERT_EQ(table.Move("e2e4"), "");
  ASSERT_EQ(table.Move("e7e5"), "");
  ASSERT_EQ(table.Move("d2d4", 5000), "");
  ASSERT_EQ(table.Move("d7d5", 15'000), "");
  ASSERT_EQ(table.ActAs(std::nullopt, match::DeadlineDue{}, 3'600'000), "");
  ASSERT_EQ(table.state.ending.reason, match::EndReason::kTimeout);
  const auto state = StateOfRecord("Game0001", *MakeRecord("Game0001", table.log));
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(ViewBytes(*state, rules::Seat::kSpectator),
            ViewBytes(table.state, rules::Seat::kSpectator));
}

TEST(RecordTest, ARunningGameHasNoRecord) {
  Table table(SettingsFor("Game0001"));
  EXPECT_EQ(MakeRecord("Game0001", table.log).error().reason, "GAME_RUNNING");
  EXPECT_EQ(StateOfRecord("Game0001", "rubbish").error().reason, "LOG_CORRUPT");
}

}  // namespace
}  // namespace chess::game
