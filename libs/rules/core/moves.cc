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

void LegalMoves(const Position& position, const RuleSet& rules, MoveList* list) {
  OpsOf(rules).generate(position, rules, list);
}

int CountLegalMoves(const Position& position, const RuleSet& rules) {
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
  return OpsOf(rules).perft(position, rules, depth);
}

}  // namespace chess::rules
