#include "rpc/log.h"

#include <gtest/gtest.h>

#include <vector>

namespace chess::rpc {
namespace {

class LogTest : public ::testing::Test {
 protected:
  LogTest() {
    InitLog("game", Level::kInfo, "replica-1");
    SetLogPolicy({"a secret", 1});
    SetLogSink([this](const std::string& line) { lines_.push_back(line); });
  }
  ~LogTest() override { SetLogSink(nullptr); }
  std::vector<std::string> lines_;
};

TEST_F(LogTest, WritesOneJsonObjectALine) {
  Info("move", {{"game_id", "AbCd1234"}, {"ply", 12}, {"ms", 1.5}, {"ok", true}});
  ASSERT_EQ(lines_.size(), 1u);
  const std::string& line = lines_[0];
  EXPECT_EQ(line.rfind("{\"time\":\"2", 0), 0u) << line;
  EXPECT_NE(line.find("\"level\":\"info\",\"service\":\"game\",\"instance\":\"replica-1\","
                      "\"message\":\"move\","
                      "\"game_id\":\"AbCd1234\",\"ply\":12,\"ms\":1.5,\"ok\":true}\n"),
            std::string::npos)
      << line;
}

TEST_F(LogTest, EscapesWhatWouldBreakTheLine) {
  Warn("a\"b\\c\nd", {{"x", std::string("\x01\x7f é", 5)}});
  EXPECT_NE(lines_[0].find("a\\\"b\\\\c\\u000ad"), std::string::npos) << lines_[0];
  EXPECT_NE(lines_[0].find("\\u0001\\u007f é"), std::string::npos) << lines_[0];
}

TEST_F(LogTest, LeavesOutWhatIsBelowTheLevel) {
  Debug("quiet");
  EXPECT_TRUE(lines_.empty());
  EXPECT_FALSE(LogEnabled(Level::kDebug));
  InitLog("game", Level::kDebug);
  Debug("loud");
  EXPECT_EQ(lines_.size(), 1u);
}

TEST_F(LogTest, LeavesOutEmptyTexts) {
  Info("move", {{"reason", ""}, {"ply", 0}});
  EXPECT_EQ(lines_[0].find("reason"), std::string::npos);
  EXPECT_NE(lines_[0].find("\"ply\":0"), std::string::npos);
}

TEST_F(LogTest, CarriesTheTraceOfItsThread) {
  Trace trace;
  ASSERT_TRUE(ParseTraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", &trace));
  {
    const ScopedTrace scope(trace);
    Info("within");
  }
  Info("without");
  EXPECT_NE(lines_[0].find("\"trace_id\":\"4bf92f3577b34da6a3ce929d0e0e4736\","
                           "\"span_id\":\"00f067aa0ba902b7\"}"),
            std::string::npos)
      << lines_[0];
  EXPECT_EQ(lines_[1].find("trace_id"), std::string::npos);
}

TEST_F(LogTest, OfTheSameFaultAFewLinesAreWrittenAndTheRestCounted) {
  const LogCounts before = GetLogCounts();
  for (int i = 0; i < 1000; ++i) Warn("fault", {{"reason", "AWAY"}, {"attempt", i}});
  const LogCounts after = GetLogCounts();
  // One more each second that this takes.
  EXPECT_GE(lines_.size(), 20u);
  EXPECT_LT(lines_.size(), 100u);
  EXPECT_EQ(after.lines[2] - before.lines[2], lines_.size());
  EXPECT_EQ(after.left_out - before.left_out, 1000 - lines_.size());
  const size_t written = lines_.size();
  Warn("fault", {{"reason", "OTHER"}});
  EXPECT_EQ(lines_.size(), written + 1);
}

TEST_F(LogTest, ACallThatWentWellIsWrittenIfItsTraceIsSampled) {
  Trace trace = NewTrace();
  CallLine call;
  call.method = "/chess.game.v1.GameService/PlayMove";
  call.code = "OK";
  call.player_id = "AbCdEfGh1234";
  call.error = "what only errors say";
  trace.sampled = false;
  LogCall(trace, call);
  EXPECT_TRUE(lines_.empty());
  trace.sampled = true;
  for (int i = 0; i < 100; ++i) LogCall(trace, call);
  ASSERT_EQ(lines_.size(), 100u);  // no limit within the share that was chosen
  EXPECT_NE(lines_[0].find("\"level\":\"info\""), std::string::npos);
  EXPECT_NE(lines_[0].find("\"player\":\"" + PlayerLogId("AbCdEfGh1234") + "\""),
            std::string::npos);
  EXPECT_EQ(lines_[0].find("AbCdEfGh1234"), std::string::npos);
  EXPECT_EQ(lines_[0].find("what only errors say"), std::string::npos);
}

TEST_F(LogTest, ErrorsOfOursAreWarningsAndTheCallersAreInformation) {
  Trace trace = NewTrace();
  trace.sampled = false;
  CallLine call;
  call.outcome = CallLine::Outcome::kCallersError;
  LogCall(trace, call);
  call.outcome = CallLine::Outcome::kOurError;
  call.error = "the store failed";
  LogCall(trace, call);
  ASSERT_EQ(lines_.size(), 2u);
  EXPECT_NE(lines_[0].find("\"level\":\"info\""), std::string::npos);
  EXPECT_NE(lines_[1].find("\"level\":\"warning\""), std::string::npos);
  EXPECT_NE(lines_[1].find("the store failed"), std::string::npos);
}

TEST_F(LogTest, OutsidersCannotHaveMoreLoggedThanTheBudget) {
  SetLogPolicy({"a secret", 0, 1e-6});
  int requested = 0, unasked = 0;
  for (int i = 0; i < 1000; ++i) {
    requested += SampledFromOutside(NewTrace(), true) ? 1 : 0;
    unasked += SampledFromOutside(NewTrace(), false) ? 1 : 0;
  }
  EXPECT_EQ(requested, 20);
  EXPECT_EQ(unasked, 0);
  // An id that happens to be chosen everywhere, sent again and again.
  SetLogPolicy({"a secret", 1, 1e-6});
  const Trace chosen = NewTrace();
  int logged = 0;
  for (int i = 0; i < 1000; ++i) logged += SampledFromOutside(chosen, false) ? 1 : 0;
  EXPECT_EQ(logged, 20);
}

TEST_F(LogTest, OurOwnRoundsAreLoggedLessOftenThanRequests) {
  SetLogPolicy({"a secret", 10});
  int requests = 0, chores = 0;
  for (int i = 0; i < 10'000; ++i) {
    requests += NewTrace().sampled ? 1 : 0;
    chores += NewTrace(Begin::kChore).sampled ? 1 : 0;
  }
  EXPECT_NEAR(requests, 1000, 200);
  EXPECT_LT(chores, 50);
}

}  // namespace
}  // namespace chess::rpc
