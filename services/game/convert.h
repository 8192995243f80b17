#pragma once
// Where protobuf meets the domain: everything a client or a gateway gets is made here, from views.
// Pure, thread-safe.

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "game/projection.h"
#include "game/rows.h"
#include "match/state.h"
#include "match/view.h"

namespace chess::common::v1 {
class Player;
}
namespace chess::game::v1 {
class GameEvent;
class GameResult;
class GameSnapshot;
class GameSummary;
class GameView;
class LegalMove;
class PlayedMove;
}  // namespace chess::game::v1

namespace chess::game {

// Version of the API; grows with incompatible meaning.
inline constexpr int kApiVersion = 1;

// `state` is the state right after `row` was applied.
Projection ProjectRow(const match::State& state, const match::DecisionRow& row);
// The serialised GameView of a state.
// `secrets`: what the game has, for the seat's own army; null where it is told to others, too.
std::string ViewBytes(const match::State& state, rules::Seat seat,
                      const match::Secrets* secrets = nullptr);

// {1: seq, 2: view}: the answer of every command (PlayMoveResponse and its like).
std::string AnswerBytes(int64_t seq, std::string_view view);
// The serialised GameBell.
std::string BellBytes(std::string_view game_id, const Projection& projection,
                      std::string_view trace = {});

// A player as shown: the row's memory of them, with the rating at the start.
void PlayerToProto(const SeatRow& seat, common::v1::Player* out);

// The whole game for one seat. `seats` are the players as they are to be shown; `now` is game time.
void SnapshotToProto(const match::State& state, const std::array<SeatRow, 2>& seats,
                     rules::Seat seat, base::TimeMs now, const match::Secrets* secrets,
                     v1::GameSnapshot* out);
// A line of a list, for `viewer_id`. Of running games plies, fen and last_move are set only by
// FillRunning.
void SummaryToProto(const GameRow& row, std::string_view viewer_id, v1::GameSummary* out);
void FillRunning(const match::State& state, rules::Seat seat, v1::GameSummary* out);

void LegalMoveToProto(const rules::ViewMove& move, v1::LegalMove* out);
void PlayedMoveToProto(const match::PlyView& ply, v1::PlayedMove* out);
// `end_time` 0: not set.
void ResultToProto(const match::Ending& ending, base::TimeMs end_time, v1::GameResult* out);
// A position's own outcome, for the stateless questions.
match::Ending EndingOf(const rules::Outcome& outcome);

// The columns that a game's last decision sets; `state` is the state after it.
EndColumns EndColumnsOf(const match::State& state);
// The row of a game about to be created. `state` has its first decision applied.
NewGameRow NewGameRowOf(const match::State& state, const match::DecisionRow& first,
                        const std::array<SeatRow, 2>& seats);

// The seat of a player in a game.
rules::Seat SeatOf(const match::State& state, std::string_view player_id);
// Private games are their players' only.
bool MaySee(const match::State& state, std::string_view player_id);

}  // namespace chess::game
