#pragma once
// Decide: the referee. Pure: the same state, command and context give the same decision on every
// machine. The caller appends the row to the log and, once committed, Applies it.

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "match/command.h"
#include "match/state.h"
#include "timecontrol/outages.h"

namespace chess::match {

// Plies between two draw offers of one side.
inline constexpr int kDrawOfferPlies = 20;
// Plies that must have been played before a draw may be offered, or a game counts for ratings;
// below it a game may be aborted.
inline constexpr int kMinPlies = 2;

// What is known at the moment of deciding. All times are game time in milliseconds.
struct Context {
  TimeMs now = 0;
  // The gateway's stamp of the command's last byte; brought into [now - 3 s, now] and never before
  // the last event. 0: now.
  TimeMs received = 0;
  std::optional<DurationMs> rtt_ms;   // the measured round trip
  DurationMs clock_error_ms = 0;      // the bound of our clock's error
  const timecontrol::Outages* outages = nullptr;  // null: none known
};

struct Decision {
  enum class Kind {
    // Append `row`; that answers the command.
    kAppend,
    // The command was answered before, by the row with number `seq`. Nothing to append.
    kRepeated,
    // A deadline that had passed comes first: append `row` (the server's own), then decide the
    // command again.
    kDeadlineFirst,
    // DeadlineDue only: nothing is due before `at` (timecontrol::kStillOpen: an outage lasts).
    kNotYet,
    // DeadlineDue and RecordRating only: there is no deadline, or the rating is in already.
    kGone,
  };
  Kind kind = Kind::kAppend;
  DecisionRow row;
  int64_t seq = 0;
  TimeMs at = 0;
};

// The first row of a game. Errors: those of Checked.
base::Result<DecisionRow> Create(Settings settings, TimeMs now);

// What becomes of a command. The order of judgement: repetition of the request id, a deadline that
// has passed, game over, expected turn, then the action. Errors change nothing; reason words:
//   kInvalidArgument    REQUEST_ID_INVALID (all zero), REQUEST_ID_REUSED, MOVE_MALFORMED,
//                       MOVE_AMBIGUOUS and the rulebook's words for illegal moves (metadata
//                       "squares": the pinning, checking or blocking men)
//   kPermissionDenied   NOT_A_PLAYER (no seat)
//   kFailedPrecondition GAME_OVER (metadata result, reason), STALE_TURN (metadata turn),
//                       NOT_YOUR_TURN, OUT_OF_TIME (the move came after the flag, which is about to
//                       be decided), DRAW_OFFER_NOT_ALLOWED (metadata next_ply), NO_DRAW_OFFER,
//                       NO_DRAW_CLAIM, ABORT_TOO_LATE
base::Result<Decision> Decide(const State& state, const Command& command, const Context& context);

// What will happen if nobody acts.
enum class DeadlineKind : uint8_t { kFirstMove, kFlag };
struct Deadline {
  DeadlineKind kind = DeadlineKind::kFlag;
  TimeMs due = 0;   // when the time is used up
  TimeMs time = 0;  // when it may be decided (lag grace in, our clock's error not): index this
};
// None when the game is over. Known outages move it.
std::optional<Deadline> DeadlineOf(const State& state,
                                   const timecontrol::Outages* outages = nullptr);

// The row of a deadline that may be decided now, for reads ("a read applies a due deadline first").
std::optional<DecisionRow> DueDecision(const State& state, const Context& context);

// The result changes ratings: rated, not aborted, at least kMinPlies plies.
bool CountsForRating(const State& state);

}  // namespace chess::match
