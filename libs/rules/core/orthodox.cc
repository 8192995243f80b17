// The orthodox kernel: chess itself, any castling geometry, any goal. Compiled with -O3.

#include "rules/core/generate.h"
#include "rules/core/kernel.h"
#include "rules/core/play.h"

namespace chess::rules {
namespace {

constexpr Color W = Color::kWhite;
constexpr Color B = Color::kBlack;

void Generate(const Position& p, const RuleSet&, MoveList* list) {
  ListSink sink{list};
  p.turn == W ? OrthodoxGenerator<W>(p).All(sink) : OrthodoxGenerator<B>(p).All(sink);
}

template <Color Us>
int CountFor(const Position& p) {
  CountSink sink;
  OrthodoxGenerator<Us>(p).All(sink);
  return sink.count;
}

int CountAll(const Position& p, const RuleSet&) {
  return p.turn == W ? CountFor<W>(p) : CountFor<B>(p);
}

void PlayMove(Position* p, const RuleSet&, Move m) {
  p->turn == W ? OrthodoxPlay<W>(*p, m) : OrthodoxPlay<B>(*p, m);
}

bool EpLegal(const Position& p, const RuleSet&, Square ep) {
  return p.turn == W ? OrthodoxEpLegal<W>(p, ep) : OrthodoxEpLegal<B>(p, ep);
}

Bitboard CheckersOf(const Position& p, const RuleSet&) {
  return p.turn == W ? OrthodoxGenerator<W>(p).checkers : OrthodoxGenerator<B>(p).checkers;
}

bool GivesCheckTo(const Position& p, const RuleSet&, Move m) {
  return p.turn == W ? OrthodoxGivesCheck<W>(p, m) : OrthodoxGivesCheck<B>(p, m);
}

// Endings: whether a rule of the set may end the game on a move (asked only then).
template <Color Us, bool Endings>
uint64_t PerftFor(const Position& p, const RuleSet& rules, int depth) {
  if (depth == 1) return static_cast<uint64_t>(CountFor<Us>(p));
  MoveList list;
  ListSink sink{&list};
  OrthodoxGenerator<Us>(p).All(sink);
  uint64_t nodes = 0;
  for (Move m : list) {
    Position next = p;
    OrthodoxPlay<Us>(next, m);
    if constexpr (Endings) {
      if (rules.VariantEnding(next, m)) continue;
    }
    nodes += PerftFor<!Us, Endings>(next, rules, depth - 1);
  }
  return nodes;
}

template <bool Endings>
uint64_t PerftAny(const Position& p, const RuleSet& rules, int depth) {
  return p.turn == W ? PerftFor<W, Endings>(p, rules, depth)
                     : PerftFor<B, Endings>(p, rules, depth);
}

uint64_t PerftTree(const Position& p, const RuleSet& rules, int depth) {
  if (depth <= 0) return 1;
  return rules.has_variant_endings() ? PerftAny<true>(p, rules, depth)
                                     : PerftAny<false>(p, rules, depth);
}

}  // namespace

const KernelOps kOrthodoxOps = {Generate,   CountAll,     PlayMove, EpLegal,
                                CheckersOf, GivesCheckTo, PerftTree};

}  // namespace chess::rules
