#pragma once
// Whether a move that a log holds can be carried out at all. The log is trusted about legality,
// which later releases may judge otherwise; its bytes may still be damaged, and then a move must
// not be able to harm more than its own game.

#include "rules/core/moves.h"

namespace chess::match {

// The parts of a move are there: an own man goes to where no own man is and takes no royal man but
// where the rules let it; castling has its king and rook; only what is in hand is dropped, and a
// promotion is to a role that exists.
inline bool HasItsParts(const rules::Position& position, const rules::RuleSet& rules,
                        rules::Move move) {
  using rules::Bit;
  const rules::Bitboard own = position.of(position.turn), other = position.of(!position.turn);
  if (move.is_null()) return false;
  if (move.is_drop()) {
    if (rules::Index(move.dropped()) >= rules::kRoles || !position.empty(move.to())) return false;
    for (const rules::RuleSet::Member& member : rules.members()) {
      const auto drops = member.rule->drops;
      if (drops != nullptr && (drops(position, move.dropped()) & Bit(move.to()))) return true;
    }
    return false;
  }
  if ((own & Bit(move.from())) == 0) return false;
  if (move.is_castle()) {
    const auto targets = rules::CastleTargets(move);
    const rules::Bitboard others = position.occupied() & ~(Bit(move.from()) | Bit(move.to()));
    return (own & position.royal & Bit(move.from())) != 0 &&
           (own & position.unmoved & Bit(move.to())) != 0 &&
           (others & (Bit(targets.king) | Bit(targets.rook))) == 0;
  }
  if ((own & Bit(move.to())) != 0) return false;
  const bool takes_royal = (other & position.royal & Bit(move.to())) != 0;
  if (takes_royal && rules.kernel() != rules::Kernel::kUnguarded) return false;
  if (move.is_promotion()) return rules::Index(move.promotion()) < rules::kRoles;
  if (move.kind() == rules::MoveKind::kEnPassant) {
    // It takes the man behind its target, which stands on the sixth rank of the mover.
    const bool white = position.turn == rules::Color::kWhite;
    if (rules::RankOf(move.to()) != (white ? 5 : 2)) return false;
    const auto victim = static_cast<rules::Square>(white ? move.to() - 8 : move.to() + 8);
    return (other & ~position.royal & Bit(victim)) != 0;
  }
  return move.kind() <= rules::MoveKind::kBonus;
}

// Also, where kings are guarded, the mover's cannot be taken next: no position may arise that lacks
// one, which the move generators rely on.
inline bool CanBeCarriedOut(const rules::Position& position, const rules::RuleSet& rules,
                            rules::Move move) {
  if (!HasItsParts(position, rules, move)) return false;
  if (rules.kernel() >= rules::Kernel::kVolatile) return true;  // they bear a lost king
  const rules::Position after = rules::After(position, rules, move);
  const rules::Square king = after.RoyalSquare(position.turn);
  return king == rules::kNoSquare || !rules::IsAttacked(after, king, after.turn);
}

}  // namespace chess::match
