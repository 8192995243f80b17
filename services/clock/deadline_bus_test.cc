#include "clock/deadline_bus.h"

#include <gtest/gtest.h>

namespace chess::clock {
namespace {

TEST(Notices, LinesAreRead) {
  const auto notices = ParseNotices("game abcd1234 1700000000123\nlobby 0123456789 17\n");
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_EQ(notices[0].owner, "game");
  EXPECT_EQ(notices[0].key, "abcd1234");
  EXPECT_EQ(notices[0].due_ms, 1'700'000'000'123);
  EXPECT_EQ(notices[1].owner, "lobby");
  EXPECT_EQ(ParseNotices("game abcd1234 5").size(), 1u);
}

TEST(Notices, MalformedLinesAreLeftOut) {
  for (const char* payload :
       {"", "\n\n", "game", "game abcd", "game  5", " abcd 5", "game abcd x", "game abcd 5x",
        "game ab cd 5", "game abcd -5", "game abcd 99999999999999999999999"}) {
    EXPECT_TRUE(ParseNotices(payload).empty()) << payload;
  }
  EXPECT_EQ(ParseNotices("nonsense\ngame abcd 5\n???").size(), 1u);
}

}  // namespace
}  // namespace chess::clock
