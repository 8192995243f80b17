#pragma once
// Decide: the referee. Pure: the same state, command and context give the same decision on every
// machine. The caller appends the row to the log and, once committed, Applies it.

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "match/chance.h"
#include "match/command.h"
#include "match/secrets.h"
#include "match/state.h"
#include "timecontrol/outages.h"

namespace chess::match {

// Plies between two draw offers of one side.
inline constexpr int kDrawOfferPlies = 20;
// Plies that must have been played before a draw may be offered, or a game counts for ratings;
// below it a game may be aborted.
inline constexpr int kMinPlies = 2;
// How long a game waits for both players' Ready, and a turn for the brain.
inline constexpr DurationMs kReadyMs = 5000;
inline constexpr DurationMs kBrainMs = 1000;

// What is known at the moment of deciding. All times are game time in milliseconds.
struct Context {
  TimeMs now = 0;
  // The gateway's stamp of the command's last byte; brought into [now - 3 s, now] and never before
  // the last event. 0: now.
  TimeMs received = 0;
  std::optional<DurationMs> rtt_ms;   // the measured round trip
  DurationMs clock_error_ms = 0;      // the bound of our clock's error
  const timecontrol::Outages* outages = nullptr;  // null: none known
  // The draws of the game, needed by every decision about a running game with chance
  // (State::commit).
  const Chance* chance = nullptr;
  // The game's secrets, read after the state's last row was committed and, for a deadline, after
  // it was due; needed in Phase::kDrafting.
  const Secrets* secrets = nullptr;
  // What the built-in search names for the turn, once it has been asked; needed when the brain's
  // time is up.
  std::optional<NameType> fallback;
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
    // DeadlineDue, RecordRating and NameType only: there is no deadline, the rating is in already
    // or is that of a result which was changed since, the brain is not asked about that turn (any
    // more).
    kGone,
    // SetDraft only: store `secret_writes` (none: what is kept is newer); nothing to append. The
    // answer is the view with the secrets then kept, under the number `seq` of the last row.
    kKeepSecret,
    // The context lacks what `needs` names: get it, decide again. kFallback is asked for only when
    // the brain's time is up.
    kNeeds,
  };
  enum class Need { kNothing, kChance, kSecrets, kFallback };
  Kind kind = Kind::kAppend;
  Need needs = Need::kNothing;
  DecisionRow row;
  std::vector<SecretWrite> secret_writes;  // with `row` in one statement, or alone (kKeepSecret)
  int64_t seq = 0;
  TimeMs at = 0;
};

// The first row of a game. Errors: those of Checked; kInternal COMMIT_MISSING where UsesChance of
// the settings and no commit is given (elsewhere it is ignored).
base::Result<DecisionRow> Create(Settings settings, TimeMs now,
                                 std::optional<Bytes32> commit = std::nullopt);

// What becomes of a command. The order of judgement: repetition of the request id, a deadline that
// has passed, game over, expected turn, then the action. Errors change nothing; reason words:
//   kInvalidArgument    REQUEST_ID_INVALID (all zero), REQUEST_ID_REUSED, MOVE_MALFORMED,
//                       MOVE_AMBIGUOUS and the rulebook's words for illegal moves (metadata
//                       "squares": the pinning, checking or blocking men)
//                       (hidden board: of those only ILLEGAL_IN_FOG); ARMY_INVALID (metadata
//                       "cause": the word of rules/game/draft.h); kNameType's TYPE_INVALID
//   kPermissionDenied   NOT_A_PLAYER (no seat)
//   kFailedPrecondition GAME_OVER (metadata result, reason), STALE_TURN (metadata turn),
//                       NOT_YOUR_TURN, OUT_OF_TIME (the move came after the flag, which is about to
//                       be decided), DRAW_OFFER_NOT_ALLOWED (metadata next_ply), NO_DRAW_OFFER,
//                       NO_DRAW_CLAIM, ABORT_TOO_LATE, NOT_READY and DRAFTING (all but Abort,
//                       Ready, SetDraft, LockDraft before the game is played), READY_NOT_AWAITED,
//                       NOT_DRAFTING, DRAFT_LOCKED, BRAIN_THINKING; of operators: GAME_OVER
//                       (OperatorEnd), GAME_RUNNING and SAME_RESULT (OperatorAmend)
// OperatorEnd comes behind a deadline that has passed, as all commands do.
base::Result<Decision> Decide(const State& state, const Command& command, const Context& context);

// What will happen if nobody acts.
enum class DeadlineKind : uint8_t { kFirstMove, kFlag, kReady, kDraft, kBrain };
struct Deadline {
  DeadlineKind kind = DeadlineKind::kFlag;
  TimeMs due = 0;   // when the time is used up
  TimeMs time = 0;  // when it may be decided (lag grace in, our clock's error not): index this
};
// None when the game is over. Known outages move it.
std::optional<Deadline> DeadlineOf(const State& state,
                                   const timecontrol::Outages* outages = nullptr);

// The row of a deadline that may be decided now, for reads ("a read applies a due deadline first").
// None either where the context lacks what is needed for it: the read then shows what stands, and
// DeadlineDue says what is missing.
std::optional<DecisionRow> DueDecision(const State& state, const Context& context);

// The result changes ratings: rated, not aborted, at least kMinPlies plies.
bool CountsForRating(const State& state);

}  // namespace chess::match
