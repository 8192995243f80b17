#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/ids.h"
#include "base/random.h"
#include "base/result.h"

namespace chess::base {
namespace {

TEST(Result, HoldsEitherAValueOrAnError) {
  Result<int> good = 7;
  Result<int> bad = MakeError(Code::kNotFound, "GAME_NOT_FOUND", "No such game.");
  EXPECT_EQ(*good, 7);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().reason, "GAME_NOT_FOUND");
}

TEST(SeededRandom, SameSeedGivesTheSameSequence) {
  SeededRandom a(42), b(42), c(43);
  const uint64_t first = a.Next();
  EXPECT_EQ(first, b.Next());
  EXPECT_NE(first, c.Next());
}

TEST(SeededRandom, BelowStaysBelowAndReachesEveryValue) {
  SeededRandom random(1);
  int seen[6] = {};
  for (int i = 0; i < 600; ++i) ++seen[random.Below(6)];
  for (const int count : seen) EXPECT_GT(count, 0);
}

TEST(Ids, AreBase62OfTheirLength) {
  EXPECT_TRUE(IsBase62(NewGameId().value, 8));
  EXPECT_NE(NewGameId(), NewGameId());
  EXPECT_FALSE(IsBase62("abc-efgh", 8));
}

TEST(Hex, ReadsWhatItWritesAndRefusesTheRest) {
  const std::string bytes("\x00\xff\x10", 3);
  EXPECT_EQ(ToHex(bytes), "00ff10");
  EXPECT_EQ(FromHex("00ff10"), bytes);
  EXPECT_EQ(FromHex("0g"), "");
  EXPECT_EQ(FromHex("abc"), "");
}

TEST(FakeClock, StandsStillUntilTold) {
  FakeClock clock(1000);
  EXPECT_EQ(clock.NowMs(), 1000);
  clock.Advance(5);
  EXPECT_EQ(clock.NowMs(), 1005);
}

}  // namespace
}  // namespace chess::base
