#include "rules/notation/setup_faults.h"

#include "rules/core/attacks.h"
#include "rules/core/moves.h"
#include "rules/notation/fen.h"
#include "rules/notation/fen_board.h"

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

// Of these men those that are nothing but pawns; one with more powers may come to any rank.
Bitboard PlainPawns(const Position& p, Bitboard men) {
  for (int r = 1; r < kRoles; ++r) men &= ~p.roles[r];
  return men;
}

// Pawns where the rules never let one stand. On its own first rank one may stand in a draft, and
// where it makes double steps from there.
Bitboard MisplacedPawns(const Position& p, const RuleSet& rules) {
  Bitboard wrong = p.of(Role::kPawn) & (kRank1 | kRank8);
  if (!rules.Has(kTraitPawnsOnOwnFirstRank)) return PlainPawns(p, wrong);
  for (const Color c : kColors) {
    const Bitboard first = RelativeRankBoard(c, 0);
    const bool steps = (rules.hooks().more_double_steps[Index(c)] & first) != 0;
    if (steps || rules.Has(kTraitDraftedSetup)) wrong &= ~(p.of(c) & first);
  }
  return PlainPawns(p, wrong);
}

// The side that has just moved left its royal man attacked, or did something else that the rules
// call unsafe.
bool LastMoveWasIllegal(const Position& p, const RuleSet& rules) {
  if (rules.kernel() == Kernel::kUnguarded) return false;
  Position flipped = p;
  flipped.turn = !p.turn;
  flipped.ep = kNoSquare;
  for (const auto safe : rules.hooks().safe) {
    if (!safe(p, !p.turn)) return true;
  }
  if (rules.Has(kTraitMustNotCheck) && Checkers(p, rules) != 0) return true;
  if (!rules.hooks().safe.empty()) return false;
  if (Checkers(flipped, rules) != 0) return true;
  // Kings never give check, but may not stand side by side either.
  const Square king = p.RoyalSquare(!p.turn);
  return king != kNoSquare && (Attackers(p, king, p.turn) & p.royal) != 0;
}

std::vector<SetupFault> DraftFaults(const Position& p, const RuleSet& rules) {
  constexpr int kCosts[kRoles] = {1, 3, 3, 5, 9, 0};
  std::vector<SetupFault> faults;
  if (!KingsAreRight(p, rules)) faults.push_back(SetupFault::kKingCount);
  const Bitboard white_half = RankBoard(0) | RankBoard(1) | RankBoard(2) | RankBoard(3);
  const bool outside = (p.of(Color::kWhite) & ~white_half) || (p.of(Color::kBlack) & white_half);
  if (outside) faults.push_back(SetupFault::kOutsideOwnHalf);
  for (const Color c : kColors) {
    int cost = 0;
    for (int r = 0; r < kRoles; ++r) cost += kCosts[r] * Count(p.of(c) & p.roles[r]);
    if (cost <= rules.setup()->parameter) continue;
    faults.push_back(SetupFault::kOverBudget);
    break;
  }
  return faults;
}

}  // namespace

bool DoubleStepPossible(const Position& p, Square ep) {
  const Color mover = !p.turn;
  if (RelativeRank(mover, ep) != 2) return false;
  const int forward = mover == Color::kWhite ? 8 : -8;
  const Square pawn = static_cast<Square>(ep + forward), from = static_cast<Square>(ep - forward);
  return (p.of(mover, Role::kPawn) & ~p.royal & Bit(pawn)) != 0 && p.empty(ep) && p.empty(from);
}

bool KingsAreRight(const Position& p, const RuleSet& rules) {
  for (const Color c : kColors) {
    const int royal = Count(p.of(c) & p.royal);
    if (HasRoyalKing(rules, c)) {
      if (royal != 1) return false;
    } else if (royal != 0 ||
               (p.of(c, Role::kKing) != 0 && !AnyClaims(rules, kClaimNoOrdinaryKing))) {
      return false;  // a side without a king has none at all, unless kings are men like others
    }
  }
  return true;
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
    case SetupFault::kOutsideOwnHalf:
      return "outside_own_half";
    case SetupFault::kOverBudget:
      return "over_budget";
  }
  return "";
}

std::vector<SetupFault> SetupFaults(const Position& p, const RuleSet& rules) {
  if (rules.Has(kTraitDraftedSetup)) return DraftFaults(p, rules);
  std::vector<SetupFault> faults;
  const bool kings = KingsAreRight(p, rules);
  if (!kings) faults.push_back(SetupFault::kKingCount);
  if (kings && LastMoveWasIllegal(p, rules)) faults.push_back(SetupFault::kOpponentInCheck);
  if (MisplacedPawns(p, rules)) faults.push_back(SetupFault::kPawnOnBackRank);
  const bool many = Count(p.colors[0]) > 16 || Count(p.colors[1]) > 16;
  if (many && !rules.Has(kTraitManyMen)) faults.push_back(SetupFault::kTooManyMen);
  // Explosions can open any number of lines, and where nothing is safe there is no check.
  if (!kings || rules.kernel() >= Kernel::kVolatile) return faults;
  Bitboard checkers = Checkers(p, rules);
  if (Count(checkers) > 2) {
    faults.push_back(SetupFault::kTooManyCheckers);
  } else if (Count(checkers) == 2 && !AnyClaims(rules, kClaimAfterCapture)) {
    // Where a capture changes the capturer nobody can tell whence it came.
    const Square first = PopFirst(&checkers);
    if (!DoubleCheckPossible(p, first, First(checkers))) {
      faults.push_back(SetupFault::kImpossibleCheck);
    }
  }
  return faults;
}

}  // namespace chess::rules
