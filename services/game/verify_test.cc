// Logs that are right, and logs that somebody has meddled with.

#include "game/verify.h"

#include <gtest/gtest.h>

#include "chess/game/internal/v1/log.pb.h"
#include "game/record.h"
#include "game/testing/table.h"

namespace chess::game {
namespace {

using internal::v1::StoredDecision;

class Verify : public ::testing::Test {
 protected:
  Verify() { PlayWholeGame(table_); }

  // The word of the first fault, with its number: "8 CLOCK"; "" where there is none.
  static std::string Fault(const LogVerdict& verdict) {
    if (!verdict.fault) return "";
    return std::to_string(verdict.fault->seq) + " " + verdict.fault->word;
  }
  std::string Fault() { return Fault(VerifyLog("Game0001", table_.log)); }

  // Changes the stored decision `seq`.
  template <typename Change>
  void Meddle(int64_t seq, Change change) {
    LogRow& row = table_.log[static_cast<size_t>(seq - 1)];
    StoredDecision decision;
    ASSERT_TRUE(decision.ParseFromString(row.events));
    change(decision);
    row.events = decision.SerializeAsString();
  }

  Table table_{SettingsFor("Game0001")};
};

TEST_F(Verify, ARealGameHasNoFault) {
  const LogVerdict verdict = VerifyLog("Game0001", table_.log);
  EXPECT_EQ(Fault(verdict), "");
  EXPECT_EQ(verdict.decisions, static_cast<int>(table_.log.size()));
  EXPECT_EQ(verdict.moves, 7);
}

TEST_F(Verify, AMissingOrUnreadableRowIsFound) {
  auto log = table_.log;
  log.erase(log.begin() + 3);
  EXPECT_EQ(Fault(VerifyLog("Game0001", log)), "5 LOG_GAP");
  log = table_.log;
  log[4].events = "\xff\xff";
  EXPECT_EQ(Fault(VerifyLog("Game0001", log)), "5 LOG_CORRUPT");
  log = table_.log;
  StoredDecision unknown;
  unknown.add_events();
  log[2].events = unknown.SerializeAsString();
  EXPECT_EQ(Fault(VerifyLog("Game0001", log)), "3 NEWER_EVENT");
  EXPECT_EQ(Fault(VerifyLog("Game0001", {})), "0 LOG_GAP");
}

TEST_F(Verify, TimeThatRunsBackwardsIsFound) {
  table_.log[3].event_time = table_.log[2].event_time - 1;
  EXPECT_EQ(Fault(), "4 TIME");
}

TEST_F(Verify, AMoveOfTheWrongSideIsFound) {
  Meddle(3, [](StoredDecision& row) { row.set_by(common::v1::COLOR_WHITE); });
  EXPECT_EQ(Fault(), "3 TURN");
}

TEST_F(Verify, AMoveThatTheRulesForbidIsFound) {
  const uint16_t raw =  // g1g5
      rules::Move::Make(static_cast<rules::Square>(6), static_cast<rules::Square>(38)).raw();
  Meddle(4, [raw](StoredDecision& row) { row.mutable_events(0)->mutable_move()->set_move(raw); });
  EXPECT_EQ(Fault(), "4 ILLEGAL_MOVE");
}

TEST_F(Verify, AForbiddenMoveIsNotToldWhereItIsHidden) {
  for (const auto& [set, told] : {std::pair{"standard", true}, {"fog_of_war", false}}) {
    match::Settings settings = SettingsFor("Game0005");
    settings.rule_set = set;
    settings.rated = false;
    Table table(*match::Checked(settings));
    ASSERT_EQ(table.Move("e2e4"), "");
    StoredDecision decision;
    ASSERT_TRUE(decision.ParseFromString(table.log[1].events));
    decision.mutable_events(0)->mutable_move()->set_move(
        rules::Move::Make(static_cast<rules::Square>(6), static_cast<rules::Square>(38)).raw());
    table.log[1].events = decision.SerializeAsString();
    const LogVerdict verdict = VerifyLog("Game0005", table.log);
    ASSERT_EQ(Fault(verdict), "2 ILLEGAL_MOVE");
    EXPECT_EQ(verdict.fault->message.find("g1g5") != std::string::npos, told) << set;
  }
}

TEST_F(Verify, AClockThatDoesNotFollowFromTheTimesIsFound) {
  Meddle(9, [](StoredDecision& row) {
    auto* move = row.mutable_events(0)->mutable_move();
    move->set_black_ms(move->black_ms() + 1);
  });
  EXPECT_EQ(Fault(), "9 CLOCK");
}

TEST_F(Verify, LagBeyondTheQuotaIsFound) {
  Meddle(9, [](StoredDecision& row) {
    row.mutable_events(0)->mutable_move()->set_compensated_ms(600'000);
  });
  EXPECT_EQ(Fault(), "9 CLOCK");
}

TEST_F(Verify, AnEndThatIsNotOnTheBoardIsFound) {
  // The last move mated: the log says stalemate, or nothing.
  const int64_t mate = static_cast<int64_t>(table_.log.size()) - 1;
  const auto log = table_.log;
  Meddle(mate, [](StoredDecision& row) {
    row.mutable_events(1)->mutable_ended()->set_reason(v1::END_REASON_STALEMATE);
  });
  EXPECT_EQ(Fault(), std::to_string(mate) + " OUTCOME");
  table_.log = log;
  Meddle(mate, [](StoredDecision& row) { row.mutable_events()->RemoveLast(); });
  EXPECT_EQ(Fault(), std::to_string(mate) + " OUTCOME");
}

TEST_F(Verify, AnEndWithoutACauseIsFound) {
  Table table(SettingsFor("Game0002"));
  ASSERT_EQ(table.Move("e2e4"), "");
  ASSERT_EQ(table.Move("e7e5"), "");
  ASSERT_EQ(table.Act(match::Resign{}), "");
  EXPECT_EQ(Fault(VerifyLog("Game0002", table.log)), "");
  StoredDecision decision;
  ASSERT_TRUE(decision.ParseFromString(table.log[3].events));
  for (const auto reason :
       {v1::END_REASON_CHECKMATE, v1::END_REASON_REPETITION, v1::END_REASON_AGREEMENT,
        v1::END_REASON_TIMEOUT, v1::END_REASON_ABORTED}) {
    decision.mutable_events(0)->mutable_ended()->set_reason(reason);
    table.log[3].events = decision.SerializeAsString();
    EXPECT_EQ(Fault(VerifyLog("Game0002", table.log)), "4 OUTCOME") << reason;
  }
  decision.mutable_events(0)->mutable_ended()->set_reason(v1::END_REASON_RESIGNATION);
  decision.mutable_events(0)->mutable_ended()->set_winner(common::v1::COLOR_WHITE);
  table.log[3].events = decision.SerializeAsString();
  EXPECT_EQ(Fault(VerifyLog("Game0002", table.log)), "4 OUTCOME");
}

TEST_F(Verify, AFlagIsRightAndOneThatFellTooEarlyIsNot) {
  Table table(SettingsFor("Game0003", timecontrol::Fischer(60'000, 0)));
  ASSERT_EQ(table.Move("e2e4"), "");
  ASSERT_EQ(table.Move("e7e5"), "");
  ASSERT_EQ(table.ActAs(std::nullopt, match::DeadlineDue{}, 70'000), "");
  ASSERT_EQ(table.state.ending.reason, match::EndReason::kTimeout);
  EXPECT_EQ(Fault(VerifyLog("Game0003", table.log)), "");
  table.log[3].event_time = table.log[2].event_time + 59'000;
  EXPECT_EQ(Fault(VerifyLog("Game0003", table.log)), "4 OUTCOME");
}

TEST_F(Verify, WhatComesAfterTheEndIsFound) {
  Table table(SettingsFor("Game0004"));
  ASSERT_EQ(table.Move("e2e4"), "");
  const LogRow move = table.log.back();
  ASSERT_EQ(table.Act(match::Abort{}), "");
  LogRow late = table.log.back();
  late.seq = 4;
  auto log = table.log;
  log.push_back(late);
  EXPECT_EQ(Fault(VerifyLog("Game0004", log)), "4 AFTER_END");
  log.back() = move;
  log.back().seq = 4;
  log.back().event_time = late.event_time;
  EXPECT_EQ(Fault(VerifyLog("Game0004", log)), "4 AFTER_END");
}

TEST_F(Verify, ARulingIsNoFaultInLogAndRecord) {
  ASSERT_EQ(
      table_.Rule(match::OperatorAmend{rules::GameResult::kDraw, match::OperatorCause::kFairPlay}),
      "");
  EXPECT_EQ(Fault(), "");
  const auto record = MakeRecord("Game0001", table_.log);
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(Fault(VerifyRecord("Game0001", *record, {})), "");
}

TEST_F(Verify, ARecordIsCheckedMoveByMoveAndByteByByte) {
  const auto record = MakeRecord("Game0001", table_.log);
  ASSERT_TRUE(record.ok());
  const LogVerdict verdict = VerifyRecord("Game0001", *record, {});
  EXPECT_EQ(Fault(verdict), "");
  EXPECT_EQ(verdict.moves, 7);
  EXPECT_EQ(verdict.state.seq, table_.state.seq);
  internal::v1::StoredRecord stored;
  ASSERT_TRUE(stored.ParseFromString(*record));
  stored.set_moves(stored.moves().substr(2) + stored.moves().substr(0, 2));
  EXPECT_NE(Fault(VerifyRecord("Game0001", stored.SerializeAsString(), {})), "");
  ASSERT_TRUE(stored.ParseFromString(*record));
  stored.mutable_ended()->set_reason(v1::END_REASON_STALEMATE);
  EXPECT_NE(Fault(VerifyRecord("Game0001", stored.SerializeAsString(), {})).find("OUTCOME"),
            std::string::npos);
  EXPECT_EQ(Fault(VerifyRecord("Game0001", *record + std::string("\x7a\x00", 2), {})),
            "0 RECORD");  // a second, empty field 15
  EXPECT_EQ(Fault(VerifyRecord("Game0001", "rubbish", {})), "0 LOG_CORRUPT");
}

}  // namespace
}  // namespace chess::game
