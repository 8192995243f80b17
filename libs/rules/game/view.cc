#include "rules/game/view.h"

#include "rules/core/bitboard.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::rules {
namespace {

constexpr int kValues[kRoles] = {1, 3, 3, 5, 9, 0};

std::optional<Color> ColorOf(Seat seat) {
  if (seat == Seat::kSpectator) return std::nullopt;
  return seat == Seat::kWhite ? Color::kWhite : Color::kBlack;
}

bool KeepsMarks(const RuleSet& rules) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->mark != 0) return true;
  }
  return false;
}

// The men of a position that stand on these squares, with powers and marks, and nothing else but
// whose move it is and the number of moves.
Position MenOn(Position p, Bitboard squares, const RuleSet& rules) {
  for (Bitboard& board : p.roles) board &= squares;
  for (Bitboard& board : p.colors) board &= squares;
  p.royal &= squares;
  p.unmoved = 0;
  p.ep = kNoSquare;
  p.halfmoves = 0;
  for (int i = 0; i < kSlots; ++i) {
    p.slots[i] = i == kMarksSlot && KeepsMarks(rules) ? p.slots[i] & squares : 0;
  }
  p.key = FullKey(p);
  return p;
}

ViewMove MoveFor(const Game& game, Move m, bool tell_check) {
  const Position& p = game.position();
  ViewMove v;
  v.uci = WriteUci(m, game.rules());
  v.from = m.from();
  v.to = m.to();
  if (m.is_castle()) {
    v.castle = true;
    v.rook = m.to();
    v.to = CastleTargets(m).king;
  }
  if (m.is_promotion()) v.promotion = m.promotion();
  if (m.is_drop()) v.drop = m.dropped();
  v.capture = IsCapture(p, m);
  v.en_passant = m.kind() == MoveKind::kEnPassant;
  v.bonus = m.kind() == MoveKind::kBonus;
  v.check = tell_check && GivesCheck(p, game.rules(), m);
  return v;
}

// Whether the man that arrives tells what was chosen. Not where a capture changes it once more: a
// queen may be a queen by choice or by what it took.
bool PromotionShows(const Position& before, Move move, const RuleSet& rules) {
  if (!IsCapture(before, move)) return true;
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->claims & kClaimAfterCapture) return false;
  }
  return true;
}

SeenMove WholeMove(const Position& before, Move move, const RuleSet& rules) {
  SeenMove seen;
  seen.uci = WriteUci(move, rules);
  seen.from = move.from();
  seen.to = move.is_castle() ? CastleTargets(move).king : move.to();
  seen.man = move.is_drop() ? move.dropped() : before.RoleAt(move.from());
  seen.san_visible = true;
  return seen;
}

void AddLastMove(const Game& game, View* view) {
  const Move last = game.last_move();
  if (last.is_null()) return;
  const SeenMove seen =
      view->complete ? WholeMove(game.before_last(), last, game.rules())
                     : SeeMove(game.before_last(), last, game.position(), game.rules(), view->seat);
  view->last_move = seen.uci;
  view->last_from = seen.from;
  view->last_to = seen.to;
  view->last_man = seen.man;
  view->san_visible = seen.san_visible;
}

void AddMoves(const Game& game, View* view) {
  const bool own = view->seat == SeatOf(game.turn());
  if (!view->complete && !own) return;
  const MoveList moves = game.LegalMoves();
  view->moves.reserve(moves.size());
  for (Move m : moves) view->moves.push_back(MoveFor(game, m, view->complete));
}

void AddChoice(const Game& game, View* view) {
  view->rolled = game.choice().rolled;
  if (!view->complete && view->seat == Seat::kSpectator) return;
  view->named = game.choice().named;
  view->thinking = game.NameAwaited();
}

void AddOpenFacts(const Game& game, View* view) {
  const Position& p = game.position();
  for (Bitboard b = Checkers(p, game.rules()); b;) view->checkers.push_back(PopFirst(&b));
  if (!view->checkers.empty()) view->checked_king = p.RoyalSquare(p.turn);
  for (int r = 0; r < kRoles; ++r) {
    const Bitboard men = p.roles[r] & ~p.royal;
    view->material += kValues[r] * (Count(p.colors[0] & men) - Count(p.colors[1] & men));
  }
}

