// The inner nodes of the search.

#include <algorithm>
#include <bit>

#include "rules/core/zobrist.h"
#include "search/exchange.h"
#include "search/worker.h"

namespace chess::search {

using rules::Bitboard;
using rules::Color;
using rules::Move;
using rules::Position;
using rules::Role;

namespace {

constexpr int kHint = 1 << 28;     // the hash table's move
constexpr int kWinning = 1 << 24;  // captures that win or keep the balance
constexpr int kKiller = 1 << 22;
constexpr int kLosing = -(1 << 24);

// Scores in the table count plies from their own position.
int ToTable(int score, int ply) {
  if (score >= kDecided) return score + ply;
  if (score <= -kDecided) return score - ply;
  return score;
}
int FromTable(int score, int ply) {
  if (score >= kDecided) return score - ply;
  if (score <= -kDecided) return score + ply;
  return score;
}

// Late quiet moves are searched less deep: the product of the logarithms, in whole numbers.
int Reduction(int depth, size_t tried) {
  const int d = std::bit_width(static_cast<unsigned>(depth));
  const int t = std::bit_width(static_cast<unsigned>(tried));
  return std::max(0, d * t / 6);
}

// The other side to move, nothing else changed.
Position Passed(Position p) {
  if (p.ep != rules::kNoSquare) {
    p.key ^= rules::kZobrist.ep[p.ep];
    p.ep = rules::kNoSquare;
  }
  p.turn = !p.turn;
  p.key ^= rules::kZobrist.black_to_move;
  p.halfmoves = 0;  // nothing before this can repeat
  return p;
}

}  // namespace

bool Worker::OutOfTime() {
  if (limits_->nodes != 0 && nodes_ >= limits_->nodes) stop_ = true;
  if ((nodes_ & 255) == 0 && limits_->should_stop && limits_->should_stop()) stop_ = true;
  return stop_;
}

bool Worker::Enter(int ply, Move move) {
  if (OutOfTime()) return false;
  ++nodes_;
  Frame& next = frames_[static_cast<size_t>(ply) + 1];
  next.position = frames_[static_cast<size_t>(ply)].position;
  rules::Play(&next.position, rules_, move);
  next.arrived = move;
  next.in_check = rules::InCheck(next.position, rules_);
  next.line_length = 0;
  keys_.push_back(next.position.key);
  return true;
}

int Worker::Extend(int ply, int depth) const {
  const Frame& f = frames_[static_cast<size_t>(ply)];
  return f.in_check && ply < 2 * root_depth_ ? depth + 1 : depth;
}

bool Worker::Repeats(const Position& p) const {
  const size_t now = keys_.size() - 1;
  const size_t reach = all_back_ ? now : std::min<size_t>(now, p.halfmoves);
  int earlier = 0;
  for (size_t back = 4; back <= reach; back += 2) {
    if (keys_[now - back] != p.key) continue;
    // Once within the line is as good as thrice: who could do better would have done so already.
    if (now - back >= root_keys_ - 1 || ++earlier == 2) return true;
  }
  return false;
}

std::optional<int> Worker::EndsHere(int ply) const {
  const Frame& f = frames_[static_cast<size_t>(ply)];
  if (endings_ && !f.arrived.is_null()) {
    if (const auto ending = rules_.VariantEnding(f.position, f.arrived)) {
      const std::optional<Color> winner = ending->winner();
      if (!winner) return 0;
      return *winner == f.position.turn ? kWin - ply : ply - kWin;
    }
  }
  if (Repeats(f.position) || evaluate_.Dead(f.position)) return 0;
  return std::nullopt;
}

int Worker::NoMoves(int ply) const {
  return frames_[static_cast<size_t>(ply)].in_check ? ply - kWin : 0;
}

Move Worker::PickNext(int ply, size_t from) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  size_t best = from;
  for (size_t i = from + 1; i < f.moves.size(); ++i) {
    if (f.order[i] > f.order[best]) best = i;
  }
  std::swap(f.order[from], f.order[best]);
  std::swap(f.moves[from], f.moves[best]);
  return f.moves[from];
}

void Worker::OrderAll(int ply, Move hint) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  for (size_t i = 0; i < f.moves.size(); ++i) {
    const Move m = f.moves[i];
    int32_t& order = f.order[i];
    if (m == hint) {
      order = kHint;
    } else if (IsNoisy(f.position, m)) {
      const int gain = WinsAtOnce(f.position, rules_, *habits_, m);
      const bool loses =
          habits_->exchanges ? gain < 900 && ExchangeGain(f.position, m) < 0 : gain < 0;
      order = (loses ? kLosing : kWinning) + gain * 16;
      if (!m.is_drop()) order -= f.position.PowersAt(m.from()) & 31;
    } else if (m == f.killers[0]) {
      order = kKiller + 1;
    } else if (m == f.killers[1]) {
      order = kKiller;
    } else {
      order = history_.Of(f.position.turn, m);
    }
  }
}

