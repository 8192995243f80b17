#include "rules/core/moves.h"

#include "rules/core/attacks.h"
#include "rules/core/generate.h"
#include "rules/core/kernel.h"

namespace chess::rules {

const KernelOps& OpsOf(Kernel kernel) {
  switch (kernel) {
    case Kernel::kOrthodox:
      break;
    case Kernel::kMorphing:
      return kMorphingOps;
    case Kernel::kVolatile:
      return kVolatileOps;
    case Kernel::kUnguarded:
      return kUnguardedOps;
  }
  return kOrthodoxOps;
}

namespace {

// A royal man is never captured where it must not be left attacked. The kernels need not care,
// but for the first move of a drafted game: it is made although the opponent may stand in check.
bool MayMeetRoyal(const RuleSet& rules) {
  return rules.Has(kTraitDraftedSetup) && rules.kernel() != Kernel::kUnguarded;
}

bool TakesRoyal(const Position& position, Move move) {
  return !move.is_drop() && (position.royal & position.of(!position.turn) & Bit(move.to()));
}

}  // namespace

void LegalMoves(const Position& position, const RuleSet& rules, MoveList* list) {
  const size_t first = list->size();
  OpsOf(rules).generate(position, rules, list);
  if (!MayMeetRoyal(rules)) return;
  size_t kept = first;
  for (size_t i = first; i < list->size(); ++i) {
    const Move move = (*list)[i];
    if (!TakesRoyal(position, move)) (*list)[kept++] = move;
  }
  list->Truncate(kept);
}

int CountLegalMoves(const Position& position, const RuleSet& rules) {
  if (MayMeetRoyal(rules)) return static_cast<int>(LegalMoves(position, rules).size());
  return OpsOf(rules).count(position, rules);
}

bool IsLegal(const Position& position, const RuleSet& rules, Move move) {
  return LegalMoves(position, rules).Contains(move);
}

void Play(Position* position, const RuleSet& rules, Move move) {
  OpsOf(rules).play(position, rules, move);
}

Bitboard Attackers(const Position& p, Square square, Color by) {
  const Bitboard occupied = p.occupied();
  const Bitboard queens = p.of(Role::kQueen);
  return p.of(by) & ((kPawnAttacks[Index(!by)][square] & p.of(Role::kPawn)) |
                     (kKnightAttacks[square] & p.of(Role::kKnight)) |
                     (BishopAttacks(square, occupied) & (p.of(Role::kBishop) | queens)) |
                     (RookAttacks(square, occupied) & (p.of(Role::kRook) | queens)) |
                     (kKingAttacks[square] & p.of(Role::kKing)));
}

bool IsAttacked(const Position& position, Square square, Color by) {
  return Attackers(position, square, by) != 0;
}

Bitboard Checkers(const Position& position, const RuleSet& rules) {
  return OpsOf(rules).checkers(position, rules);
}

bool GivesCheck(const Position& position, const RuleSet& rules, Move move) {
  // The kernels look for a new check only.
  if (MayMeetRoyal(rules)) return InCheck(After(position, rules, move), rules);
  return OpsOf(rules).gives_check(position, rules, move);
}

bool IsCapture(const Position& position, Move move) {
  if (move.is_castle() || move.is_drop()) return false;
  return move.kind() == MoveKind::kEnPassant || !position.empty(move.to());
}

CastleSquares CastleTargets(Move castle) {
  const CastlePath path = PathOf(castle.from(), castle.to());
  return {path.king_to, path.rook_to};
}

std::optional<Move> Find(const Position& position, const RuleSet& rules, Square from, Square to,
                         std::optional<Role> promotion) {
  Move castle_by_target, promotion_by_default;
  const MoveList list = LegalMoves(position, rules);
  for (Move m : list) {
    if (m.from() != from) continue;
    if (m.is_castle()) {
      if (promotion) continue;
      if (m.to() == to) return m;
      // A king that stands still castles only by taking its rook.
      if (CastleTargets(m).king == to && to != from) castle_by_target = m;
    } else if (m.to() == to) {
      if (m.is_promotion() ? promotion == m.promotion() : !promotion.has_value()) return m;
      if (!promotion && m.is_promotion() && m.promotion() == Role::kQueen &&
          rules.Has(kTraitQueenByDefault)) {
        promotion_by_default = m;
      }
    }
  }
  if (!promotion_by_default.is_null()) return promotion_by_default;
  if (castle_by_target.is_null()) return std::nullopt;
  return castle_by_target;
}

std::optional<Move> FindDrop(const Position& position, const RuleSet& rules, Role role, Square to) {
  const Move drop = Move::Drop(role, to);
  if (!IsLegal(position, rules, drop)) return std::nullopt;
  return drop;
}

uint64_t Perft(const Position& position, const RuleSet& rules, int depth) {
  if (depth <= 0 || !MayMeetRoyal(rules)) return OpsOf(rules).perft(position, rules, depth);
  const MoveList moves = LegalMoves(position, rules);
  if (depth == 1) return moves.size();
  uint64_t nodes = 0;
  for (Move move : moves) {
    const Position next = After(position, rules, move);
    if (!rules.VariantEnding(next, move)) nodes += OpsOf(rules).perft(next, rules, depth - 1);
  }
  return nodes;
}

}  // namespace chess::rules
