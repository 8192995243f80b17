#include "rules/game/reject.h"

#include <iterator>

#include "rules/core/bitboard.h"
#include "rules/game/reject_move.h"
#include "rules/game/reject_text.h"
#include "rules/game/view.h"

namespace chess::rules {
namespace {

constexpr std::string_view kWords[] = {"NONE",
                                       "NOT_YOUR_TURN",
                                       "GAME_OVER",
                                       "NO_PIECE",
                                       "NOT_YOUR_PIECE",
                                       "PIECE_CANNOT_MOVE_THERE",
                                       "PATH_BLOCKED",
                                       "PINNED",
                                       "LEAVES_KING_IN_CHECK",
                                       "MUST_ANSWER_CHECK",
                                       "CASTLE_RIGHT_LOST",
                                       "CASTLE_PATH_BLOCKED",
                                       "CASTLE_OUT_OF_CHECK",
                                       "CASTLE_THROUGH_CHECK",
                                       "PROMOTION_INVALID",
                                       "PROMOTION_MISSING",
                                       "MUST_CAPTURE",
                                       "DICE_FORBIDS",
                                       "BRAIN_FORBIDS",
                                       "BRAIN_THINKING",
                                       "DRAFTING",
                                       "BONUS_MOVE_CANNOT_CAPTURE",
                                       "STALE_TURN",
                                       "ILLEGAL_IN_FOG"};

Rejection NotOnTheBoard() {
  return Reject(RejectReason::kPieceCannotMoveThere, "that is not on the board");
}

Rejection ExplainWith(const Position& position, const RuleSet& rules,
                      const MoveQuestion& question) {
  if (question.from >= 64 || question.to >= 64) return NotOnTheBoard();
  if (Find(position, rules, question.from, question.to, question.promotion)) return {};
  return ExplainIllegal(position, rules, question);
}

// What the rules say of a turn before they look at the move.
std::optional<Rejection> BeforeAnyMove(const Game& game) {
  if (game.over()) return PlainRejection(RejectReason::kGameOver);
  if (game.RollAwaited() || game.NameAwaited()) {
    return PlainRejection(RejectReason::kBrainThinking);
  }
  return std::nullopt;
}

// What dice and brain say to a legal move of these types.
Rejection ByChoice(const Choice& choice, Powers types) {
  if (Allows(choice, types)) return {};
  if (choice.rolled != 0 && (choice.rolled & types) == 0) {
    return Reject(RejectReason::kDiceForbids,
                  "the dice let only " + AnyOf(choice.rolled) + " move this turn");
  }
  return Reject(RejectReason::kBrainForbids,
                "the brain has said that " + AnyOf(Bit(*choice.named)) + " must move");
}

Bitboard DropSquares(const Position& position, const RuleSet& rules, Role role) {
  Bitboard squares = 0;
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->drops != nullptr) squares |= m.rule->drops(position, role);
  }
  return squares;
}

// Where the square may take that man but the position after it is not allowed.
Rejection DropIsUnsafe(const Position& position, const RuleSet& rules, Role role, Square to) {
  if (HidesBoard(rules)) return PlainRejection(RejectReason::kIllegalInFog);
  if (const Bitboard men = MenThatMustCapture(position, rules)) {
    return Reject(RejectReason::kMustCapture, "you must capture with " + Men(position, men), men);
  }
  if (const Bitboard checkers = Checkers(position, rules)) {
    return Reject(RejectReason::kMustAnswerCheck,
                  "the king is in check by " + Men(position, checkers), checkers);
  }
  return Reject(RejectReason::kPieceCannotMoveThere,
                "a " + std::string(NameOf(role)) + " may not be put on " + ToText(to));
}

}  // namespace

std::string_view NameOf(RejectReason reason) {
  static_assert(std::size(kWords) == static_cast<size_t>(RejectReason::kIllegalInFog) + 1);
  return kWords[static_cast<size_t>(reason)];
}

Rejection PlainRejection(RejectReason reason) {
  switch (reason) {
    case RejectReason::kNotYourTurn:
      return Reject(reason, "it is not your turn");
    case RejectReason::kGameOver:
      return Reject(reason, "the game is over");
    case RejectReason::kDrafting:
      return Reject(reason, "the armies are still being placed");
    case RejectReason::kBrainThinking:
      return Reject(reason, "the brain has not named a piece yet");
    case RejectReason::kStaleTurn:
      return Reject(reason, "the game has gone on since you saw it");
    case RejectReason::kIllegalInFog:
      return Reject(reason, "that move is not possible");
    default:
      return Reject(reason, "that move is not legal");
  }
}

Rejection Explain(const Position& position, const RuleSet& rules, Square from, Square to,
                  std::optional<Role> promotion) {
  return ExplainWith(position, rules, {from, to, promotion, position.ep});
}

Rejection ExplainDrop(const Position& position, const RuleSet& rules, Role role, Square to) {
  if (to >= 64) return NotOnTheBoard();
  if (FindDrop(position, rules, role, to)) return {};
  const Position seen = MaskedFor(position, rules, SeatOf(position.turn));
  const std::string man = std::string(NameOf(role));
  if (CountInHand(position, rules, position.turn, role) == 0) {
    return Reject(RejectReason::kNoPiece, "you have no " + man + " in hand");
  }
  if (!seen.empty(to)) {
    return Reject(RejectReason::kPieceCannotMoveThere, Man(seen, to) + " stands there already",
                  Bit(to));
  }
  Position emptied = position;  // so that the answer does not depend on what stands there unseen
  for (Bitboard& board : emptied.colors) board &= ~Bit(to);
  if ((DropSquares(emptied, rules, role) & Bit(to)) == 0) {
    return Reject(RejectReason::kPieceCannotMoveThere,
                  "a " + man + " cannot be dropped on rank " + std::to_string(RankOf(to) + 1));
  }
  return DropIsUnsafe(position, rules, role, to);
}

Rejection Explain(const Game& game, Square from, Square to, std::optional<Role> promotion) {
  if (std::optional<Rejection> before = BeforeAnyMove(game)) return *before;
  const Position& p = game.position();
  MoveQuestion question{from, to, promotion, p.ep};
  const Move last = game.last_move();
  // Double steps from other squares than the second rank cannot be answered en passant.
  if (!last.is_null() && last.kind() == MoveKind::kDoubleStep &&
      RelativeRank(!p.turn, last.from()) == 1) {
    question.passed = static_cast<Square>((last.from() + last.to()) / 2);
  }
  Rejection why = ExplainWith(p, game.rules(), question);
  if (why.reason != RejectReason::kNone) return why;
  return ByChoice(game.choice(), TypesAt(p, from));
}

Rejection ExplainDrop(const Game& game, Role role, Square to) {
  if (std::optional<Rejection> before = BeforeAnyMove(game)) return *before;
  Rejection why = ExplainDrop(game.position(), game.rules(), role, to);
  if (why.reason != RejectReason::kNone) return why;
  return ByChoice(game.choice(), Bit(role));
}

}  // namespace chess::rules
