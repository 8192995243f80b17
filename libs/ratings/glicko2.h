#pragma once
// Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system", 2022 revision), with fractional
// rating periods as public servers use them. Pure arithmetic in IEEE doubles; same input, same
// numbers.
// Elapsed time multiplies sigma^2 in step 6 of the paper (1 = the paper).

#include <cstdint>
#include <span>

#include "base/clock.h"

namespace chess::ratings {

// The platform's constants (docs/ratings in docs/architecture.md).
inline constexpr double kTau = 0.75;
inline constexpr double kStartRating = 1500;
inline constexpr double kStartDeviation = 500;
inline constexpr double kStartVolatility = 0.09;
inline constexpr double kMinDeviation = 45;
inline constexpr double kMaxDeviation = 500;
inline constexpr double kProvisionalDeviation = 110;  // from here on: "1500?"
inline constexpr double kLeaderboardDeviation = 75;   // at most: on the leaderboards of standard
inline constexpr double kVariantLeaderboardDeviation = 65;  // at most: on the other leaderboards
inline constexpr double kMinRating = 400;
inline constexpr double kMaxRating = 4000;
inline constexpr double kMinVolatility = 0.01;
inline constexpr double kMaxVolatility = 0.1;
inline constexpr double kMaxChange = 700;                // points that one game may move a rating
inline constexpr double kPeriodMs = 4.665 * 86'400'000;  // one rating period

struct Glicko {
  double rating = kStartRating;
  double deviation = kStartDeviation;
  double volatility = kStartVolatility;
  bool operator==(const Glicko&) const = default;
};

// One result against an opponent as they stood before the period.
struct GameResult {
  double rating = 0;
  double deviation = 0;
  double score = 0;  // 1 win, 0.5 draw, 0 loss
};

// The raw formulas: no clamps, so extreme upsets give extreme numbers. `results` may be empty: then
// only the deviation grows. Terminates for every finite input (bounded iterations).
Glicko RatePeriod(const Glicko& player, std::span<const GameResult> results, double tau,
                  double elapsed_periods);

// A stored rating: numbers, games played, and when it last changed.
struct Rating {
  Glicko glicko;
  int32_t games = 0;
  base::TimeMs last_game = 0;  // 0: never
  bool operator==(const Rating&) const = default;

  bool provisional() const { return glicko.deviation >= kProvisionalDeviation; }
  bool on_leaderboard(bool variant) const {
    return glicko.deviation <= (variant ? kVariantLeaderboardDeviation : kLeaderboardDeviation);
  }
};

// Brings new numbers within the platform's bounds: not finite → `before`; at most kMaxChange from
// `before`; rating, deviation and volatility within their limits.
Glicko Clamp(const Glicko& before, const Glicko& after);

// Both players after one game that ended at `now`; both computed from the values before it, each
// with the (fractional) periods since their own last game. score_a: 1, 0.5 or 0. Clamped.
struct Pair {
  Rating a;
  Rating b;
};
Pair RateGame(const Rating& a, const Rating& b, double score_a, base::TimeMs now);

// The deviation to show (and pair by) at `now`: it grows while a player is away.
double DeviationAt(const Rating& rating, base::TimeMs now);

// Expected score of a against b (Glickman's E with both deviations), for pairing and simulation.
double ExpectedScore(const Glicko& a, const Glicko& b);

}  // namespace chess::ratings
