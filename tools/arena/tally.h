#pragma once
// What a match between two players says: score, Elo, and how sure it is.

#include <optional>
#include <string>

namespace chess::arena {

// Points of the first player in a pair of games with colours exchanged: 0, 1, … 4 halves.
struct Tally {
  int wins = 0, draws = 0, losses = 0;  // games of the first player
  int pairs[5] = {};

  void Add(int first_halves, int second_halves);
  int games() const { return wins + draws + losses; }
  double Score() const;
  // Half the width of the 95 % interval of Score(), from the spread of the pairs: the two games of
  // a pair share their opening and are not independent. Nothing for fewer than two pairs: one says
  // nothing of the spread.
  std::optional<double> Margin() const;
};

// The Elo difference that a score stands for: 400 * log10(s / (1 - s)), cut off at +-999.
double Elo(double score);
// "312-60-28  score 85.5 % ± 2.9  Elo +308 [+268 +356]"; of one pair "2-0-0  score 100.0 %".
std::string Text(const Tally& tally);

}  // namespace chess::arena
