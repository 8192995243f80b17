#include "ratings/glicko2.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace chess::ratings {
namespace {

struct Vector {
  const char* name;
  Glicko player;
  double tau;
  double elapsed;
  std::vector<GameResult> games;
  Glicko expected;
};

const Vector kVectors[] = {
    // The worked example of Glickman's paper.
    {"paper", {1500, 200, 0.06}, 0.5, 1, {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}},
     {1464.050670539, 151.516524124, 0.059995984}},
    {"no games", {1500, 200, 0.06}, 0.5, 1, {}, {1500, 200.271416699, 0.06}},
    {"a part of a period", {1500, 100, 0.06}, 0.75, 0.21436, {}, {1500, 100.116373010, 0.06}},
    {"a game after three and a half periods", {1620, 75, 0.06}, 0.75, 3.5, {{1580, 90, 1}},
     {1634.144689009, 75.790649538, 0.059998458}},
    {"equals, a loss", {1800, 45, 0.06}, 0.5, 1, {{1800, 45, 0}},
     {1794.024093067, 45.796398118, 0.059999945}},
    {"five huge upsets", {1500, 50, 0.06}, 0.5, 1, std::vector<GameResult>(5, {2300, 40, 1}),
     {1573.436101593, 50.976349943, 0.060326289}},
    {"ten losses", {1500, 200, 0.06}, 0.5, 1, std::vector<GameResult>(10, {1500, 100, 0}),
     {1226.192241133, 99.903255412, 0.060011362}},
    {"3,400 points apart", {100, 60, 0.06}, 0.5, 1, {{3500, 60, 1}},
     {120.972076071, 60.898994678, 0.060013035}},
    // Within one period of a public server: no time has passed.
    {"newcomers, a win", {1500, 350, 0.06}, 0.75, 0, {{1500, 350, 1}},
     {1662.212001470, 290.230507782, 0.059999270}},
    {"newcomers, a draw", {1500, 350, 0.06}, 0.75, 0, {{1500, 350, 0.5}},
     {1500, 290.230507782, 0.059997663}},
    {"the weaker one wins", {1400, 79, 0.06}, 0.75, 0, {{1550, 110, 1}},
     {1422.626039569, 77.495576582, 0.060006497}},
    {"the stronger one loses", {1850, 200, 0.062}, 0.75, 0, {{1200, 60, 0}},
     {1635.990652067, 196.987295723, 0.062028223}},
};

TEST(RatePeriod, GivesThePublishedNumbers) {
  for (const Vector& v : kVectors) {
    const Glicko after = RatePeriod(v.player, v.games, v.tau, v.elapsed);
    EXPECT_NEAR(after.rating, v.expected.rating, 0.001) << v.name;
    EXPECT_NEAR(after.deviation, v.expected.deviation, 0.001) << v.name;
    EXPECT_NEAR(after.volatility, v.expected.volatility, 1e-6) << v.name;
  }
}

TEST(RatePeriod, OrderOfTheGamesDoesNotMatter) {
  const std::vector<GameResult> forth = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0.5}};
  const std::vector<GameResult> back(forth.rbegin(), forth.rend());
  const Glicko a = RatePeriod({1500, 200, 0.06}, forth, 0.5, 1);
  const Glicko b = RatePeriod({1500, 200, 0.06}, back, 0.5, 1);
  EXPECT_NEAR(a.rating, b.rating, 1e-9);
}

TEST(RatePeriod, ExtremeUpsetsExplodeAndClampHoldsThem) {
  const std::vector<GameResult> games(30, {1000, 30, 0});
  const Glicko before{2800, 30, 0.06};
  const Glicko raw = RatePeriod(before, games, 0.5, 1);
  // The raw formula really gives this.
  EXPECT_NEAR(raw.rating, -5263160.26, 1);
  EXPECT_NEAR(raw.deviation, 5534.61, 0.1);
  EXPECT_NEAR(raw.volatility, 2324.68, 0.1);
  const Glicko stored = Clamp(before, raw);
  EXPECT_EQ(stored, (Glicko{2100, kMaxDeviation, kMaxVolatility}));
}

TEST(RatePeriod, ACertainResultTellsNothing) {
  const std::vector<GameResult> games = {{0, 30, 1}};
  const Glicko after = RatePeriod({1e7, 30, 0.06}, games, 0.5, 1);
  EXPECT_EQ(after.rating, 1e7);
  EXPECT_GT(after.deviation, 30);
}

