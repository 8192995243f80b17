#include "rpc/line_limiter.h"

#include <gtest/gtest.h>

#include <memory>

namespace chess::rpc {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

TEST(LineLimiter, WritesAFewAtOnceThenOneASecondAndSaysHowManyWereLeftOut) {
  const auto limiter = std::make_unique<LineLimiter>();
  uint64_t left_out = 0;
  int written = 0;
  for (int i = 0; i < 100; ++i) written += limiter->Take(5, kSecond, &left_out) ? 1 : 0;
  EXPECT_EQ(written, LineLimiter::kBurst);
  EXPECT_TRUE(limiter->Take(5, 2 * kSecond, &left_out));
  EXPECT_EQ(left_out, 100u - LineLimiter::kBurst);
  EXPECT_FALSE(limiter->Take(5, 2 * kSecond, &left_out));
  EXPECT_TRUE(limiter->Take(5, 3 * kSecond, &left_out));
  EXPECT_EQ(left_out, 1u);
}

TEST(LineLimiter, LeavesOtherKindsAlone) {
  const auto limiter = std::make_unique<LineLimiter>();
  uint64_t left_out = 0;
  for (int i = 0; i < 100; ++i) limiter->Take(5, kSecond, &left_out);
  EXPECT_TRUE(limiter->Take(6, kSecond, &left_out));
  EXPECT_EQ(left_out, 0u);
}

TEST(LineLimiter, IsGenerousAgainAfterAWhile) {
  const auto limiter = std::make_unique<LineLimiter>();
  uint64_t left_out = 0;
  for (int i = 0; i < 100; ++i) limiter->Take(5, kSecond, &left_out);
  int written = 0;
  for (int i = 0; i < 100; ++i) written += limiter->Take(5, 60 * kSecond, &left_out) ? 1 : 0;
  EXPECT_EQ(written, LineLimiter::kBurst);
}

}  // namespace
}  // namespace chess::rpc
