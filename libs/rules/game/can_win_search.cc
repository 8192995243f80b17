#include "rules/game/can_win_search.h"

#include <algorithm>
#include <array>
#include <memory>

#include "rules/game/can_win.h"
#include "rules/game/can_win_estimate.h"
#include "rules/game/can_win_static.h"

namespace chess::rules {
namespace {

constexpr int kPriorities = kMostEstimate + 1;
constexpr uint32_t kNone = ~0u;
constexpr uint32_t kTableSize = 1u << 17;
static_assert(kTableSize >= 2 * kMostSearchMoves);

constexpr size_t kQueues = kEstimates;

struct Node {
  Position position;
  uint32_t parent;
  std::array<uint32_t, kQueues> next;  // in each queue
  Move move;                           // that led here
  bool done;                           // its moves have been played
};

// Nodes by priority, last in first out within one.
class Queue {
 public:
  void Clear() {
    head_.fill(kNone);
    best_ = kPriorities;
  }
  void Push(Node* nodes, size_t self, uint32_t node, int priority) {
    const size_t p = static_cast<size_t>(priority);
    nodes[node].next[self] = head_[p];
    head_[p] = node;
    best_ = std::min(best_, p);
  }
  // kNone when it is empty.
  uint32_t Pop(const Node* nodes, size_t self) {
    while (best_ < kPriorities && head_[best_] == kNone) ++best_;
    if (best_ == kPriorities) return kNone;
    const uint32_t node = head_[best_];
    head_[best_] = nodes[node].next[self];
    return node;
  }

 private:
  std::array<uint32_t, kPriorities> head_;
  size_t best_ = kPriorities;
};

// Memory of a thread's searches, kept between them so that a search does not have to clear it.
struct Scratch {
  std::array<Node, kMostSearchMoves + 1> nodes;
  std::array<uint32_t, kTableSize> table_node;
  std::array<uint32_t, kTableSize> table_run{};  // the run that wrote the entry
  uint32_t run = 0;
  std::array<Queue, kQueues> queues;
};

Scratch& ThreadScratch() {
  thread_local std::unique_ptr<Scratch> scratch = std::make_unique<Scratch>();
  return *scratch;
}

bool SameState(const Position& a, const Position& b) {
  return a.key == b.key && a.turn == b.turn && a.ep == b.ep && a.royal == b.royal &&
         a.unmoved == b.unmoved && std::ranges::equal(a.roles, b.roles) &&
         std::ranges::equal(a.colors, b.colors) && std::ranges::equal(a.slots, b.slots);
}

class Search {
 public:
  Search(const RuleSet& rules, Color side, bool orthodox, int max_moves)
      : rules_(rules),
        side_(side),
        orthodox_(orthodox),
        max_moves_(std::min(max_moves, kMostSearchMoves)),
        scratch_(ThreadScratch()),
        estimator_(side) {
    if (++scratch_.run == 0) {
      scratch_.table_run.fill(0);
      scratch_.run = 1;
    }
    for (Queue& queue : scratch_.queues) queue.Clear();
  }

  WinSearch Run(const Position& root, std::vector<Move>* line) {
    Enter(root, kNone, Move());
    for (uint32_t node; !found_ && !cut_ && (node = Next()) != kNone;) Expand(node);
    if (found_ && line != nullptr) Trace(line);
    if (!found_ && cut_) return {CanWinAnswer::kUnproven, size_, moves_};
    return {found_ ? CanWinAnswer::kYes : CanWinAnswer::kNo, size_, moves_};
  }

 private:
  Node* nodes() { return scratch_.nodes.data(); }

  // The queues take turns: where one order goes astray another may not.
  uint32_t Next() {
    for (size_t misses = 0; misses < kQueues;) {
      turn_ = (turn_ + 1) % kQueues;
      const uint32_t node = scratch_.queues[turn_].Pop(nodes(), turn_);
      if (node == kNone) {
        ++misses;
      } else if (!nodes()[node].done) {
        nodes()[node].done = true;
        return node;
      }
    }
    return kNone;
  }

  void Expand(uint32_t node) {
    const MoveList list = LegalMoves(nodes()[node].position, rules_);
    for (Move m : list) {
      if (moves_ >= max_moves_) {
        cut_ = true;
        return;
      }
      ++moves_;
      const Position next = After(nodes()[node].position, rules_, m);
      if (rules_.has_variant_endings()) {
        if (const std::optional<Outcome> ending = rules_.VariantEnding(next, m)) {
          if (ending->winner() != side_) continue;
          Win(node, m);
          return;
        }
      }
      Enter(next, node, m);
      if (found_) return;
    }
  }

  // Takes in a position that is not known yet.
  void Enter(const Position& position, uint32_t parent, Move move) {
    uint32_t slot = static_cast<uint32_t>(position.key) & (kTableSize - 1);
    while (scratch_.table_run[slot] == scratch_.run) {
      if (SameState(nodes()[scratch_.table_node[slot]].position, position)) return;
      slot = (slot + 1) & (kTableSize - 1);
    }
    const uint32_t node = static_cast<uint32_t>(size_++);
    scratch_.table_run[slot] = scratch_.run;
    scratch_.table_node[slot] = node;
    nodes()[node] = {position, parent, {}, move, false};
    if (position.turn != side_ && InCheck(position, rules_) && !HasLegalMove(position, rules_)) {
      Win(parent, move);
      return;
    }
    if (Hopeless(position, parent == kNone)) return;
    const std::array<int, kQueues> estimates = estimator_.Of(position);
    for (size_t q = 0; q < kQueues; ++q) scratch_.queues[q].Push(nodes(), q, node, estimates[q]);
  }

  // Nothing that follows can be a win, as far as is easily seen.
  bool Hopeless(const Position& position, bool root) {
    if (CanWinByMaterial(position, rules_, side_) == CanWinAnswer::kNo) return true;
    if (!orthodox_) return false;
    if (root) return MateIsOutOfReach(position, side_);
    if (position.halfmoves != 0 || !PawnsAreLocked(position)) return false;
    // Where the proof keeps failing it is asked less and less.
    if (proofs_asked_ > 8 && proofs_asked_ * 16 > moves_ && proofs_held_ * 4 < proofs_asked_) {
      return false;
    }
    ++proofs_asked_;
    const bool holds = MateIsOutOfReach(position, side_);
    proofs_held_ += holds;
    return holds;
  }

  void Win(uint32_t before, Move last) {
    found_ = true;
    last_ = last;
    before_ = before;
  }

  void Trace(std::vector<Move>* line) {
    line->clear();
    if (last_.is_null()) return;
    line->push_back(last_);
    for (uint32_t n = before_; nodes()[n].parent != kNone; n = nodes()[n].parent) {
      line->push_back(nodes()[n].move);
    }
    std::ranges::reverse(*line);
  }

  const RuleSet& rules_;
  const Color side_;
  const bool orthodox_;
  const int max_moves_;
  Scratch& scratch_;
  Estimator estimator_;
  int size_ = 0;
  int moves_ = 0;
  bool found_ = false;
  bool cut_ = false;  // something was left unseen
  int proofs_asked_ = 0;
  int proofs_held_ = 0;
  size_t turn_ = 0;
  uint32_t before_ = kNone;
  Move last_;
};

}  // namespace

WinSearch SearchForWin(const Position& position, const RuleSet& rules, Color side, bool orthodox,
                       int max_moves, std::vector<Move>* line) {
  return Search(rules, side, orthodox, max_moves).Run(position, line);
}

}  // namespace chess::rules
