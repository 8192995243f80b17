#pragma once
// What an audience may see of a game. Everything that a client gets goes through here.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "match/event.h"
#include "match/secrets.h"
#include "match/state.h"
#include "rules/game/view.h"

namespace chess::match {

using rules::Seat;

// What the dice allow in one turn.
struct RollView {
  uint32_t draw = 0;           // its number among all draws, from 1
  rules::Powers allowed = 0;
};

// A played move as far as it may be seen; empty texts where it may not.
struct PlyView {
  int32_t ply = 0;  // 1 is White's first move
  std::string uci;
  std::string san;
  std::optional<DurationMs> clock_ms;  // none in games without a clock
  // Of an opponent's move in a game that hides: what was seen of it. Nothing of own moves, which
  // have their texts.
  rules::Square seen_from = rules::kNoSquare;
  rules::Square seen_to = rules::kNoSquare;
  std::optional<rules::Role> seen_role;
  std::optional<RollView> roll;        // what bound the move
  std::optional<rules::Role> named;
};

struct ClockFace {
  DurationMs remaining_ms = 0;         // at the view's event time
  std::optional<TimeMs> flag_time;     // compensation and outages not counted; none: not running
  int32_t periods = 0;                 // byo-yomi periods left
};

struct ClocksView {
  std::array<ClockFace, 2> face;
  std::optional<Color> running;
};

// Phase::kReadying.
struct ReadyingView {
  std::array<bool, 2> ready{};
  TimeMs deadline = 0;
};

// Phase::kDrafting.
struct DraftingView {
  // The seat's own army and what it leaves of the budget; none for spectators and where no secrets
  // were given to ViewOf (events).
  std::optional<DraftSecret> own;
  int budget = 0;
  int left = 0;
  std::array<bool, 2> locked{};
  TimeMs deadline = 0;
};

// The brain's choice for the present turn.
struct BrainView {
  std::optional<rules::Role> named;  // none: it thinks
  TimeMs due_time = 0;               // while it thinks
};

// How the draws can be checked.
struct ChanceView {
  Bytes32 commit{};
  std::optional<std::array<Nonce, 2>> nonces;  // once both are fixed
  std::optional<Bytes32> secret;               // once the game is over
};

// Of bounded size: the history is not in it (MovesOf).
struct MatchView {
  std::shared_ptr<const Settings> settings;
  int64_t seq = 0;
  TimeMs event_time = 0;
  Phase phase = Phase::kPlaying;
  // `complete` false: part of it is hidden. Before the men stand: what is public of the set-up, or
  // the seat's own army.
  rules::View board;
  int32_t turn = 0;  // what expected_turn must be
  Color to_move = Color::kWhite;
  std::optional<PlyView> last_move;
  std::optional<ClocksView> clocks;    // none in games without a clock
  std::optional<Color> draw_offer_by;
  std::array<bool, 2> may_offer_draw{};
  bool may_abort = false;
  bool draw_claimable = false;         // by the side to move
  std::optional<TimeMs> first_move_deadline;
  Ending ending;
  TimeMs end_time = 0;                 // 0: running
  std::optional<ReadyingView> readying;
  std::optional<DraftingView> drafting;
  std::optional<RollView> roll;        // of the present turn
  std::optional<BrainView> brain;      // of the present turn
  std::optional<int> setup_number;     // of a numbered set-up, once it is known
  std::optional<ChanceView> chance;
};

// `secrets`: what the game has, for the seat's own army while it is placed; null in events.
MatchView ViewOf(const State& state, Seat seat, const Secrets* secrets = nullptr);

// The start position as far as `seat` may know it; empty while the armies are placed.
std::string StartFenOf(const State& state, Seat seat);

// The moves so far, as far as `seat` may see them.
std::vector<PlyView> MovesOf(const State& state, Seat seat);

// A move as it is told.
struct MoveHappening {
  PlyView move;
  DurationMs compensated_ms = 0;
  DurationMs credited_ms = 0;
};
struct CreatedHappening {};

struct ReadyHappening { Color by; };
struct BrainNamedHappening {
  std::optional<rules::Role> type;  // none where the audience may not know
  bool by_fallback = false;
};

// The result was changed by an operator.
struct AmendedHappening {
  Ending ending;    // from now on
  Ending original;  // before operators changed it
};

// In DraftsRevealed armies that the audience may not know are empty.
using Happening =
    std::variant<CreatedHappening, MoveHappening, DrawOffered, DrawDeclined, DrawWithdrawn,
                 OutageCredited, GameOver, RatingRecorded, ReadyHappening, Begun, SetupDrawn,
                 Rolled, BrainPending, BrainNamedHappening, DraftLocked, DraftsRevealed,
                 ChanceRevealed, AmendedHappening>;

// One decision as an audience may see it. Number and order are the same for every audience.
struct Projection {
  int64_t seq = 0;
  TimeMs event_time = 0;
  std::vector<Happening> happenings;
  MatchView view;  // after it
};

// `state` is the state right after `row` was applied.
Projection ProjectEvents(const State& state, const DecisionRow& row, Seat audience);

// True if every audience sees the same at all times (no rule of the set hides or drafts anything):
// one projection serves all, under the audience word "all". Never changes in a game.
bool SameForAll(const State& state);
// Part of the board is hidden now: the game hides and is not over. No opening, no evaluation.
bool Hides(const State& state);
// "all" where SameForAll, else "white", "black", "spectator".
std::string_view AudienceWord(const State& state, Seat seat);

}  // namespace chess::match