// Before a drawn set-up is told: the pawns.
void ShowPawnsOnly(const Game& game, View* view) {
  const Position& p = game.position();
  const std::optional<Color> own = ColorOf(view->seat);
  view->complete = false;
  view->visible = p.of(Role::kPawn);
  if (HidesBoard(game.rules())) view->visible &= own ? p.of(*own) : 0;
  view->fen = WriteFen(MenOn(p, view->visible, game.rules()), game.rules());
}

}  // namespace

bool HidesBoard(const RuleSet& rules) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->visible != nullptr) return true;
  }
  return false;
}

Bitboard VisibleTo(const Position& position, const RuleSet& rules, Seat seat) {
  const std::optional<Color> own = ColorOf(seat);
  Bitboard visible = ~Bitboard{0};
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->visible == nullptr) continue;
    if (!own) return 0;
    visible &= m.rule->visible(position, rules, *own);
  }
  return visible;
}

Position MaskedFor(const Position& position, const RuleSet& rules, Seat seat) {
  if (!HidesBoard(rules)) return position;
  const std::optional<Color> own = ColorOf(seat);
  Position p = MenOn(position, VisibleTo(position, rules, seat), rules);
  if (own && p.RoyalSquare(*own) != kNoSquare) p.unmoved = position.unmoved & p.of(*own);
  if (own == position.turn) p.ep = position.ep;
  p.key = FullKey(p);
  return p;
}

View ViewOf(const Game& game, Seat seat, ViewOptions options) {
  const Position& p = game.position();
  View view;
  view.seat = seat;
  view.turn = p.turn;
  view.ply = game.ply();
  view.outcome = game.outcome();
  if (options.hide_setup && game.ply() == 0 && !options.reveal) {
    ShowPawnsOnly(game, &view);
    return view;
  }
  view.complete = options.reveal || game.over() || !HidesBoard(game.rules());
  if (!view.complete) view.visible = VisibleTo(p, game.rules(), seat);
  view.fen = WriteFen(view.complete ? p : MaskedFor(p, game.rules(), seat), game.rules());
  AddLastMove(game, &view);
  AddMoves(game, &view);
  AddChoice(game, &view);
  if (view.complete || seat != Seat::kSpectator) view.captured = game.captured();
  if (view.complete) AddOpenFacts(game, &view);
  return view;
}

SeenMove SeeMove(const Position& before, Move move, const Position& after, const RuleSet& rules,
                 Seat seat) {
  if (!HidesBoard(rules) || seat == SeatOf(before.turn)) return WholeMove(before, move, rules);
  SeenMove seen;
  if (seat == Seat::kSpectator) return seen;
  const Bitboard saw_before = VisibleTo(before, rules, seat);
  const Bitboard saw_after = VisibleTo(after, rules, seat);
  const SeenMove whole = WholeMove(before, move, rules);
  const Bitboard from = whole.from == kNoSquare ? 0 : Bit(whole.from);
  if ((saw_before | saw_after) & from) seen.from = whole.from;
  if ((saw_before | saw_after) & Bit(whole.to)) seen.to = whole.to;
  if (saw_before & from) {
    seen.man = whole.man;
  } else if (saw_after & Bit(whole.to) & after.of(before.turn)) {
    seen.man = after.RoleAt(whole.to);
  }
  const bool ends = seen.from == whole.from && seen.to == whole.to;
  const bool choice =
      !move.is_promotion() || ((saw_after & Bit(whole.to)) && PromotionShows(before, move, rules));
  if (ends && choice) seen.uci = whole.uci;
  return seen;
}

std::vector<SeenMove> SeenMoves(const Game& game, Seat seat, bool reveal) {
  const RuleSet& rules = game.rules();
  const bool all = reveal || game.over() || !HidesBoard(rules);
  std::vector<SeenMove> list;
  list.reserve(game.moves().size());
  Position before = game.start();
  for (const Move move : game.moves()) {
    const Position after = After(before, rules, move);
    list.push_back(all ? WholeMove(before, move, rules)
                       : SeeMove(before, move, after, rules, seat));
    before = after;
  }
  return list;
}

}  // namespace chess::rules
