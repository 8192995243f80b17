#include "search/hash_table.h"

#include <algorithm>

namespace chess::search {

HashTable::HashTable(size_t bytes)
    : buckets_(std::max<size_t>(1, bytes / (sizeof(HashEntry) * kBucket))) {
  entries_.resize(buckets_ * kBucket);
}

const HashEntry* HashTable::Find(rules::Key key) const {
  const size_t first = BucketOf(key);
  for (size_t i = first; i < first + kBucket; ++i) {
    if (entries_[i].key == key && entries_[i].bound != Bound::kNone) return &entries_[i];
  }
  return nullptr;
}

void HashTable::Store(rules::Key key, rules::Move move, int score, int depth, Bound bound) {
  const size_t first = BucketOf(key);
  HashEntry* place = &entries_[first];
  int least = 1 << 30;
  for (size_t i = first; i < first + kBucket; ++i) {
    HashEntry& e = entries_[i];
    if (e.bound == Bound::kNone || e.key == key) {
      place = &e;
      break;
    }
    const int worth = e.depth - 8 * static_cast<uint8_t>(age_ - e.age);
    if (worth < least) {
      least = worth;
      place = &e;
    }
  }
  const bool same = place->key == key && place->bound != Bound::kNone;
  if (same && move.is_null()) move = place->move;
  // A deeper answer of this search outlives a shallow bound.
  if (same && place->age == age_ && bound != Bound::kExact && depth + 3 < place->depth) return;
  *place = {key,   move, static_cast<int16_t>(score), static_cast<int8_t>(std::min(depth, 127)),
            bound, age_};
}

void HashTable::Clear() {
  std::fill(entries_.begin(), entries_.end(), HashEntry());
  age_ = 0;
}

}  // namespace chess::search
