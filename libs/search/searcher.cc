#include "search/searcher.h"

#include <algorithm>

#include "search/worker.h"

namespace chess::search {

using rules::Move;
using rules::Position;

namespace {

// The moves to look at on one board. A board that was only guessed may know fewer than the player.
std::vector<Move> MovesOn(const Knowledge& known, const Position& board, const Options& options) {
  const rules::MoveList legal = rules::LegalMoves(board, known.rules());
  std::vector<Move> moves;
  for (const Move m : known.moves()) {
    const bool wanted = options.root_moves.empty() ||
                        std::find(options.root_moves.begin(), options.root_moves.end(), m) !=
                            options.root_moves.end();
    if (wanted && legal.Contains(m)) moves.push_back(m);
  }
  return moves;
}

// Deeper than this a guess is not worth looking at: measured against each other, players that look
// one or two plies ahead on guessed boards beat those that build on their guesses.
constexpr int kGuessedDepth = 2;
// Fewer nodes than this for one board judge nothing.
constexpr uint64_t kNodesForABoard = 500;

struct Vote {
  Result result;
  int votes = 0;
};

}  // namespace

Searcher::Searcher(size_t hash_bytes) : worker_(std::make_unique<Worker>(hash_bytes)) {}
Searcher::~Searcher() = default;

void Searcher::Forget() { worker_->Forget(); }

Result Searcher::Search(const Knowledge& known, const Limits& limits, const Options& options) {
  if (known.boards().size() > 1) return Poll(known, limits, options);
  const std::vector<Move> moves = MovesOn(known, known.boards()[0], options);
  // A board that is only guessed may know none of the moves.
  if (moves.empty()) return Poll(known, limits, options);
  return worker_->Search(known, known.boards()[0], moves, limits, options);
}

Result Searcher::Poll(const Knowledge& known, const Limits& limits, const Options& options) {
  Limits share = limits;
  uint64_t boards = known.boards().size();
  if (limits.nodes != 0) {
    boards = std::clamp<uint64_t>(limits.nodes / kNodesForABoard, 1, boards);
    share.nodes = std::max<uint64_t>(1, limits.nodes / boards);
  }
  share.depth = limits.depth > 0 ? std::min(limits.depth, kGuessedDepth) : kGuessedDepth;
  std::vector<Vote> votes;
  uint64_t nodes = 0;
  for (size_t i = 0; i < boards; ++i) {
    const std::vector<Move> moves = MovesOn(known, known.boards()[i], options);
    if (moves.empty()) continue;
    Result one = worker_->Search(known, known.boards()[i], moves, share, options);
    nodes += one.nodes;
    const auto same = std::find_if(votes.begin(), votes.end(),
                                   [&](const Vote& v) { return v.result.best == one.best; });
    if (same != votes.end()) {
      ++same->votes;
    } else {
      votes.push_back({std::move(one), 1});
    }
  }
  Result chosen;
  if (votes.empty()) {
    // No guess allows any of the moves: the first is as good as any.
    chosen.best = options.root_moves.empty() ? known.moves()[0] : options.root_moves[0];
    chosen.line = {chosen.best};
  } else {
    const auto fewer = [](const Vote& a, const Vote& b) { return a.votes < b.votes; };
    chosen = std::max_element(votes.begin(), votes.end(), fewer)->result;
  }
  chosen.nodes = nodes;
  return chosen;
}

}  // namespace chess::search
