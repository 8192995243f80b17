#pragma once
// Searcher: iterative deepening alpha-beta with quiescence over any rule set. Deterministic: the
// same knowledge, limits and options give the same result from a fresh (or forgetful) searcher on
// every machine, as long as should_stop says no.

#include <functional>
#include <memory>

#include "search/knowledge.h"
#include "search/score.h"

namespace chess::search {

// What ends a search. At least one of them should be set; a search always ends at depth kMaxPly.
struct Limits {
  uint64_t nodes = 0;  // positions visited at most; 0: no limit
  int depth = 0;       // plies; 0: no limit
  // Asked about every 256 nodes; true ends the search with the best move so far. How a clock or a
  // stop flag comes in. Null: never.
  std::function<bool()> should_stop;
};

struct Result {
  rules::Move best;  // always one that the player may choose
  int score = 0;     // centipawns for the player to move, or plies to the end (search/score.h)
  int depth = 0;     // the last depth searched to its end
  uint64_t nodes = 0;
  std::vector<rules::Move> line;  // the expected course, beginning with `best`
};

struct Options {
  // Which moves to look at; empty: all that the player may choose from.
  std::vector<rules::Move> root_moves;
  // Misjudges every position by up to so many centipawns, always in the same way for one seed.
  int noise = 0;
  uint64_t seed = 0;
  // Forget everything from earlier searches first, so that the result depends on nothing else.
  bool fresh = false;
  // Told after each finished depth. Null: nobody is.
  std::function<void(const Result&)> on_depth;
};

class Worker;

// Not thread-safe; one searcher a thread. Its memory is allocated once.
class Searcher {
 public:
  explicit Searcher(size_t hash_bytes);
  ~Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  // Of several boards (hidden information) each gets its share of the nodes and is looked at two
  // plies deep at most; the move that most of them favour wins, and score and line are those of the
  // first board that favours it.
  Result Search(const Knowledge& known, const Limits& limits, const Options& options = {});
  // Empties the hash table and the ordering's memory.
  void Forget();

 private:
  Result Poll(const Knowledge& known, const Limits& limits, const Options& options);

  std::unique_ptr<Worker> worker_;
};

}  // namespace chess::search
