#include "rules/game/view.h"

#include "rules/core/bitboard.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::rules {
namespace {

constexpr int kValues[kRoles] = {1, 3, 3, 5, 9, 0};

// The squares that a seat sees by all rules of the set.
Bitboard VisibleTo(const Game& game, Seat seat) {
  Bitboard visible = ~Bitboard{0};
  if (game.over()) return visible;
  for (const RuleSet::Member& m : game.rules().members()) {
    if (m.rule->visible == nullptr) continue;
    if (seat == Seat::kSpectator) return 0;
    const Color color = seat == Seat::kWhite ? Color::kWhite : Color::kBlack;
    visible &= m.rule->visible(game.position(), game.rules(), color);
  }
  return visible;
}

// The FEN of what is left of a position: no rights, no en passant square, no half-move clock.
std::string MaskedFen(Position p, Bitboard visible, const RuleSet& rules) {
  for (Bitboard& board : p.roles) board &= visible;
  for (Bitboard& board : p.colors) board &= visible;
  p.royal &= visible;
  p.unmoved = 0;
  p.ep = kNoSquare;
  p.halfmoves = 0;
  for (uint64_t& slot : p.slots) slot = 0;
  return WriteFen(p, rules);
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

void AddLastMove(const Game& game, View* view) {
  const Move last = game.last_move();
  if (last.is_null()) return;
  const Square from = last.from();
  const Square to = last.is_castle() ? CastleTargets(last).king : last.to();
  const bool saw_from = from != kNoSquare && (view->visible & Bit(from));
  const bool saw_to = (view->visible & Bit(to)) != 0;
  if (saw_from) view->last_from = from;
  if (saw_to) view->last_to = to;
  if (view->complete) view->last_move = WriteUci(last, game.rules());
}

void AddMoves(const Game& game, View* view) {
  const bool own = view->seat == SeatOf(game.turn());
  if (!view->complete && !own) return;
  const MoveList moves = game.LegalMoves();
  view->moves.reserve(moves.size());
  for (Move m : moves) view->moves.push_back(MoveFor(game, m, view->complete));
}

void AddOpenFacts(const Game& game, View* view) {
  const Position& p = game.position();
  for (Bitboard b = Checkers(p, game.rules()); b;) view->checkers.push_back(PopFirst(&b));
  if (!view->checkers.empty()) view->checked_king = p.RoyalSquare(p.turn);
  view->captured = game.captured();
  for (int r = 0; r < kRoles; ++r) {
    view->material +=
        kValues[r] * (Count(p.colors[0] & p.roles[r]) - Count(p.colors[1] & p.roles[r]));
  }
}

}  // namespace

View ViewOf(const Game& game, Seat seat, ViewOptions options) {
  const Position& p = game.position();
  View view;
  view.seat = seat;
  view.turn = p.turn;
  view.ply = game.ply();
  view.outcome = game.outcome();
  if (options.hide_setup && game.ply() == 0) {
    view.visible = p.of(Role::kPawn);
    view.complete = false;
    view.fen = MaskedFen(p, view.visible, game.rules());
    return view;
  }
  view.visible = VisibleTo(game, seat);
  view.complete = view.visible == ~Bitboard{0};
  view.fen = view.complete ? WriteFen(p, game.rules()) : MaskedFen(p, view.visible, game.rules());
  AddLastMove(game, &view);
  AddMoves(game, &view);
  if (view.complete) AddOpenFacts(game, &view);
  return view;
}

}  // namespace chess::rules
