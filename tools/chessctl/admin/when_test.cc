#include "chessctl/admin/when.h"

#include <gtest/gtest.h>

namespace chess::chessctl::admin {
namespace {

constexpr base::TimeMs kNow = 1'795'999'636'000;  // 2026-11-30T00:47:16Z

TEST(ParseWhen, ReadsLengthsFromNow) {
  EXPECT_EQ(*ParseWhen("30m", kNow), kNow + 30 * 60'000);
  EXPECT_EQ(*ParseWhen("12h", kNow), kNow + 12 * 3'600'000);
  EXPECT_EQ(*ParseWhen("7d", kNow), kNow + 7 * 86'400'000LL);
  EXPECT_EQ(*ParseWhen("2w", kNow), kNow + 14 * 86'400'000LL);
}

TEST(ParseWhen, ReadsMomentsInUtc) {
  EXPECT_EQ(*ParseWhen("2026-11-30T00:47:16Z", kNow), kNow);
  EXPECT_EQ(*ParseWhen("2026-11-30 00:47:16", kNow), kNow);
  EXPECT_EQ(*ParseWhen("2026-11-30T00:47Z", kNow), kNow - 16'000);
  EXPECT_EQ(*ParseWhen("2026-11-30", kNow), kNow - 2'836'000);
}

TEST(ParseWhen, RefusesWhatIsNoTime) {
  for (const char* text : {"", "m", "7", "0d", "-1d", "7 d", "7y", "999999d", "tomorrow",
                           "2026-02-30", "2026-13-01", "2026-11-30T25:00Z", "2026-11-30x"}) {
    EXPECT_FALSE(ParseWhen(text, kNow).ok()) << text;
  }
}

}  // namespace
}  // namespace chess::chessctl::admin
