// The orthodox kernel: chess itself, any castling geometry, any goal. Compiled with -O3.

#include "rules/core/generate.h"
#include "rules/core/ops.h"
#include "rules/core/play.h"

namespace chess::rules {
namespace {

struct OrthodoxKernel {
  template <Color Us, class Sink>
  static void Generate(const Position& p, const RuleSet&, Sink& sink) {
    OrthodoxGenerator<Us>(p).All(sink);
  }
  // Flattened: the generator lives in registers then.
  template <Color Us>
  [[gnu::flatten]] static int Count(const Position& p, const RuleSet& rules) {
    return CountByGenerating<OrthodoxKernel, Us>(p, rules);
  }
  template <Color Us>
  static void Play(Position& p, const RuleSet& rules, Move m) {
    rules.hooks().after_move.empty() ? OrthodoxPlay<Us>(p, m)
                                     : OrthodoxPlayWithEffects<Us>(p, rules, m);
  }
  template <Color Us>
  static bool EpLegal(const Position& p, const RuleSet&, Square ep) {
    return OrthodoxEpLegal<Us>(p, ep);
  }
  template <Color Us>
  static Bitboard Checkers(const Position& p, const RuleSet&) {
    return OrthodoxGenerator<Us>(p).checkers;
  }
  template <Color Us>
  static bool GivesCheck(const Position& p, const RuleSet&, Move m) {
    return OrthodoxGivesCheck<Us>(p, m);
  }
};

}  // namespace

constinit const KernelOps kOrthodoxOps = MakeOps<OrthodoxKernel>();

}  // namespace chess::rules
