#include "match/event.h"

#include <algorithm>

namespace chess::match {

std::string_view NameOf(EndReason reason) {
  switch (reason) {
    case EndReason::kNone: return "none";
    case EndReason::kCheckmate: return "checkmate";
    case EndReason::kStalemate: return "stalemate";
    case EndReason::kDeadPosition: return "dead_position";
    case EndReason::kRepetition: return "repetition";
    case EndReason::kMoveCount: return "move_count";
    case EndReason::kMoveLimit: return "move_limit";
    case EndReason::kAgreement: return "agreement";
    case EndReason::kResignation: return "resignation";
    case EndReason::kTimeout: return "timeout";
    case EndReason::kVariant: return "variant";
    case EndReason::kFirstMove: return "first_move";
    case EndReason::kAborted: return "aborted";
    case EndReason::kOperator:
      return "operator";
  }
  return "none";
}

std::string_view NameOf(OperatorCause cause) {
  switch (cause) {
    case OperatorCause::kNone:
      return "none";
    case OperatorCause::kFairPlay:
      return "fair_play";
    case OperatorCause::kMisconduct:
      return "misconduct";
    case OperatorCause::kServerFault:
      return "server_fault";
    case OperatorCause::kCorrection:
      return "correction";
    case OperatorCause::kOther:
      return "other";
  }
  return "none";
}

EndReason FromRules(rules::EndReason reason) {
  switch (reason) {
    case rules::EndReason::kNone: return EndReason::kNone;
    case rules::EndReason::kVariant: return EndReason::kVariant;
    case rules::EndReason::kCheckmate: return EndReason::kCheckmate;
    case rules::EndReason::kStalemate: return EndReason::kStalemate;
    case rules::EndReason::kDeadPosition: return EndReason::kDeadPosition;
    case rules::EndReason::kRepetition:
    case rules::EndReason::kFivefold: return EndReason::kRepetition;
    case rules::EndReason::kFiftyMoves:
    case rules::EndReason::kSeventyFiveMoves: return EndReason::kMoveCount;
    case rules::EndReason::kMoveLimit: return EndReason::kMoveLimit;
    case rules::EndReason::kAgreement: return EndReason::kAgreement;
    case rules::EndReason::kResignation: return EndReason::kResignation;
    case rules::EndReason::kTimeout: return EndReason::kTimeout;
    // Not written by this release: nobody can claim against a leaver yet.
    case rules::EndReason::kAbandonment:
    case rules::EndReason::kAborted: return EndReason::kAborted;
  }
  return EndReason::kNone;
}

std::optional<Color> Ending::winner() const {
  if (result == rules::GameResult::kWhiteWins) return Color::kWhite;
  if (result == rules::GameResult::kBlackWins) return Color::kBlack;
  return std::nullopt;
}

San::San(std::string_view text) {
  size_ = static_cast<uint8_t>(std::min(text.size(), text_.size()));
  std::copy_n(text.data(), size_, text_.data());
}

}  // namespace chess::match