TEST(Clamp, KeepsWhatItWasWhenTheNumbersAreNotFinite) {
  const Glicko before{1500, 100, 0.06};
  EXPECT_EQ(Clamp(before, {std::nan(""), 100, 0.06}), before);
  EXPECT_EQ(Clamp(before, {1500, INFINITY, 0.06}), before);
}

TEST(Clamp, HoldsTheFloorAndTheNarrowestDeviation) {
  EXPECT_EQ(Clamp({410, 60, 0.06}, {390, 40, 0.001}),
            (Glicko{kMinRating, kMinDeviation, kMinVolatility}));
}

TEST(RateGame, IsSymmetricForEqualNewcomers) {
  const Pair after = RateGame({}, {}, 1, 1'000'000);
  EXPECT_NEAR(after.a.glicko.rating - 1500, 1500 - after.b.glicko.rating, 1e-9);
  EXPECT_EQ(after.a.glicko.deviation, after.b.glicko.deviation);
  EXPECT_EQ(after.a.games, 1);
  EXPECT_EQ(after.b.last_game, 1'000'000);
}

TEST(RateGame, BothSidesAreComputedFromTheValuesBeforeTheGame) {
  const Rating a{{1400, 79, 0.06}, 10, 5'000};
  const Rating b{{1550, 110, 0.065}, 10, 5'000};
  const Pair after = RateGame(a, b, 1, 5'000);
  EXPECT_NEAR(after.a.glicko.rating, 1422.62604, 0.001);
  EXPECT_NEAR(after.b.glicko.rating, 1506.31911, 0.001);
}

TEST(RateGame, TimeAwayMakesTheNextGameCountMore) {
  const Rating rested{{1620, 75, 0.06}, 10, 1'000};
  const Rating opponent{{1580, 90, 0.06}, 10, 1'000};
  const auto later = static_cast<base::TimeMs>(1'000 + 3.5 * kPeriodMs);
  EXPECT_NEAR(RateGame(rested, opponent, 1, later).a.glicko.rating, 1634.144689, 0.001);
  EXPECT_LT(RateGame(rested, opponent, 1, 1'000).a.glicko.rating, 1634.0);
}

TEST(RateGame, StaysWithinTheBoundsOverALongRandomCareer) {
  base::SeededRandom random(7);
  std::vector<Rating> players(6);
  base::TimeMs now = 1;
  for (int i = 0; i < 20'000; ++i) {
    now += static_cast<base::TimeMs>(random.Below(40)) * 3'600'000;
    Rating& a = players[random.Below(3)];
    Rating& b = players[3 + random.Below(3)];
    const Rating before = a;
    const Pair after = RateGame(a, b, static_cast<double>(random.Below(3)) / 2, now);
    a = after.a;
    b = after.b;
    ASSERT_GE(a.glicko.rating, kMinRating);
    ASSERT_LE(std::abs(a.glicko.rating - before.glicko.rating), kMaxChange);
    ASSERT_GE(a.glicko.deviation, kMinDeviation);
    ASSERT_LE(a.glicko.deviation, kMaxDeviation);
  }
}

TEST(Rating, IsProvisionalAtFirstAndSettlesWithGames) {
  Rating a, b;
  EXPECT_TRUE(a.provisional());
  for (int i = 1; i <= 40; ++i) {
    const Pair after = RateGame(a, b, i % 2, i * 60'000);
    a = after.a;
    b = after.b;
  }
  EXPECT_FALSE(a.provisional());
  EXPECT_GT(DeviationAt(a, a.last_game + 100'000'000'000), a.glicko.deviation);
}

TEST(ExpectedScore, IsHalfForEqualsAndNamesTheFavourite) {
  EXPECT_DOUBLE_EQ(ExpectedScore({}, {}), 0.5);
  const Glicko strong{1900, 60, 0.06};
  const Glicko weak{1500, 60, 0.06};
  EXPECT_GT(ExpectedScore(strong, weak), 0.88);
  EXPECT_NEAR(ExpectedScore(strong, weak) + ExpectedScore(weak, strong), 1, 1e-12);
}

}  // namespace
}  // namespace chess::ratings