void Worker::Credit(int ply, int depth, size_t tried, Move best) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  if (IsNoisy(f.position, best)) return;
  if (!(f.killers[0] == best)) {
    f.killers[1] = f.killers[0];
    f.killers[0] = best;
  }
  const int bonus = std::min(depth * depth * 4, 1200);
  history_.Add(f.position.turn, best, bonus);
  for (size_t i = 0; i + 1 < tried; ++i) {
    if (!IsNoisy(f.position, f.moves[i])) history_.Add(f.position.turn, f.moves[i], -bonus);
  }
}

void Worker::TakeLine(int ply, Move move) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  const Frame& next = frames_[static_cast<size_t>(ply) + 1];
  f.line[0] = move;
  const int length = std::min(next.line_length, kMaxPly);
  std::copy(next.line.begin(), next.line.begin() + length, f.line.begin() + 1);
  f.line_length = length + 1;
}

// Whether the side to move stands so well that even doing nothing keeps it above beta. Not where
// having to move may be the trouble: with pawns alone, or where capturing is compulsory.
bool Worker::PassFails(int ply, Window w, int stands) {
  const Frame& f = frames_[static_cast<size_t>(ply)];
  const Position& p = f.position;
  const Bitboard pieces = p.of(p.turn) & ~p.of(Role::kPawn) & ~p.royal;
  if (!w.may_pass || w.is_main() || f.in_check || w.depth < 3 || stands < w.beta) return false;
  if (pieces == 0 || !habits_->passing_is_safe || IsDecided(w.beta) || OutOfTime()) return false;
  Frame& next = frames_[static_cast<size_t>(ply) + 1];
  next.position = Passed(p);
  next.arrived = Move();
  next.in_check = false;
  next.line_length = 0;
  if (rules::InCheck(next.position, rules_)) return false;
  ++nodes_;
  keys_.push_back(next.position.key);
  const int depth = w.depth - 3 - w.depth / 4;
  const int score = -Node(ply + 1, {depth, -w.beta, -w.beta + 1, false});
  Leave();
  return !stop_ && score >= w.beta;
}

// The score of one move, already entered: full depth for the first and for those that surprise,
// less for late quiet ones.
int Worker::Try(int ply, int index, int depth, Window w) {
  const Frame& f = frames_[static_cast<size_t>(ply)];
  const Frame& next = frames_[static_cast<size_t>(ply) + 1];
  if (index == 0) return -Node(ply + 1, {depth, -w.beta, -w.alpha, true});
  int less = 0;
  if (index >= 3 && w.depth >= 3 && !f.in_check && !next.in_check &&
      f.order[static_cast<size_t>(index)] < kKiller) {
    less = Reduction(w.depth, static_cast<size_t>(index)) - (w.is_main() ? 1 : 0);
    less = std::clamp(less, 0, depth - 1);
  }
  int score = -Node(ply + 1, {depth - less, -w.alpha - 1, -w.alpha, true});
  if (score > w.alpha && less > 0 && !stop_) {
    score = -Node(ply + 1, {depth, -w.alpha - 1, -w.alpha, true});
  }
  if (score > w.alpha && score < w.beta && !stop_) {
    score = -Node(ply + 1, {depth, -w.beta, -w.alpha, true});
  }
  return score;
}

int Worker::Node(int ply, Window w) {
  if (const std::optional<int> end = EndsHere(ply)) return *end;
  if (w.depth <= 0) return Quiet(ply, 0, w.alpha, w.beta);
  Frame& f = frames_[static_cast<size_t>(ply)];
  const Position& p = f.position;
  if (ply >= kMaxPly - 1) return evaluate_(p);
  // No line from here wins faster than a win already found.
  w.alpha = std::max(w.alpha, ply - kWin);
  w.beta = std::min(w.beta, kWin - ply - 1);
  if (w.alpha >= w.beta) return w.alpha;

  Move hint;
  if (const HashEntry* seen = table_.Find(p.key)) {
    hint = seen->move;
    const int score = FromTable(seen->score, ply);
    const bool enough = seen->depth >= w.depth && !w.is_main() && p.halfmoves < 80;
    if (enough && seen->bound != Bound::kUpper && score >= w.beta) return score;
    if (enough && seen->bound != Bound::kLower && score <= w.alpha) return score;
  }
  f.moves.Clear();
  rules::LegalMoves(p, rules_, &f.moves);
  if (f.moves.empty()) return NoMoves(ply);
  if (counts_ && p.halfmoves >= 100) return 0;

  const int stands = f.in_check ? -kInfinite : evaluate_(p);
  // So far ahead that a few quiet plies will not change it.
  if (!w.is_main() && !f.in_check && w.depth <= 4 && habits_->passing_is_safe &&
      !IsDecided(w.beta) && stands - 90 * w.depth >= w.beta) {
    return stands;
  }
  if (PassFails(ply, w, stands)) return w.beta;
  if (stop_) return 0;
  return Loop(ply, w, hint, stands);
}

