#pragma once
// What may be asked of a game.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "match/event.h"

namespace chess::match {

// The move as UCI ("e2e4", "e7e8q", castling in both spellings) or SAN, read leniently.
struct PlayMove {
  std::string text;
  std::optional<DurationMs> think_ms;  // the client's own measure, for lag compensation
};
struct Resign {};
struct OfferDraw {};     // while the other side's offer stands: accepts it
struct AcceptDraw {};
struct DeclineDraw {};
struct WithdrawDraw {};
struct ClaimDraw {};     // third occurrence or fifty moves, under DrawPolicy::kByClaim
struct Abort {};
struct Ready { Nonce nonce{}; };
// Keeps an army in progress; writes a secret and no event, so its request id is not remembered.
struct SetDraft {
  std::string army;     // rules::DraftArmy::Text; need not be complete
  int32_t edition = 0;  // an older one than the kept changes nothing
};
struct LockDraft { std::string army; };

// The server's own; no seat, no request id.
struct DeadlineDue {};   // "look whether a deadline has passed"
struct RecordRating {
  RatingRecorded rating;
  int32_t amendment = 0;  // State::amendments of the result that was rated
};
// The brain's answer about a turn; the first one that is appended wins.
struct NameType {
  int32_t turn = 0;
  rules::Role type = rules::Role::kPawn;
  bool by_fallback = false;  // the built-in search, which may also answer before the time is due
};

// An operator's; no seat, but a request id, which is remembered in the audit log and not in the
// game.
struct OperatorEnd {                                       // of a running game
  rules::GameResult result = rules::GameResult::kOngoing;  // kAborted: without a result
  OperatorCause cause = OperatorCause::kNone;
};
struct OperatorAmend {  // of one that is over
  rules::GameResult result = rules::GameResult::kOngoing;
  OperatorCause cause = OperatorCause::kNone;
};

using Action = std::variant<PlayMove, Resign, OfferDraw, AcceptDraw, DeclineDraw, WithdrawDraw,
                            ClaimDraw, Abort, DeadlineDue, RecordRating, Ready, SetDraft, LockDraft,
                            NameType, OperatorEnd, OperatorAmend>;

struct Command {
  RequestId request_id{};
  std::optional<Color> seat;  // the caller's; must be set but for the server's and operators'
  int32_t expected_turn = 0;  // State::turn as the caller saw it; 0: not said
  Action action;
};

// A 64-bit FNV-1a hash of everything in the command but its request id. Stable: it is stored.
uint64_t PayloadHash(const Command& command);

}  // namespace chess::match
