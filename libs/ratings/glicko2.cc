#include "ratings/glicko2.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace chess::ratings {
namespace {

constexpr double kScale = 173.7178;       // points of one unit of the internal scale
constexpr double kTolerance = 1e-6;       // the paper's stopping rule
constexpr int kMaxIterations = 1000;      // the search for the volatility converges in about ten
constexpr double kNoInformation = 1e-100;  // below it 1/v would overflow: the result was certain

// Step 3 of the paper: how much an opponent's uncertainty dampens a result.
double Damping(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

double Expected(double mu, double opponent_mu, double damping) {
  return 1 / (1 + std::exp(-damping * (mu - opponent_mu)));
}

// Step 5: the new volatility, by the Illinois variant of regula falsi.
double NewVolatility(double sigma, double phi, double v, double delta, double tau) {
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double d = phi * phi + v + e;
    return e * (delta * delta - d) / (2 * d * d) - (x - a) / (tau * tau);
  };
  double low = a;
  double high = 0;
  if (delta * delta > phi * phi + v) {
    high = std::log(delta * delta - phi * phi - v);
  } else {
    int k = 1;
    while (k < kMaxIterations && f(a - k * tau) < 0) ++k;
    high = a - k * tau;
  }
  double f_low = f(low);
  double f_high = f(high);
  for (int i = 0; i < kMaxIterations && std::abs(high - low) > kTolerance; ++i) {
    const double middle = low + (low - high) * f_low / (f_high - f_low);
    const double f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

double Grown(double phi, double sigma, double elapsed_periods) {
  return std::sqrt(phi * phi + elapsed_periods * sigma * sigma);
}

double PeriodsSince(const Rating& rating, base::TimeMs now) {
  if (rating.last_game == 0 || now <= rating.last_game) return 0;
  return static_cast<double>(now - rating.last_game) / kPeriodMs;
}

Rating After(const Rating& player, const Rating& opponent, double score, base::TimeMs now) {
  const GameResult result{opponent.glicko.rating, opponent.glicko.deviation, score};
  const Glicko raw = RatePeriod(player.glicko, {&result, 1}, kTau, PeriodsSince(player, now));
  return Rating{Clamp(player.glicko, raw), player.games + 1, std::max(player.last_game, now)};
}

}  // namespace

Glicko RatePeriod(const Glicko& player, std::span<const GameResult> results, double tau,
                  double elapsed_periods) {
  const double mu = (player.rating - kStartRating) / kScale;
  const double phi = player.deviation / kScale;
  double information = 0;  // 1/v of step 3
  double surprise = 0;     // the sum of steps 4 and 7
  for (const GameResult& game : results) {
    const double damping = Damping(game.deviation / kScale);
    const double expected = Expected(mu, (game.rating - kStartRating) / kScale, damping);
    information += damping * damping * expected * (1 - expected);
    surprise += damping * (game.score - expected);
  }
  if (information < kNoInformation) {
    const double grown = Grown(phi, player.volatility, elapsed_periods);
    return Glicko{player.rating, grown * kScale, player.volatility};
  }
  const double v = 1 / information;
  const double sigma = NewVolatility(player.volatility, phi, v, v * surprise, tau);
  const double grown = Grown(phi, sigma, elapsed_periods);
  const double new_phi = 1 / std::sqrt(1 / (grown * grown) + information);
  const double new_mu = mu + new_phi * new_phi * surprise;
  return Glicko{new_mu * kScale + kStartRating, new_phi * kScale, sigma};
}

Glicko Clamp(const Glicko& before, const Glicko& after) {
  const bool finite = std::isfinite(after.rating) && std::isfinite(after.deviation) &&
                      std::isfinite(after.volatility);
  if (!finite) return before;
  const double near = std::clamp(after.rating, before.rating - kMaxChange,
                                 before.rating + kMaxChange);
  return Glicko{std::clamp(near, kMinRating, kMaxRating),
                std::clamp(after.deviation, kMinDeviation, kMaxDeviation),
                std::clamp(after.volatility, kMinVolatility, kMaxVolatility)};
}

Pair RateGame(const Rating& a, const Rating& b, double score_a, base::TimeMs now) {
  return Pair{After(a, b, score_a, now), After(b, a, 1 - score_a, now)};
}

double DeviationAt(const Rating& rating, base::TimeMs now) {
  const double phi = rating.glicko.deviation / kScale;
  const double grown = Grown(phi, rating.glicko.volatility, PeriodsSince(rating, now)) * kScale;
  return std::clamp(grown, kMinDeviation, kMaxDeviation);
}

double ExpectedScore(const Glicko& a, const Glicko& b) {
  const double both = std::hypot(a.deviation, b.deviation) / kScale;
  return Expected((a.rating - kStartRating) / kScale, (b.rating - kStartRating) / kScale,
                  Damping(both));
}

}  // namespace chess::ratings
