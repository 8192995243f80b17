#include "rules/testing/exhaustive.h"

#include <array>
#include <cstring>
#include <deque>
#include <unordered_set>

namespace chess::rules::testing {
namespace {

// All that decides what can follow.
struct State {
  std::array<uint64_t, 14> words;
  explicit State(const Position& p) {
    std::memcpy(words.data(), p.roles, sizeof(p.roles));
    words[6] = p.colors[0];
    words[7] = p.royal;
    words[8] = p.unmoved;
    std::memcpy(&words[9], p.slots, sizeof(p.slots));
    words[13] = static_cast<uint64_t>(p.ep) << 8 | static_cast<uint64_t>(Index(p.turn));
  }
  bool operator==(const State&) const = default;
};

struct StateHash {
  size_t operator()(const State& state) const {
    uint64_t hash = 0;
    for (uint64_t word : state.words) hash = (hash ^ word) * 0x9e3779b97f4a7c15ull + (hash >> 29);
    return hash;
  }
};

}  // namespace

Exhaustive SeeEverything(const Position& position, const RuleSet& rules, size_t max_positions) {
  Exhaustive result;
  std::unordered_set<State, StateHash> seen{State(position)};
  std::deque<Position> open{position};
  const auto won = [&](Color side) { result.can_win[Index(side)] = true; };
  while (!open.empty()) {
    const Position p = open.front();
    open.pop_front();
    const MoveList moves = LegalMoves(p, rules);
    if (moves.empty() && InCheck(p, rules)) won(!p.turn);
    for (Move m : moves) {
      const Position next = After(p, rules, m);
      if (const std::optional<Outcome> ending = rules.VariantEnding(next, m)) {
        if (ending->winner()) won(*ending->winner());
        continue;
      }
      if (seen.insert(State(next)).second) open.push_back(next);
    }
    result.positions = seen.size();
    if (result.can_win[0] && result.can_win[1]) return result;
    if (result.positions > max_positions) return result;
  }
  for (Color side : kColors) {
    if (!result.can_win[Index(side)]) result.can_win[Index(side)] = false;
  }
  return result;
}

}  // namespace chess::rules::testing
