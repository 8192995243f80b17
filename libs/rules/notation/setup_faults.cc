#include "rules/notation/setup_faults.h"

#include "rules/core/attacks.h"
#include "rules/core/moves.h"
#include "rules/notation/fen.h"

namespace chess::rules {
namespace {

// Squares from which a pawn of `color` can have come to `to` (in one or two steps, or capturing).
Bitboard PawnOrigins(const Position& p, Color color, Square to) {
  const int forward = color == Color::kWhite ? 8 : -8;
  Bitboard origins = kPawnAttacks[Index(!color)][to];
  const int one = to - forward, two = to - 2 * forward;
  if (RelativeRank(color, to) >= 2) origins |= Bit(static_cast<Square>(one));
  if (RelativeRank(color, to) == 3 && p.empty(static_cast<Square>(one))) {
    origins |= Bit(static_cast<Square>(two));
  }
  return origins & ~RankBoard(0) & ~RankBoard(7);
}

// Squares from which the man on `to` can have come with its last move.
Bitboard Origins(const Position& p, Square to) {
  const Color color = *p.ColorAt(to);
  const Role role = *p.RoleAt(to);
  if (role == Role::kPawn) return PawnOrigins(p, color, to);
  Bitboard origins = AttacksOf(role, color, to, p.occupied());
  if (RelativeRank(color, to) == 7 && role != Role::kKing) {
    origins |= PawnOrigins(p, color, to);  // it may have just promoted
  }
  return origins;
}

bool IsSlider(const Position& p, Square s) {
  return (Bit(s) & (p.of(Role::kBishop) | p.of(Role::kRook) | p.of(Role::kQueen))) != 0;
}

// The last move of `mover` uncovered `slider`: it came from between the slider and the king, or (as
// a pawn that captured en passant) took a pawn that stood there.
bool Uncovered(const Position& p, Square king, Square mover, Square slider) {
  if (!IsSlider(p, slider)) return false;
  const Bitboard between = kBetween[king][slider];
  return (Origins(p, mover) & ~p.occupied() & between) != 0;
}

// A pawn captured en passant next to which both lines were opened: its own square and its victim's.
bool UncoveredEnPassant(const Position& p, Square king, Square a, Square b) {
  if (!IsSlider(p, a) || !IsSlider(p, b)) return false;
  const Color mover = !p.turn;
  const int forward = mover == Color::kWhite ? 8 : -8;
  for (Bitboard pawns = p.of(mover, Role::kPawn) & RelativeRankBoard(mover, 5); pawns;) {
    const Square pawn = PopFirst(&pawns);
    const Bitboard victim = Bit(static_cast<Square>(pawn - forward)) & ~p.occupied();
    const Bitboard origins = kPawnAttacks[Index(!mover)][pawn] & ~p.occupied();
    const Bitboard line_a = kBetween[king][a], line_b = kBetween[king][b];
    if ((victim & line_a && origins & line_b) || (victim & line_b && origins & line_a)) return true;
  }
  return false;
}

}  // namespace

bool DoubleStepPossible(const Position& p, Square ep) {
  const Color mover = !p.turn;
  if (RelativeRank(mover, ep) != 2) return false;
  const int forward = mover == Color::kWhite ? 8 : -8;
  const Square pawn = static_cast<Square>(ep + forward), from = static_cast<Square>(ep - forward);
  return (p.of(mover, Role::kPawn) & Bit(pawn)) != 0 && p.empty(ep) && p.empty(from);
}

bool DoubleCheckPossible(const Position& p, Square first, Square second) {
  const Square king = p.RoyalSquare(p.turn);
  return Uncovered(p, king, first, second) || Uncovered(p, king, second, first) ||
         UncoveredEnPassant(p, king, first, second);
}

std::string_view NameOf(SetupFault fault) {
  switch (fault) {
    case SetupFault::kKingCount:
      return "king_count";
    case SetupFault::kOpponentInCheck:
      return "opponent_in_check";
    case SetupFault::kPawnOnBackRank:
      return "pawn_on_back_rank";
    case SetupFault::kImpossibleCastling:
      return "impossible_castling";
    case SetupFault::kTooManyMen:
      return "too_many_men";
    case SetupFault::kTooManyCheckers:
      return "too_many_checkers";
    case SetupFault::kImpossibleCheck:
      return "impossible_check";
    case SetupFault::kImpossibleEnPassant:
      return "impossible_en_passant";
  }
  return "";
}

std::vector<SetupFault> SetupFaults(const Position& p, const RuleSet&) {
  std::vector<SetupFault> faults;
  const bool kings =
      Count(p.of(Color::kWhite) & p.royal) == 1 && Count(p.of(Color::kBlack) & p.royal) == 1;
  if (!kings) faults.push_back(SetupFault::kKingCount);
  if (kings && IsAttacked(p, p.RoyalSquare(!p.turn), p.turn)) {
    faults.push_back(SetupFault::kOpponentInCheck);
  }
  if (p.of(Role::kPawn) & (kRank1 | kRank8)) faults.push_back(SetupFault::kPawnOnBackRank);
  if (Count(p.colors[0]) > 16 || Count(p.colors[1]) > 16) {
    faults.push_back(SetupFault::kTooManyMen);
  }
  if (!kings) return faults;
  Bitboard checkers = Attackers(p, p.RoyalSquare(p.turn), !p.turn);
  if (Count(checkers) > 2) {
    faults.push_back(SetupFault::kTooManyCheckers);
  } else if (Count(checkers) == 2) {
    const Square first = PopFirst(&checkers);
    if (!DoubleCheckPossible(p, first, First(checkers))) {
      faults.push_back(SetupFault::kImpossibleCheck);
    }
  }
  return faults;
}

}  // namespace chess::rules
