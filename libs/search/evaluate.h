#pragma once
// Static evaluation of a position under any rule set: material by powers, where men stand, how far
// they reach, pawns, the royal man's safety, and what each rule of the set adds (Rule::lean). No
// rule is known by name. Whole numbers only, so that every machine computes the same.

#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::search {

class Evaluator {
 public:
  // An evaluator for plain chess.
  Evaluator() : Evaluator(rules::RuleSet()) {}
  // `noise` centipawns at most are added or taken away, as a pure function of position and seed:
  // what makes weak players misjudge, always in the same way.
  explicit Evaluator(const rules::RuleSet& rules, int noise = 0, uint64_t seed = 0);

  // Centipawns for the side to move. Does not see mate, stalemate or variant endings.
  int operator()(const rules::Position& position) const;
  // Whether nobody can win any more by the material on the board. Not a proof: only few men are
  // looked at.
  bool Dead(const rules::Position& position) const;

 private:
  int Lean(const rules::Position& position) const;
  int Noise(rules::Key key) const;

  rules::RuleSet rules_;
  bool burden_;  // men are a burden
  bool leans_ = false;
  int noise_;
  uint64_t seed_;
};

}  // namespace chess::search
