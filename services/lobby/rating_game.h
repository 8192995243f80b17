#pragma once
// A rated game as history has it, and what replaying it gives.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "ratings/glicko2.h"

namespace chess::lobby {

struct RatingKey {
  std::string player_id, family, speed;
  auto operator<=>(const RatingKey&) const = default;
};

// White's points to what history calls it, and back.
inline const char* ScoreText(double white_score) {
  return white_score == 1 ? "1-0" : white_score == 0 ? "0-1" : "1/2-1/2";
}
inline double ScoreOf(const std::string& score) {
  return score == "1-0" ? 1 : score == "0-1" ? 0 : 0.5;
}

// Equal but for what another version of the mathematics library may make of the last digits.
inline bool Same(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}
inline bool Same(const ratings::Glicko& a, const ratings::Glicko& b) {
  return Same(a.rating, b.rating) && Same(a.deviation, b.deviation) &&
         Same(a.volatility, b.volatility);
}

}  // namespace chess::lobby