int Worker::Loop(int ply, Window w, Move hint, int stands) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  OrderAll(ply, hint);
  if (ply + 2 <= kMaxPly) frames_[static_cast<size_t>(ply) + 2].killers = {};
  const int first_alpha = w.alpha;
  const bool futile = !w.is_main() && !f.in_check && w.depth <= 3 && !IsDecided(w.alpha) &&
                      habits_->passing_is_safe && stands + 120 * w.depth + 60 <= w.alpha;
  int best = -kInfinite;
  Move best_move;
  for (size_t i = 0; i < f.moves.size(); ++i) {
    const Move move = PickNext(ply, i);
    if (!Enter(ply, move)) return 0;
    const bool checks = frames_[static_cast<size_t>(ply) + 1].in_check;
    if (futile && i > 0 && !checks && f.order[i] < kKiller && !IsNoisy(f.position, move) &&
        !endings_) {
      Leave();
      best = std::max(best, stands);
      continue;
    }
    const int score = Try(ply, static_cast<int>(i), Extend(ply + 1, w.depth - 1), w);
    Leave();
    if (stop_) return 0;
    if (score <= best) continue;
    best = score;
    best_move = move;
    if (score <= w.alpha) continue;
    w.alpha = score;
    TakeLine(ply, move);
    if (score < w.beta) continue;
    Credit(ply, w.depth, i + 1, move);
    break;
  }
  const Bound bound = best >= w.beta        ? Bound::kLower
                      : best <= first_alpha ? Bound::kUpper
                                            : Bound::kExact;
  table_.Store(f.position.key, best_move, ToTable(best, ply), w.depth, bound);
  return best;
}

// Puts the noisy moves that may pay first and drops the others.
void Worker::OrderNoisy(int ply) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  size_t kept = 0;
  for (size_t i = 0; i < f.moves.size(); ++i) {
    const Move m = f.moves[i];
    if (!IsNoisy(f.position, m)) continue;
    const int gain = WinsAtOnce(f.position, rules_, *habits_, m);
    if (habits_->exchanges ? gain < 900 && ExchangeGain(f.position, m) < 0 : gain < 0) continue;
    f.moves[kept] = m;
    f.order[kept] = gain * 16;
    if (!m.is_drop()) f.order[kept] -= f.position.PowersAt(m.from()) & 31;
    ++kept;
  }
  f.moves.Truncate(kept);
}

int Worker::Quiet(int ply, int depth, int alpha, int beta) {
  Frame& f = frames_[static_cast<size_t>(ply)];
  const Position& p = f.position;
  f.line_length = 0;
  f.moves.Clear();
  rules::LegalMoves(p, rules_, &f.moves);
  if (f.moves.empty()) return NoMoves(ply);
  if (counts_ && p.halfmoves >= 100) return 0;
  constexpr int kForced = 8, kDeepest = 24;  // plies of forced captures or evasions, of any
  if (ply >= kMaxPly - 1 || depth >= kDeepest) return evaluate_(p);
  const bool forced =
      (f.in_check || (habits_->must_capture && rules::IsCapture(p, f.moves[0]))) && depth < kForced;
  int best = -kInfinite, stands = -kInfinite;
  if (forced) {
    OrderAll(ply, Move());
  } else {
    best = stands = evaluate_(p);
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
    OrderNoisy(ply);
  }
  for (size_t i = 0; i < f.moves.size(); ++i) {
    const Move move = PickNext(ply, i);
    // What it wins would not be enough.
    if (!forced && habits_->exchanges && stands + f.order[i] / 16 + 200 <= alpha &&
        !IsDecided(alpha)) {
      break;
    }
    if (!Enter(ply, move)) return 0;
    const std::optional<int> end = EndsHere(ply + 1);
    const int score = end ? -*end : -Quiet(ply + 1, depth + 1, -beta, -alpha);
    Leave();
    if (stop_) return 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    TakeLine(ply, move);
    if (score >= beta) break;
  }
  return best;
}

}  // namespace chess::search
