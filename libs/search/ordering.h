#pragma once
// Which move to try first: what cut off before, what wins material.

#include <array>

#include "rules/core/moves.h"

namespace chess::search {

// How often quiet moves were best, by side, man or square of origin, and target.
class History {
 public:
  int Of(rules::Color side, rules::Move move) const { return table_[Slot(side, move)]; }
  // The move was best (bonus > 0) or was tried in vain (bonus < 0).
  void Add(rules::Color side, rules::Move move, int bonus) {
    int32_t& value = table_[Slot(side, move)];
    const int size = bonus < 0 ? -bonus : bonus;
    value += bonus - value * size / kMost;
  }
  void Clear() { table_.fill(0); }

  static constexpr int kMost = 8192;  // values stay within +-kMost

 private:
  static size_t Slot(rules::Color side, rules::Move move) {
    const int origin = move.is_drop() ? 64 + Index(move.dropped()) : move.from();
    return static_cast<size_t>((Index(side) * 70 + origin) * 64 + move.to());
  }
  std::array<int32_t, size_t{2} * 70 * 64> table_{};
};

// What a rule set means for ordering and pruning.
struct Habits {
  explicit Habits(const rules::RuleSet& rules);
  bool must_capture;     // who can capture must
  bool exchanges;        // captures on one square settle as in chess
  bool one_power;        // men have one power and keep it: what a capture wins is what it takes
  bool passing_is_safe;  // doing nothing is no better than the best move (null move)
};

// Whether a move is worth looking at when only noisy moves are.
inline bool IsNoisy(const rules::Position& p, rules::Move m) {
  return m.is_promotion() || rules::IsCapture(p, m);
}

// What a noisy move wins at once, by material, effects included.
int WinsAtOnce(const rules::Position& position, const rules::RuleSet& rules, const Habits& habits,
               rules::Move move);

}  // namespace chess::search
