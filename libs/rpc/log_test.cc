#include "rpc/log.h"

#include <gtest/gtest.h>

#include <vector>

namespace chess::rpc {
namespace {

class LogTest : public ::testing::Test {
 protected:
  LogTest() {
    InitLog("game", Level::kInfo);
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
  EXPECT_NE(line.find("\"level\":\"info\",\"service\":\"game\",\"message\":\"move\","
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

}  // namespace
}  // namespace chess::rpc
