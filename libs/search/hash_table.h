#pragma once
// What the search remembers of positions it has seen. Entries are checked by the full key; a move
// found in it is only a hint (it is played only if the rules list it), so that two positions that
// share a key can cost strength and nothing else.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/core/move.h"
#include "rules/core/types.h"

namespace chess::search {

enum class Bound : uint8_t { kNone, kUpper, kLower, kExact };

struct HashEntry {
  rules::Key key = 0;
  rules::Move move;
  int16_t score = 0;
  int8_t depth = 0;
  Bound bound = Bound::kNone;
  uint8_t age = 0;
};

class HashTable {
 public:
  // At least one bucket, whatever the size.
  explicit HashTable(size_t bytes);

  // Null if the position is unknown.
  const HashEntry* Find(rules::Key key) const;
  // Scores that count plies must be relative to the position.
  void Store(rules::Key key, rules::Move move, int score, int depth, Bound bound);
  // Entries of earlier searches become the first to be overwritten.
  void NextSearch() { ++age_; }
  void Clear();
  size_t size() const { return entries_.size(); }

 private:
  static constexpr size_t kBucket = 4;
  size_t BucketOf(rules::Key key) const { return (key >> 16) % buckets_ * kBucket; }

  std::vector<HashEntry> entries_;
  size_t buckets_;
  uint8_t age_ = 0;
};

}  // namespace chess::search
