// The kernel without king safety: whatever the men can do is legal, nobody is in check. Compiled
// with -O3.

#include "rules/core/ops.h"
#include "rules/core/play_any.h"

namespace chess::rules {
namespace {

struct UnguardedKernel {
  template <Color Us, class Sink>
  static void Generate(const Position& p, const RuleSet& rules, Sink& sink) {
    AnyGenerator<Us, false> generator(p, rules.hooks());
    if (rules.Has(kTraitMustCapture)) {
      generator.allowed = generator.them;
      CountSink captures;
      generator.All(captures);
      if (captures.count == 0) generator.allowed = ~Bitboard{0};
    }
    generator.All(sink);
  }
  template <Color Us>
  static int Count(const Position& p, const RuleSet& rules) {
    return CountByGenerating<UnguardedKernel, Us>(p, rules);
  }
  template <Color Us>
  static void Play(Position& p, const RuleSet& rules, Move m) {
    AnyPlay<UnguardedKernel, Us>(p, rules, m);
  }
  template <Color Us>
  static bool EpLegal(const Position& p, const RuleSet& rules, Square ep) {
    return AnyEpLegal<Us, false>(p, rules.hooks(), ep);
  }
  template <Color Us>
  static Bitboard Checkers(const Position&, const RuleSet&) {
    return 0;
  }
  template <Color Us>
  static bool GivesCheck(const Position&, const RuleSet&, Move) {
    return false;
  }
};

}  // namespace

constinit const KernelOps kUnguardedOps = MakeOps<UnguardedKernel>();

}  // namespace chess::rules
