#pragma once
// From a kernel to its KernelOps. A kernel is a struct of static templates over the side to move:
// Generate(p, rules, sink), Count(p, rules), Play(p, rules, move), EpLegal(p, rules, ep),
// Checkers(p, rules), GivesCheck(p, rules, move).

#include "rules/core/kernel.h"
#include "rules/core/sink.h"

namespace chess::rules {

// Kernel::Count by its generator.
template <class K, Color Us>
inline int CountByGenerating(const Position& p, const RuleSet& rules) {
  CountSink sink;
  K::template Generate<Us>(p, rules, sink);
  return sink.count;
}

template <class K>
struct Ops {
  static constexpr Color W = Color::kWhite;
  static constexpr Color B = Color::kBlack;

  static void Generate(const Position& p, const RuleSet& rules, MoveList* list) {
    ListSink sink{list};
    p.turn == W ? K::template Generate<W>(p, rules, sink) : K::template Generate<B>(p, rules, sink);
  }
  static int CountAll(const Position& p, const RuleSet& rules) {
    return p.turn == W ? K::template Count<W>(p, rules) : K::template Count<B>(p, rules);
  }
  static void Play(Position* p, const RuleSet& rules, Move m) {
    p->turn == W ? K::template Play<W>(*p, rules, m) : K::template Play<B>(*p, rules, m);
  }
  static bool EpLegal(const Position& p, const RuleSet& rules, Square ep) {
    return p.turn == W ? K::template EpLegal<W>(p, rules, ep)
                       : K::template EpLegal<B>(p, rules, ep);
  }
  static Bitboard Checkers(const Position& p, const RuleSet& rules) {
    return p.turn == W ? K::template Checkers<W>(p, rules) : K::template Checkers<B>(p, rules);
  }
  static bool GivesCheck(const Position& p, const RuleSet& rules, Move m) {
    return p.turn == W ? K::template GivesCheck<W>(p, rules, m)
                       : K::template GivesCheck<B>(p, rules, m);
  }

  // Endings: whether a rule of the set may end the game on a move (asked only
  // then).
  template <Color Us, bool Endings>
  static uint64_t PerftFor(const Position& p, const RuleSet& rules, int depth) {
    if (depth == 1) return static_cast<uint64_t>(K::template Count<Us>(p, rules));
    MoveList list;
    ListSink sink{&list};
    K::template Generate<Us>(p, rules, sink);
    uint64_t nodes = 0;
    for (Move m : list) {
      Position next = p;
      K::template Play<Us>(next, rules, m);
      if constexpr (Endings) {
        if (rules.VariantEnding(next, m)) continue;
      }
      nodes += PerftFor<!Us, Endings>(next, rules, depth - 1);
    }
    return nodes;
  }
  template <bool Endings>
  static uint64_t PerftAny(const Position& p, const RuleSet& rules, int depth) {
    return p.turn == W ? PerftFor<W, Endings>(p, rules, depth)
                       : PerftFor<B, Endings>(p, rules, depth);
  }
  static uint64_t Perft(const Position& p, const RuleSet& rules, int depth) {
    if (depth <= 0) return 1;
    return rules.has_variant_endings() ? PerftAny<true>(p, rules, depth)
                                       : PerftAny<false>(p, rules, depth);
  }
};

// Where every byte is loaded by somebody (WebAssembly), counting is listing: half as much code.
template <class K>
struct SmallOps {
  using O = Ops<K>;
  static int CountAll(const Position& p, const RuleSet& rules) {
    MoveList list;
    O::Generate(p, rules, &list);
    return static_cast<int>(list.size());
  }
  static uint64_t Perft(const Position& p, const RuleSet& rules, int depth) {
    if (depth <= 0) return 1;
    MoveList list;
    O::Generate(p, rules, &list);
    if (depth == 1) return list.size();
    uint64_t nodes = 0;
    for (Move m : list) {
      Position next = p;
      O::Play(&next, rules, m);
      if (!rules.VariantEnding(next, m)) nodes += Perft(next, rules, depth - 1);
    }
    return nodes;
  }
};

template <class K>
constexpr KernelOps MakeOps() {
  using O = Ops<K>;
#ifdef CHESS_SMALL_CODE
  using Counts = SmallOps<K>;
#else
  using Counts = O;
#endif
  return {O::Generate, Counts::CountAll, O::Play,      O::EpLegal,
          O::Checkers, O::GivesCheck,    Counts::Perft};
}

}  // namespace chess::rules
