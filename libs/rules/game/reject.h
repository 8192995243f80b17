#pragma once
// Why a move was rejected, with a stable word and a sentence for people.

#include <string>
#include <vector>

#include "rules/game/game.h"

namespace chess::rules {

enum class RejectReason : uint8_t {
  kNone,  // the move is legal
  kNotYourTurn,
  kGameOver,
  kNoPiece,
  kNotYourPiece,
  kPieceCannotMoveThere,
  kPathBlocked,
  kPinned,             // squares: the pinning man
  kLeavesKingInCheck,  // squares: the men that would give check
  kMustAnswerCheck,    // squares: the checking men
  kCastleRightLost,
  kCastlePathBlocked,
  kCastleOutOfCheck,
  kCastleThroughCheck,
  kPromotionInvalid,
  kPromotionMissing,
  kMustCapture,
  kDiceForbids,
  kBrainForbids,
  kBrainThinking,
  kDrafting,
  kBonusMoveCannotCapture,
  kStaleTurn,
  kIllegalInFog,
};

// "PINNED": UPPER_SNAKE, as in common/v1/error_reason.proto.
std::string_view NameOf(RejectReason reason);

struct Rejection {
  RejectReason reason = RejectReason::kNone;
  std::string message;          // "The knight on f6 is pinned by the bishop on g5."
  std::vector<Square> squares;  // what the reason speaks of (pinning, checking, blocking men)
};

// A reason that needs no position, with its usual sentence: kNotYourTurn, kGameOver, kDrafting,
// kBrainThinking, kStaleTurn. For callers that decide these themselves.
Rejection PlainRejection(RejectReason reason);

// In sets that hide part of the board every answer follows from what the side to move sees (and
// from the move not being legal): kIllegalInFog where that does not suffice. Where no word of the
// list says it better: kLeavesKingInCheck for a move that would cost the own king,
// kPieceCannotMoveThere for a check that the rules forbid, kNoPiece for a drop of what is not in
// hand.

// Why from-to(-promotion) is no legal move for the side to move; kNone if it is one.
Rejection Explain(const Position& position, const RuleSet& rules, Square from, Square to,
                  std::optional<Role> promotion = std::nullopt);
// Why that role cannot be dropped there; kNone if it can.
Rejection ExplainDrop(const Position& position, const RuleSet& rules, Role role, Square to);

// The same for the present position of a game: also GAME_OVER, BRAIN_THINKING (the turn waits for
// its roll or name), DICE_FORBIDS, BRAIN_FORBIDS, and a word about en passant captures that only
// the last move made thinkable.
Rejection Explain(const Game& game, Square from, Square to,
                  std::optional<Role> promotion = std::nullopt);
Rejection ExplainDrop(const Game& game, Role role, Square to);

}  // namespace chess::rules
