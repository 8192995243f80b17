#pragma once
// The Morphing kernel's answers; see ops.h. The Volatile kernel gives the same where a set has no
// notion of attack or far effects of its own.

#include "rules/core/checkless.h"
#include "rules/core/ops.h"
#include "rules/core/play_any.h"

namespace chess::rules {

struct MorphingKernel {
  template <Color Us, class Sink>
  static void Generate(const Position& p, const RuleSet& rules, Sink& sink) {
    if (rules.Has(kTraitMustNotCheck)) [[unlikely]]
      return GenerateCheckless<Us>(p, rules, sink);
    AnyGenerator<Us, true>(p, rules.hooks()).All(sink);
  }
  template <Color Us, class Sink>
  [[gnu::noinline]] static void GenerateCheckless(const Position& p, const RuleSet& rules,
                                                  Sink& sink) {
    const AnyGenerator<Us, true> generator(p, rules.hooks());
    ChecklessSink<MorphingKernel, Us, Sink> checkless(generator, rules, &sink);
    generator.All(checkless);
  }
  // Flattened: the generator lives in registers then.
  template <Color Us>
  [[gnu::flatten]] static int Count(const Position& p, const RuleSet& rules) {
    return CountByGenerating<MorphingKernel, Us>(p, rules);
  }
  template <Color Us>
  static void Play(Position& p, const RuleSet& rules, Move m) {
    AnyPlay<MorphingKernel, Us>(p, rules, m);
  }
  template <Color Us>
  static bool EpLegal(const Position& p, const RuleSet& rules, Square ep) {
    return AnyEpLegal<Us, true>(p, rules.hooks(), ep);
  }
  template <Color Us>
  static Bitboard Checkers(const Position& p, const RuleSet& rules) {
    return AnyGenerator<Us, true>(p, rules.hooks()).checkers;
  }
  // Moves that change more than two squares, or the man itself, are played out.
  template <Color Us>
  static bool GivesCheck(const Position& p, const RuleSet& rules, Move m) {
    const MoveKind kind = m.kind();
    const bool simple =
        kind == MoveKind::kNormal || kind == MoveKind::kDoubleStep || kind == MoveKind::kBonus;
    if (!simple || !rules.hooks().after_move.empty()) {
      Position next = p;
      AnyMove<Us>(next, rules, m);
      return Checkers<!Us>(next, rules) != 0;
    }
    const AnyGenerator<Us, false> generator(p, rules.hooks());
    return generator.StepGivesCheck(m.from(), m.to(), p.PowersAt(m.from()));
  }
};

}  // namespace chess::rules
