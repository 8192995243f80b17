#pragma once
// Worker: the alpha-beta search of one board. Searcher's inside; others use search/searcher.h.

#include "search/evaluate.h"
#include "search/hash_table.h"
#include "search/ordering.h"
#include "search/searcher.h"

namespace chess::search {

class Worker {
 public:
  explicit Worker(size_t hash_bytes);

  // Searches one board. `moves` are those to look at; each is legal on the board. Nodes are counted
  // from 0.
  Result Search(const Knowledge& known, const rules::Position& board,
                const std::vector<rules::Move>& moves, const Limits& limits,
                const Options& options);
  void Forget();

 private:
  struct Frame {
    rules::Position position;
    rules::Move arrived;  // the move that led here
    rules::MoveList moves;
    std::array<int32_t, rules::MoveList::kCapacity> order;
    std::array<rules::Move, 2> killers;
    std::array<rules::Move, kMaxPly + 1> line;
    int line_length = 0;
    bool in_check = false;
  };
  struct RootMove {
    rules::Move move;
    int score = -kInfinite;
    std::vector<rules::Move> line;
  };
  // What a node asks for.
  struct Window {
    int depth;
    int alpha;
    int beta;
    bool may_pass;
    bool is_main() const { return beta - alpha > 1; }
  };

  void Prepare(const Knowledge& known, const rules::Position& board, const Limits& limits,
               const Options& options);
  void OrderRoot(const std::vector<rules::Move>& moves);
  bool Deepen(int depth, int expected);
  int RootPass(int depth, int alpha, int beta);

  int Node(int ply, Window w);
  int Loop(int ply, Window w, rules::Move hint, int stands);
  int Try(int ply, int index, int depth, Window w);
  int Quiet(int ply, int depth, int alpha, int beta);
  // The score of a position that ends a line whatever its moves are: variant endings, repetition,
  // too few men.
  std::optional<int> EndsHere(int ply) const;
  bool Repeats(const rules::Position& position) const;
  // The score where there is no move.
  int NoMoves(int ply) const;
  bool PassFails(int ply, Window w, int stands);

  // The position after a move in the next frame; false: the search is over.
  bool Enter(int ply, rules::Move move);
  void Leave() { keys_.pop_back(); }
  bool OutOfTime();

  void OrderAll(int ply, rules::Move hint);
  void OrderNoisy(int ply);
  rules::Move PickNext(int ply, size_t from);
  void Credit(int ply, int depth, size_t tried, rules::Move best);
  void TakeLine(int ply, rules::Move move);
  int Extend(int ply, int depth) const;

  HashTable table_;
  History history_;
  std::vector<Frame> frames_;

  rules::RuleSet rules_;
  std::optional<Habits> habits_;
  Evaluator evaluate_;
  bool endings_ = false;          // the set has variant endings
  bool counts_ = true;            // fifty moves draw
  bool all_back_ = false;         // repetition looks back to the start
  std::vector<rules::Key> keys_;  // of all positions of the game and the line, the last included
  size_t root_keys_ = 0;
  std::vector<RootMove> root_;
  const Limits* limits_ = nullptr;
  uint64_t nodes_ = 0;
  bool stop_ = false;
  int root_depth_ = 0;
  uint64_t setting_ = 0;  // rule set, noise and seed of what the table holds
};

}  // namespace chess::search
