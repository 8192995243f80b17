#pragma once
// What a square is worth to a man that stands on it, by simple shapes instead of tables: rings
// around the centre, ranks, files.

#include <algorithm>

#include "rules/core/types.h"

namespace chess::search {

// Two numbers: for the middle game and for the end, in centipawns.
struct Taper {
  int middle = 0, end = 0;
  constexpr Taper operator+(Taper o) const { return {middle + o.middle, end + o.end}; }
  constexpr Taper operator*(int n) const { return {middle * n, end * n}; }
  constexpr Taper& operator+=(Taper o) { return *this = *this + o; }
};

// 0 on the four centre squares, 3 on the edge.
constexpr int Ring(rules::Square s) {
  const int file = rules::FileOf(s), rank = rules::RankOf(s);
  return std::max(std::max(3 - file, file - 4), std::max(3 - rank, rank - 4));
}

// Steps of a king.
constexpr int Distance(rules::Square a, rules::Square b) {
  const int files = rules::FileOf(a) - rules::FileOf(b),
            ranks = rules::RankOf(a) - rules::RankOf(b);
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

Taper StandsOn(rules::Role role, rules::Color color, rules::Square s);

}  // namespace chess::search
