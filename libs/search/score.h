#pragma once
// Scores: centipawns from the side to move's point of view. A win in n plies is kWin - n, a loss in
// n plies n - kWin; mate and variant endings count alike.

namespace chess::search {

constexpr int kMaxPly = 96;  // no line is longer, whatever the limits say
constexpr int kWin = 30000;
constexpr int kDecided = kWin - kMaxPly;  // beyond it a score counts plies
constexpr int kInfinite = kWin + 1;

constexpr bool IsDecided(int score) { return score >= kDecided || score <= -kDecided; }

// Moves of the winner until the end: positive for the side to move, negative against it; 0 where
// the score is not decided. A score of a lost final position (-kWin) is -0 moves away and gives 0.
constexpr int MovesToEnd(int score) {
  if (score >= kDecided) return (kWin - score + 1) / 2;
  if (score <= -kDecided) return -((kWin + score) / 2);
  return 0;
}

}  // namespace chess::search
