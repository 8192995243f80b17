#pragma once
// The seam between rule sets and move generation. A kernel is a move generator for one kind of
// deviation from chess; it knows no variant. Each kernel is one file that puts its generator and
// player together (ops.h) and exports one KernelOps. A stronger kernel plays the games of a weaker
// one alike, slower; only the strongest, which guards no king, is a game of its own.

#include "rules/core/move.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// What every kernel answers; see moves.h for the contracts.
struct KernelOps {
  void (*generate)(const Position& position, const RuleSet& rules, MoveList* list);
  int (*count)(const Position& position, const RuleSet& rules);
  void (*play)(Position* position, const RuleSet& rules, Move move);
  // Whether a capture on `ep` (just behind the pawn that made a double step) is legal.
  bool (*ep_legal)(const Position& position, const RuleSet& rules, Square ep);
  Bitboard (*checkers)(const Position& position, const RuleSet& rules);
  bool (*gives_check)(const Position& position, const RuleSet& rules, Move move);
  uint64_t (*perft)(const Position& position, const RuleSet& rules, int depth);
};

extern const KernelOps kOrthodoxOps;
extern const KernelOps kMorphingOps;
extern const KernelOps kVolatileOps;
extern const KernelOps kUnguardedOps;

const KernelOps& OpsOf(Kernel kernel);
// The kernel that a set runs on.
inline const KernelOps& OpsOf(const RuleSet& rules) { return OpsOf(rules.kernel()); }

}  // namespace chess::rules
