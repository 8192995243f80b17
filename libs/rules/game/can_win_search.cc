#include "rules/game/can_win_search.h"

#include <algorithm>
#include <array>
#include <memory>

#include "rules/core/attacks.h"
#include "rules/game/can_win.h"
#include "rules/game/can_win_static.h"

namespace chess::rules {
namespace {

constexpr int kPriorities = 256;
constexpr uint32_t kNone = ~0u;
constexpr uint32_t kTableSize = 1u << 17;
static_assert(kTableSize >= 2 * kMostSearchMoves);

struct Node {
  Position position;
  uint32_t parent;
  uint32_t next;  // in its queue
  Move move;      // that led here
  uint16_t depth;
};

// Queues by priority, first in first out within one.
class Queue {
 public:
  void Clear() {
    head_.fill(kNone);
    best_ = kPriorities;
  }
  void Push(Node* nodes, uint32_t node, int priority) {
    const size_t p = static_cast<size_t>(std::clamp(priority, 0, kPriorities - 1));
    nodes[node].next = kNone;
    if (head_[p] == kNone) {
      head_[p] = node;
    } else {
      nodes[tail_[p]].next = node;
    }
    tail_[p] = node;
    best_ = std::min(best_, p);
  }
  // kNone when all are empty.
  uint32_t Pop(const Node* nodes) {
    while (best_ < kPriorities && head_[best_] == kNone) ++best_;
    if (best_ == kPriorities) return kNone;
    const uint32_t node = head_[best_];
    head_[best_] = nodes[node].next;
    return node;
  }

 private:
  std::array<uint32_t, kPriorities> head_, tail_;
  size_t best_ = kPriorities;
};

// Memory of a thread's searches, kept between them so that a search does not have to clear it.
struct Scratch {
  std::array<Node, kMostSearchMoves + 1> nodes;
  std::array<uint32_t, kTableSize> table_node;
  std::array<uint32_t, kTableSize> table_run{};  // the run that wrote the entry
  uint32_t run = 0;
  Queue queue;
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

int Distance(Square a, Square b) {
  return std::max(std::abs(FileOf(a) - FileOf(b)), std::abs(RankOf(a) - RankOf(b)));
}

int EdgeDistance(Square s) {
  return std::min(std::min(FileOf(s), 7 - FileOf(s)), std::min(RankOf(s), 7 - RankOf(s)));
}

int CornerDistance(Square s) {
  return std::min(FileOf(s), 7 - FileOf(s)) + std::min(RankOf(s), 7 - RankOf(s));
}

// How far a side's nearest pawn is from promotion, counting what stands in its way.
template <Color Us>
int PromotionCost(const Position& p) {
  int best = 20;
  for (Bitboard b = p.of(Us, Role::kPawn); b;) {
    const Square s = PopFirst(&b);
    int cost = 7 - RelativeRank(Us, s);
    Bitboard way = 0;
    for (Bitboard step = Forward<Us>(Bit(s)); step; step = Forward<Us>(step)) way |= step;
    cost += 2 * Count(way & p.of(Role::kPawn)) + Count(way & p.occupied() & ~p.of(Role::kPawn));
    best = std::min(best, cost);
  }
  return best;
}

// How far from a mate the position looks. Only an order of search: any function is sound.
int Estimate(const Position& p, Color side) {
  const Square ours = p.RoyalSquare(side), theirs = p.RoyalSquare(!side);
  if (ours == kNoSquare || theirs == kNoSquare) return 0;
  int estimate = 2 * std::max(0, Distance(ours, theirs) - 2);
  if (p.of(side) & (p.of(Role::kQueen) | p.of(Role::kRook))) {
    estimate += 3 * EdgeDistance(theirs);
  } else {
    estimate += 2 * CornerDistance(theirs) + 8;
    if (p.of(side, Role::kPawn)) {
      const int cost = side == Color::kWhite ? PromotionCost<Color::kWhite>(p)
                                             : PromotionCost<Color::kBlack>(p);
      estimate += 2 * cost;
    }
  }
  // Squares that their own men take from the king.
  estimate += Count(kKingAttacks[theirs] & ~p.of(!side));
  return estimate;
}

class Search {
 public:
  Search(const RuleSet& rules, Color side, bool orthodox, int max_moves)
      : rules_(rules),
        side_(side),
        orthodox_(orthodox),
        max_moves_(std::min(max_moves, kMostSearchMoves)),
        scratch_(ThreadScratch()) {
    if (++scratch_.run == 0) {
      scratch_.table_run.fill(0);
      scratch_.run = 1;
    }
    scratch_.queue.Clear();
  }

  WinSearch Run(const Position& root, std::vector<Move>* line) {
    Enter(root, kNone, Move());
    for (uint32_t node; !found_ && (node = scratch_.queue.Pop(nodes())) != kNone;) {
      if (moves_ >= max_moves_) return {CanWinAnswer::kUnproven, size_, moves_};
      Expand(node);
    }
    if (found_ && line != nullptr) Trace(line);
    if (!found_ && cut_) return {CanWinAnswer::kUnproven, size_, moves_};
    return {found_ ? CanWinAnswer::kYes : CanWinAnswer::kNo, size_, moves_};
  }

 private:
  Node* nodes() { return scratch_.nodes.data(); }

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
    const int depth = parent == kNone ? 0 : nodes()[parent].depth + 1;
    nodes()[node] = {position, parent, kNone, move, static_cast<uint16_t>(depth)};
    if (position.turn != side_ && InCheck(position, rules_) && !HasLegalMove(position, rules_)) {
      Win(parent, move);
      return;
    }
    if (Hopeless(position, parent == kNone)) return;
    scratch_.queue.Push(nodes(), node, depth / 2 + 3 * Estimate(position, side_));
  }

  bool Hopeless(const Position& position, bool root) {
    if (CanWinByMaterial(position, rules_, side_) == CanWinAnswer::kNo) return true;
    if (!orthodox_) return false;
    if (position.halfmoves != 0 && !root) return false;
    return PawnsAreLocked(position) && MateIsOutOfReach(position, side_);
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
  int size_ = 0;
  int moves_ = 0;
  bool found_ = false;
  bool cut_ = false;  // something was left unseen
  uint32_t before_ = kNone;
  Move last_;
};

}  // namespace

WinSearch SearchForWin(const Position& position, const RuleSet& rules, Color side, bool orthodox,
                       int max_moves, std::vector<Move>* line) {
  return Search(rules, side, orthodox, max_moves).Run(position, line);
}

}  // namespace chess::rules
