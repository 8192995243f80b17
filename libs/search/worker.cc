#include "search/worker.h"

#include <algorithm>

#include "rules/core/zobrist.h"

namespace chess::search {

using rules::Color;
using rules::Key;
using rules::Mix;
using rules::Move;
using rules::Position;

namespace {

// One number for what the hash table's contents depend on besides the positions.
uint64_t SettingOf(const rules::RuleSet& rules, const Options& options) {
  uint64_t setting = Mix(static_cast<uint64_t>(options.noise)) ^ (options.noise ? options.seed : 0);
  for (const char c : rules.Name()) setting = Mix(setting ^ static_cast<unsigned char>(c));
  return setting;
}

}  // namespace

Worker::Worker(size_t hash_bytes) : table_(hash_bytes), frames_(kMaxPly + 1) {}

void Worker::Forget() {
  table_.Clear();
  history_.Clear();
  for (Frame& f : frames_) f.killers = {};
}

void Worker::Prepare(const Knowledge& known, const Position& board, const Limits& limits,
                     const Options& options) {
  const uint64_t setting = SettingOf(known.rules(), options);
  if (options.fresh || setting != setting_) Forget();
  table_.NextSearch();
  setting_ = setting;
  rules_ = known.rules();
  habits_.emplace(rules_);
  evaluate_ = Evaluator(rules_, options.noise, options.seed);
  endings_ = rules_.has_variant_endings();
  counts_ = !rules_.Has(rules::kTraitNoMoveCount);
  all_back_ = rules_.Has(rules::kTraitNothingIrreversible);
  limits_ = &limits;
  nodes_ = 0;
  stop_ = false;
  keys_ = known.earlier();
  keys_.push_back(board.key);
  root_keys_ = keys_.size();
  frames_[0].position = board;
  frames_[0].arrived = Move();
  frames_[0].in_check = rules::InCheck(board, rules_);
}

// Before anything is known of the root moves: what wins material first.
void Worker::OrderRoot(const std::vector<Move>& moves) {
  const Position& p = frames_[0].position;
  root_.clear();
  for (const Move m : moves) {
    RootMove root;
    root.move = m;
    root.score = IsNoisy(p, m) ? WinsAtOnce(p, rules_, *habits_, m) : 0;
    root_.push_back(std::move(root));
  }
  const auto better = [](const RootMove& a, const RootMove& b) { return a.score > b.score; };
  std::stable_sort(root_.begin(), root_.end(), better);
  for (RootMove& root : root_) root.score = -kInfinite;
}

Result Worker::Search(const Knowledge& known, const Position& board, const std::vector<Move>& moves,
                      const Limits& limits, const Options& options) {
  Prepare(known, board, limits, options);
  OrderRoot(moves);
  Result result;
  result.best = root_[0].move;
  result.line = {result.best};
  const int deepest = limits.depth > 0 ? std::min(limits.depth, kMaxPly - 1) : kMaxPly - 1;
  for (int depth = 1; depth <= deepest && !stop_; ++depth) {
    const bool finished = Deepen(depth, result.score);
    result.nodes = nodes_;
    const RootMove& first = root_[0];
    if (first.score == -kInfinite) break;  // stopped before the first move was judged
    result.best = first.move;
    result.score = first.score;
    result.line = first.line;
    if (!finished) break;
    result.depth = depth;
    if (options.on_depth) options.on_depth(result);
    // Looking deeper finds no shorter win, and a loss that is seen to its end stays one.
    if (IsDecided(first.score) && kWin - std::abs(first.score) <= depth) break;
  }
  result.nodes = nodes_;
  return result;
}

// One depth, with a window around the score that is expected. False if it was stopped; the root
// moves are then ordered by what was found until then.
bool Worker::Deepen(int depth, int expected) {
  root_depth_ = depth;
  int margin = 40;
  int alpha = -kInfinite, beta = kInfinite;
  if (depth >= 4 && !IsDecided(expected)) {
    alpha = expected - margin;
    beta = expected + margin;
  }
  while (true) {
    const int score = RootPass(depth, alpha, beta);
    if (stop_) return false;
    if (score > alpha && score < beta) return true;
    margin *= 4;
    if (score <= alpha) alpha = margin > 1000 ? -kInfinite : std::max(-kInfinite, score - margin);
    if (score >= beta) beta = margin > 1000 ? kInfinite : std::min(kInfinite, score + margin);
  }
}

int Worker::RootPass(int depth, int alpha, int beta) {
  const bool had_check = frames_[0].in_check;
  int best = -kInfinite;
  for (size_t i = 0; i < root_.size(); ++i) {
    if (!Enter(0, root_[i].move)) return best;
    const int next = Extend(1, depth - 1);
    int score;
    if (i == 0) {
      score = -Node(1, {next, -beta, -alpha, true});
    } else {
      const bool late = i >= 4 && depth >= 3 && !had_check && !frames_[1].in_check &&
                        !IsNoisy(frames_[0].position, root_[i].move);
      score = -Node(1, {next - (late ? 1 : 0), -alpha - 1, -alpha, true});
      if (score > alpha && !stop_) score = -Node(1, {next, -beta, -alpha, true});
    }
    Leave();
    if (stop_) return best;
    if (score > best) best = score;
    if (i == 0 || score > alpha) {
      RootMove chosen = std::move(root_[i]);
      chosen.score = score;
      chosen.line.assign(1, chosen.move);
      const Frame& child = frames_[1];
      chosen.line.insert(chosen.line.end(), child.line.begin(),
                         child.line.begin() + child.line_length);
      root_.erase(root_.begin() + static_cast<long>(i));
      root_.insert(root_.begin(), std::move(chosen));
      if (score > alpha) alpha = score;
      if (alpha >= beta) return best;
    }
  }
  return best;
}

}  // namespace chess::search
