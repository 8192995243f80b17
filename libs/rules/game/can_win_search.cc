#include "rules/game/can_win_search.h"

#include <algorithm>
#include <array>

#include "rules/game/can_win.h"
#include "rules/game/can_win_estimate.h"
#include "rules/game/can_win_static.h"

namespace chess::rules {
namespace {

constexpr int kPriorities = kMostEstimate + 1;
constexpr uint32_t kNone = ~0u;
constexpr int kExtension = 3;  // how often its limit a search may use when it nears the end
constexpr size_t kSmallestTable = 1u << 12;

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

// Memory of a thread's searches, kept between them: nothing is allocated where an earlier search
// was as large, and the table need not be cleared. A search begins with a small part of the table,
// which stays in the processor's cache.
struct Scratch {
  struct Entry {
    uint32_t run = 0;  // the search that wrote it
    uint32_t node = 0;
  };
  std::vector<Node> nodes;
  std::vector<Entry> table = std::vector<Entry>(kSmallestTable);
  size_t size = kSmallestTable;  // the part of the table that is in use; a power of two
  uint32_t run = 0;
  std::array<Queue, kQueues> queues;

  // Entries of earlier runs count as empty.
  void NewRun() {
    if (++run != 0) return;
    table.assign(table.size(), {});
    run = 1;
  }
  // The entry of the position, or the empty one where it belongs.
  template <class Same>
  Entry* Find(Key key, const Same& same) {
    size_t slot = static_cast<size_t>(key) & (size - 1);
    while (table[slot].run == run && !same(nodes[table[slot].node])) slot = (slot + 1) & (size - 1);
    return &table[slot];
  }
  void Grow() {
    size *= 2;
    if (table.size() < size) table.resize(size);
    NewRun();
    for (uint32_t n = 0; n < nodes.size(); ++n) {
      *Find(nodes[n].position.key, [](const Node&) { return false; }) = {run, n};
    }
  }
};

Scratch& ThreadScratch() {
  thread_local Scratch scratch;
  return scratch;
}

template <size_t N>
bool Equal(const uint64_t (&a)[N], const uint64_t (&b)[N]) {
  return std::equal(a, a + N, b);
}

bool SameState(const Position& a, const Position& b) {
  return a.key == b.key && a.turn == b.turn && a.ep == b.ep && a.royal == b.royal &&
         a.unmoved == b.unmoved && Equal(a.roles, b.roles) && Equal(a.colors, b.colors) &&
         Equal(a.slots, b.slots);
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
    scratch_.NewRun();
    scratch_.size = kSmallestTable;
    scratch_.nodes.clear();
    for (Queue& queue : scratch_.queues) queue.Clear();
  }

  WinSearch Run(const Position& root, std::vector<Move>* line) {
    Enter(root, kNone, Move());
    for (uint32_t node; !found_ && !cut_ && (node = Next()) != kNone;) Expand(node);
    if (found_ && line != nullptr) Trace(line);
    const CanWinAnswer answer = found_ ? CanWinAnswer::kYes
                                : cut_ ? CanWinAnswer::kUnproven
                                       : CanWinAnswer::kNo;
    return {answer, static_cast<int>(scratch_.nodes.size()), moves_};
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
        --open_;
        return node;
      }
    }
    return kNone;
  }

  void Expand(uint32_t node) {
    const MoveList list = LegalMoves(nodes()[node].position, rules_);
    if (moves_ + static_cast<int>(list.size()) > max_moves_ && !MayGoOn(list.size())) {
      cut_ = true;
      return;
    }
    moves_ += static_cast<int>(list.size());
    for (Move m : list) {
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

  // At the limit: whether so much has been seen of what there is that the rest is worth it, too.
  bool MayGoOn(size_t more) const {
    const int needed = moves_ + static_cast<int>(more);
    return open_ * 3 < static_cast<int>(scratch_.nodes.size()) &&
           needed <= std::min(max_moves_ * kExtension, kMostSearchMoves);
  }

  // Takes in a position that is not known yet.
  void Enter(const Position& position, uint32_t parent, Move move) {
    Scratch::Entry* entry = scratch_.Find(
        position.key, [&](const Node& other) { return SameState(other.position, position); });
    if (entry->run == scratch_.run) return;
    const uint32_t node = static_cast<uint32_t>(scratch_.nodes.size());
    *entry = {scratch_.run, node};
    scratch_.nodes.push_back({position, parent, {}, move, false});
    if (scratch_.nodes.size() * 2 > scratch_.size) scratch_.Grow();
    if (position.turn != side_ && InCheck(position, rules_) && !HasLegalMove(position, rules_)) {
      Win(parent, move);
      return;
    }
    if (Hopeless(position, parent == kNone)) return;
    ++open_;
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
    if (proofs_asked_ > 8 && proofs_asked_ * 64 > moves_ && proofs_held_ * 4 < proofs_asked_) {
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
    std::reverse(line->begin(), line->end());
  }

  const RuleSet& rules_;
  const Color side_;
  const bool orthodox_;
  const int max_moves_;
  Scratch& scratch_;
  Estimator estimator_;
  int moves_ = 0;
  bool found_ = false;
  bool cut_ = false;  // something was left unseen
  int open_ = 0;      // positions whose moves have not been played
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
