#pragma once
// The seam between rule sets and move generation. A kernel is a move generator for one kind of
// deviation from chess; it knows no variant. Each kernel is one file that instantiates the
// templates of generate.h and play.h for its kind and exports one KernelOps.

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

// The kernel that a set runs on.
const KernelOps& OpsOf(const RuleSet& rules);

}  // namespace chess::rules
