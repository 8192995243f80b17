#include "arena/tally.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace chess::arena {

void Tally::Add(int first_halves, int second_halves) {
  for (const int halves : {first_halves, second_halves}) {
    ++(halves == 2 ? wins : halves == 1 ? draws : losses);
  }
  ++pairs[first_halves + second_halves];
}

double Tally::Score() const { return games() == 0 ? 0 : (wins + draws / 2.0) / games(); }

std::optional<double> Tally::Margin() const {
  int count = 0;
  for (const int n : pairs) count += n;
  if (count < 2) return std::nullopt;
  const double mean = Score();
  double spread = 0;
  for (int halves = 0; halves < 5; ++halves) {
    spread += pairs[halves] * std::pow(halves / 4.0 - mean, 2);
  }
  return 1.96 * std::sqrt(spread / (count - 1) / count);
}

double Elo(double score) {
  if (score <= 0) return -999;
  if (score >= 1) return 999;
  return std::clamp(400 * std::log10(score / (1 - score)), -999.0, 999.0);
}

std::string Text(const Tally& tally) {
  const double score = tally.Score();
  char text[160];
  const int length = std::snprintf(text, sizeof text, "%d-%d-%d  score %.1f %%", tally.wins,
                                   tally.draws, tally.losses, 100 * score);
  if (const auto margin = tally.Margin()) {
    std::snprintf(text + length, sizeof text - static_cast<size_t>(length),
                  " ± %.1f  Elo %+.0f [%+.0f %+.0f]", 100 * *margin, Elo(score),
                  Elo(score - *margin), Elo(score + *margin));
  }
  return text;
}

}  // namespace chess::arena
