#pragma once
// What happened in a game. One decision is one row of the log: a short list of events. Rows are the
// truth; a State is rebuilt from them by Apply.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "match/chance.h"
#include "match/settings.h"
#include "rules/core/move.h"
#include "rules/game/outcome.h"

namespace chess::match {

// How a game ended. The numbers are stored and equal those of chess.game.v1.EndReason.
enum class EndReason : uint8_t {
  kNone = 0,  // still running
  kCheckmate = 1,
  kStalemate = 2,
  kDeadPosition = 3,
  kRepetition = 4,  // third, fifth or claimed
  kMoveCount = 5,   // fifty (automatic or claimed) or seventy-five moves
  kMoveLimit = 6,   // 1,000 moves a side
  kAgreement = 7,
  kResignation = 8,  // a draw if the opponent cannot win
  kTimeout = 9,      // a draw if the opponent cannot win
  kVariant = 10,     // Ending::variant_end says by which rule
  kFirstMove = 11,   // no first move in time: aborted
  kAborted = 12,     // called off before both had moved
  kOperator = 13,    // an operator's decision: Ending::cause
};
std::string_view NameOf(EndReason reason);  // "checkmate" … "operator"; "none"
EndReason FromRules(rules::EndReason reason);

// Why an operator decided a game, as everybody is told. The numbers are stored and equal those of
// chess.game.v1.OperatorCause.
enum class OperatorCause : uint8_t {
  kNone = 0,
  kFairPlay = 1,  // help, or losing on purpose
  kMisconduct = 2,
  kServerFault = 3,
  kCorrection = 4,  // a result that was wrong is put right
  kOther = 5,
};
std::string_view NameOf(OperatorCause cause);  // "fair_play" … "other"; "none"

struct Ending {
  rules::GameResult result = rules::GameResult::kOngoing;
  EndReason reason = EndReason::kNone;
  std::string variant_end;  // the rule's key, for kVariant
  OperatorCause cause = OperatorCause::kNone;  // for kOperator

  bool operator==(const Ending&) const = default;
  bool over() const { return result != rules::GameResult::kOngoing; }
  bool aborted() const { return result == rules::GameResult::kAborted; }
  std::optional<Color> winner() const;
};

// A move's SAN in place: at most 11 characters (the longest is "Qd7xd8=Q#").
class San {
 public:
  San() = default;
  explicit San(std::string_view text);
  std::string_view view() const { return {text_.data(), size_}; }
  bool empty() const { return size_ == 0; }
  bool operator==(const San& other) const { return view() == other.view(); }

 private:
  std::array<char, 11> text_{};
  uint8_t size_ = 0;
};

struct Created {
  std::shared_ptr<const Settings> settings;
  std::string start_fen;  // the start position; empty where it is drawn or drafted later
  std::optional<Bytes32> commit;  // SHA-256 of the secret behind the draws; none: no chance
};

// `by` is there; the nonce has its part in every draw.
struct PlayerReady {
  Color by;
  Nonce nonce{};
};
// Nobody is waited for any more: the nonces are fixed (zeros where none came).
struct Begun {};

// Draw `draw` gave the set-up this number; the men stand.
struct SetupDrawn {
  uint32_t draw = 0;
  int32_t number = 0;
};

// The dice of the turn that begins; also where they allow everything that can move.
struct Rolled {
  uint32_t draw = 0;
  rules::Powers allowed = 0;
};

// The brain is asked about turn `turn` (State::turn), which begins; no clock runs until it has
// named a type. From due_time on the built-in search may choose instead.
struct BrainPending {
  int32_t turn = 0;
  TimeMs due_time = 0;
};
struct BrainNamed {
  int32_t turn = 0;
  rules::Role type = rules::Role::kPawn;
  bool by_fallback = false;
};

// The army of `by` is final; what it is stays with the secrets.
struct DraftLocked { Color by; };
// Both armies stand; as rules::DraftArmy::Text, by colour.
struct DraftsRevealed { std::array<std::string, 2> armies; };

// Stands behind the GameOver of every game with chance.
struct ChanceRevealed { Bytes32 secret{}; };

// A move by the row's side. The clocks are those right after it, in milliseconds; the other side's
// clock runs from the row's event time once both have moved.
struct MovePlayed {
  rules::Move move;
  San san;  // may be empty in a row read from the store: Apply writes it then
  std::array<DurationMs, 2> clock_ms{};
  std::array<int16_t, 2> periods{};   // byo-yomi periods left
  DurationMs lag_ms = 0;              // measured
  DurationMs compensated_ms = 0;      // given back of it
  DurationMs credited_ms = 0;         // not charged because of an outage
  DurationMs quota_ms = 0;            // the mover's lag quota after the move
};

struct DrawOffered { Color by; };
struct DrawDeclined { Color by; };
struct DrawWithdrawn { Color by; };

// The running clock of `to` was not charged for an outage; stands before a GameOver.
struct OutageCredited {
  Color to;
  DurationMs credited_ms = 0;
};

struct GameOver { Ending ending; };

// An operator decided (Ending::reason is kOperator): ends a running game as GameOver does; of one
// that is over it is the result from now on, and what was rated counts no longer.
struct Ruled {
  Ending ending;
};

// Written once after the end, and once after each change of the result. Rounded ratings, by colour.
struct RatingRecorded {
  std::array<int32_t, 2> before{};
  std::array<int32_t, 2> after{};
  bool operator==(const RatingRecorded&) const = default;
};

using Event =
    std::variant<Created, MovePlayed, DrawOffered, DrawDeclined, DrawWithdrawn, OutageCredited,
                 GameOver, RatingRecorded, PlayerReady, Begun, SetupDrawn, Rolled, BrainPending,
                 BrainNamed, DraftLocked, DraftsRevealed, ChanceRevealed, Ruled>;

// 16 random bytes, drawn by the client; all zero: a decision of the server's own.
using RequestId = std::array<uint8_t, 16>;

// One decision: what is appended to the log and what Apply takes.
struct DecisionRow {
  int64_t seq = 0;          // 1 is the creation; without gaps
  TimeMs event_time = 0;    // game time; never less than the row's before
  RequestId request_id{};
  std::optional<Color> by;  // whose command; none: the server's or an operator's
  uint64_t payload_hash = 0;
  std::vector<Event> events;

  bool of_server() const { return request_id == RequestId{}; }
};

}  // namespace chess::match
