#pragma once
// How a game ended.

#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/core/types.h"

namespace chess::rules {

// Why. The words (NameOf) are stable: stored, sent and shown.
enum class EndReason : uint8_t {
  kNone,              // "none": still running
  kVariant,           // "variant": by a rule's own ending; Outcome::rule names it
  kCheckmate,         // "checkmate"
  kStalemate,         // "stalemate"
  kDeadPosition,      // "dead_position": neither side can ever win
  kRepetition,        // "repetition": third occurrence, automatic or claimed
  kFivefold,          // "fivefold": fifth occurrence under by_claim
  kFiftyMoves,        // "fifty_moves": automatic or claimed
  kSeventyFiveMoves,  // "seventy_five_moves": under by_claim
  kMoveLimit,         // "move_limit": 1,000 moves a side
  kAgreement,         // "agreement"
  kResignation,       // "resignation": a draw if the opponent cannot win
  kTimeout,           // "timeout": a draw if the opponent cannot win
  kAbandonment,       // "abandonment": left and claimed against
  kAborted,           // "aborted": no result
};

enum class GameResult : uint8_t { kOngoing, kWhiteWins, kBlackWins, kDraw, kAborted };

struct Outcome {
  GameResult result = GameResult::kOngoing;
  EndReason reason = EndReason::kNone;
  // The key of the rule that ended it, where reason is kVariant ("king_of_the_hill").
  std::string_view rule;

  bool over() const { return result != GameResult::kOngoing; }
  std::optional<Color> winner() const {
    if (result == GameResult::kWhiteWins) return Color::kWhite;
    if (result == GameResult::kBlackWins) return Color::kBlack;
    return std::nullopt;
  }
  bool operator==(const Outcome&) const = default;
};

constexpr Outcome Win(Color winner, EndReason reason, std::string_view rule = {}) {
  return {winner == Color::kWhite ? GameResult::kWhiteWins : GameResult::kBlackWins, reason, rule};
}
constexpr Outcome Draw(EndReason reason, std::string_view rule = {}) {
  return {GameResult::kDraw, reason, rule};
}

std::string_view NameOf(EndReason reason);
std::optional<EndReason> ParseEndReason(std::string_view word);
// "*", "1-0", "0-1", "1/2-1/2"; "*" for aborted.
std::string_view ResultText(GameResult result);

}  // namespace chess::rules
