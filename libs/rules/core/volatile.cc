// The kernel for effects away from the mover and for other notions of attack: pseudo-legal moves,
// legal where a trial finds the position safe; masks spare the trial where they prove it. Compiled
// with -O3.

#include "rules/core/morphing.h"
#include "rules/core/ops.h"
#include "rules/core/trial.h"

namespace chess::rules {
namespace {

struct VolatileKernel {
  template <Color Us, class Sink>
  static void Generate(const Position& p, const RuleSet& rules, Sink& sink) {
    if (rules.hooks().masks_suffice) return MorphingKernel::Generate<Us>(p, rules, sink);
    const Trial<Us> trial(p, rules);
    TrialSink<Us, Sink> filter{trial, sink};
    AnyGenerator<Us, false>(p, rules.hooks()).All(filter);
  }
  template <Color Us>
  static int Count(const Position& p, const RuleSet& rules) {
    return CountByGenerating<VolatileKernel, Us>(p, rules);
  }
  template <Color Us>
  static void Play(Position& p, const RuleSet& rules, Move m) {
    AnyPlay<VolatileKernel, Us>(p, rules, m);
  }
  template <Color Us>
  static bool EpLegal(const Position& p, const RuleSet& rules, Square ep) {
    if (rules.hooks().masks_suffice) return MorphingKernel::EpLegal<Us>(p, rules, ep);
    if (!AnyEpLegal<Us, false>(p, rules.hooks(), ep)) return false;
    const AnyGenerator<Us, false> generator(p, rules.hooks());
    const Trial<Us> trial(p, rules);
    for (Bitboard b = generator.EnPassantPawns(ep); b;) {
      if (trial.Allows(Move::Make(PopFirst(&b), ep, MoveKind::kEnPassant))) return true;
    }
    return false;
  }
  template <Color Us>
  static Bitboard Checkers(const Position& p, const RuleSet& rules) {
    return RoyalAttackers<Us>(p, rules.hooks());
  }
  template <Color Us>
  static bool GivesCheck(const Position& p, const RuleSet& rules, Move m) {
    if (rules.hooks().masks_suffice) return MorphingKernel::GivesCheck<Us>(p, rules, m);
    Position next = p;
    AnyMove<Us>(next, rules, m);
    return Checkers<!Us>(next, rules) != 0;
  }
};

}  // namespace

constinit const KernelOps kVolatileOps = MakeOps<VolatileKernel>();

}  // namespace chess::rules
