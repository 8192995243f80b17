#pragma once
// State: one game as a value, rebuilt from its rows by Apply. About 9 kB for 80 moves; copying
// costs four small allocations. Not thread-safe while Apply runs.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "match/event.h"
#include "match/settings.h"
#include "rules/game/game.h"
#include "timecontrol/clock_state.h"

namespace chess::match {

// Where a game stands before and while it is played. The end is State::ending.
enum class Phase : uint8_t {
  kReadying,  // waits for both players' Ready (games with chance)
  kDrafting,  // the armies are placed
  kPlaying,
};

// What is kept of a ply besides its move (rules::Game keeps that).
struct PlyRecord {
  San san;
  uint32_t clock_ms = 0;  // the mover's clock after it, at most 49 days
  uint16_t draw = 0;      // the roll that bound it: its number (0: no dice), its types
  rules::Powers rolled = 0;
  uint8_t named : 4 = kNobody;  // the brain's type (Index of a role)
  bool by_fallback : 1 = false;
  // Where part of the board is hidden: what the opponent saw of it when it was played. kNoSquare
  // and kNobody: not.
  rules::Square seen_from = rules::kNoSquare;
  rules::Square seen_to = rules::kNoSquare;
  uint8_t seen_role : 4 = kNobody;
  bool seen_whole : 1 = false;  // all of it

  static constexpr uint8_t kNobody = 0xf;
};

// A request id that was answered: hashes instead of the bytes, 16 in all.
struct RequestRecord {
  uint64_t id_hash = 0;       // of the 16 bytes and the seat
  uint32_t payload_hash = 0;  // folded
  uint32_t seq = 0;           // the decision that answered it
};

struct State {
  std::shared_ptr<const Settings> settings;  // null until Created was applied
  // Set together with settings. Until the men stand (Phase) a stand-in that must not be shown.
  std::optional<rules::Game> board;
  int64_t seq = 0;                           // the last row applied; 0: none
  TimeMs create_time = 0;
  TimeMs event_time = 0;                     // of the last row
  TimeMs turn_time = 0;                      // when the present turn (or phase) began
  int32_t turn = 0;                          // turns ever begun; 1 once created; never falls
  timecontrol::ClockState clock;
  std::vector<PlyRecord> plies;              // parallel to board->moves()
  std::optional<Color> draw_offer;           // who offers
  std::array<int32_t, 2> last_offer_ply{-1, -1};
  Ending ending;
  TimeMs end_time = 0;                       // 0: running
  std::optional<RatingRecorded> rated;       // of the present result
  // How often operators changed the result, when last, and what it was before they did.
  int32_t amendments = 0;
  TimeMs amend_time = 0;
  Ending original;
  std::vector<RequestRecord> requests;       // oldest first

  Phase phase = Phase::kPlaying;
  // Chance: what was promised, who is ready with which nonce, what was told at the end.
  std::optional<Bytes32> commit;
  std::optional<Bytes32> secret;
  std::array<std::optional<Nonce>, 2> nonces;  // both set once the game has begun
  uint32_t draws = 0;                          // draws made so far
  uint32_t roll_draw = 0;                      // the number of the present turn's roll; 0: none
  std::optional<SetupDrawn> setup_drawn;
  // Brain: set while it thinks about the present turn; what it named is board->choice().
  std::optional<TimeMs> brain_due;
  bool named_by_fallback = false;
  // Draft: whose army is locked, and both once they stand.
  std::array<bool, 2> locked{};
  std::array<std::string, 2> armies;

  bool created() const { return settings != nullptr; }
  bool over() const { return ending.over(); }
  const rules::Game& game() const { return *board; }
  int ply() const { return board->ply(); }
  Color to_move() const { return board->turn(); }
  bool playing() const { return phase == Phase::kPlaying && !over(); }
  // The men stand where the game began (board is no stand-in).
  bool men_stand() const { return phase == Phase::kPlaying; }
  // Each side has made a move.
  bool both_moved() const { return plies.size() >= 2; }
  // Bytes this state holds, shared settings not counted.
  size_t MemoryBytes() const;
};

// Carries out a row. Trusts it: nothing is judged again, the log is what happened. Errors, and then
// the state is unusable: kInternal LOG_GAP (seq is not the next one), LOG_CORRUPT (events that
// cannot follow, such as a move before the creation or one that cannot be made).
base::Status Apply(State& state, const DecisionRow& row);

// A fresh state from the rows of a game, in order.
base::Result<State> Replay(std::span<const DecisionRow> rows);

// The decision that answered this id of this seat, with its folded payload hash.
std::optional<RequestRecord> FindRequest(const State& state, const RequestId& id, Color seat);
// Whether the record was made for a command of this payload.
bool SamePayload(const RequestRecord& record, uint64_t payload_hash);

// Equal in everything that later decisions or views depend on (for tests and verification).
bool SameState(const State& a, const State& b);

}  // namespace chess::match
