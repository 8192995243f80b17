#pragma once
// Something asked of one game: a command, a read, or an act of the server. It is answered exactly
// once, by whoever gets there first: the game, or the clock that says that it has waited too long.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/projection.h"
#include "game/rows.h"
#include "match/command.h"
#include "match/decide.h"
#include "match/secrets.h"
#include "match/state.h"
#include "rpc/trace.h"

namespace chess::game {

using StatePtr = std::shared_ptr<const match::State>;
using SeatsPtr = std::shared_ptr<const std::array<SeatRow, 2>>;
using SecretsPtr = std::shared_ptr<const match::Secrets>;

// A game as it stands, immutable and shared.
struct GameRef {
  StatePtr state;
  SeatsPtr seats;
  std::vector<ProjectionPtr> recent;  // of the last decisions, without gaps, oldest first
  bool compacted = false;
  SecretsPtr secrets;  // armies in progress; only for their owners' own views
};

struct Answer {
  match::Decision::Kind kind = match::Decision::Kind::kAppend;
  int64_t seq = 0;         // commands: of the decision that answered
  std::string view;        // commands: the serialised GameView for the caller's seat
  base::TimeMs at = 0;     // kNotYet
  GameRef game;            // reads
};

struct Task {
  enum class Stage : uint8_t { kQueued, kSubmitted, kAnswered };

  bool read = false;            // else `command`
  match::Command command;
  std::string player_id;        // of a player's command: the seat is found in the game
  base::TimeMs received = 0;
  std::optional<base::DurationMs> rtt_ms;
  int64_t min_seq = 0;          // decide only on a state at least this new
  bool confirmed = false;       // min_seq is what Postgres said
  int64_t seen_seq = 0;         // the state's number when the confirmation was asked for
  int loads = 0;                // how often the game was loaded for it
  std::optional<AuditColumns> audit;  // of an operator's decision: stored with its row
  int64_t expire_ns = 0;        // steady
  rpc::Trace trace;             // of who asks; invalid: nobody said
  std::function<void(base::Result<Answer>)> done;

  bool answered() const { return stage_.load(std::memory_order_acquire) == Stage::kAnswered; }
  // Its decision is on the way into the log; false if it was answered meanwhile.
  bool Submit() { return Move(Stage::kQueued, Stage::kSubmitted); }
  // Its decision lost its race; false if it was answered meanwhile.
  bool Requeue() { return Move(Stage::kSubmitted, Stage::kQueued); }
  // Answers it, unless it is answered.
  void Finish(base::Result<Answer> answer);
  // It has waited too long: nothing was stored, or that is not known.
  void Expire();

 private:
  bool Move(Stage from, Stage to) { return stage_.compare_exchange_strong(from, to); }
  std::atomic<Stage> stage_{Stage::kQueued};
};
using TaskPtr = std::shared_ptr<Task>;

// The span of what comes of a task; null: of the server's own act, which begins a trace.
rpc::Trace SpanOf(const TaskPtr& task);

// The errors that the store itself gives.
base::Error AwayError();           // UNAVAILABLE DEPENDENCY_AWAY: nothing was stored
base::Error CommitUnknownError();  // UNAVAILABLE COMMIT_UNKNOWN
base::Error DrainingError();       // UNAVAILABLE DRAINING
base::Error OverloadedError();     // RESOURCE_EXHAUSTED OVERLOADED
base::Error NotFoundError();       // NOT_FOUND GAME_NOT_FOUND
// What a caller is told of a repository's error: away, unknown, overloaded, or INTERNAL (logged).
base::Error StoreError(const base::Error& cause);

}  // namespace chess::game
