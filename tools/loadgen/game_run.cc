#include "loadgen/game_run.h"

#include "base/clock.h"
#include "base/random.h"
#include "chess/game/v1/game_service.pb.h"
#include "chess/lobby/v1/lobby_service.pb.h"

namespace chess::loadgen {
namespace {

int64_t NowNs() { return base::SystemClock().SteadyNs(); }

Task<void> Sleep(asio::io_context& io, std::chrono::nanoseconds time) {
  asio::steady_timer timer(io, time);
  co_await timer.async_wait(asio::use_awaitable);
}

void Note(Run& run, const base::Error& error) {
  if (!run.stats.measuring) return;
  ++run.stats.errors;
  if (run.stats.first_error.empty()) run.stats.first_error = error.reason + ": " + error.message;
}

// A private game of two players; its id.
Task<base::Result<std::string>> MakeGame(Player& white, Player& black) {
  lobby::v1::CreateCodeRequest create;
  create.set_request_id(base::SecureBytes(16));
  create.set_color(common::v1::COLOR_WHITE);
  common::v1::MatchSettings& settings = *create.mutable_settings();
  settings.set_rule_set("standard");
  settings.set_draw_policy(common::v1::DRAW_POLICY_BY_CLAIM);
  settings.mutable_time_control()->add_stages()->set_time_ms(3'600'000);
  settings.mutable_time_control()->set_increment_ms(30'000);
  auto created = co_await Call<lobby::v1::CreateCodeResponse>(
      white.calls(), "/chess.lobby.v1.LobbyService/CreateCode", create);
  if (!created) co_return created.error();
  lobby::v1::JoinCodeRequest join;
  join.set_request_id(base::SecureBytes(16));
  join.set_code(created->challenge().code());
  auto joined = co_await Call<lobby::v1::JoinCodeResponse>(
      black.calls(), "/chess.lobby.v1.LobbyService/JoinCode", join);
  if (!joined) co_return joined.error();
  co_return joined->challenge().game_id();
}

// One move: submit, answer, the opponent's stream. False if the game cannot go on.
Task<bool> PlayMove(Run& run, Player& mover, Player& opponent, const std::string& game_id,
                    const std::string& move, int turn) {
  game::v1::PlayMoveRequest request;
  request.set_game_id(game_id);
  request.set_request_id(base::SecureBytes(16));
  request.set_expected_turn(turn);
  request.set_move(move);
  const int64_t submitted = NowNs();
  auto answer = co_await Call<game::v1::PlayMoveResponse>(
      mover.calls(), "/chess.game.v1.GameService/PlayMove", request);
  if (!answer) {
    Note(run, answer.error());
    co_return false;
  }
  if (run.stats.measuring) {
    ++run.stats.moves;
    run.stats.acknowledged.Add(NowNs() - submitted);
  }
  if (!run.options.streams) co_return !answer->view().has_result();
  const int64_t seen = co_await opponent.events().Wait(answer->seq(), std::chrono::seconds(10));
  if (seen == 0) {
    Note(run, base::MakeError(base::Code::kUnavailable, "STREAM", "The move was not streamed."));
    co_return false;
  }
  if (run.stats.measuring) run.stats.opponent.Add(seen - submitted);
  co_return !answer->view().has_result();
}

Task<base::Result<std::string>> Begin(Run& run, Player& white, Player& black) {
  auto game_id = co_await MakeGame(white, black);
  if (!game_id || !run.options.streams) co_return game_id;
  for (Player* player : {&white, &black}) {
    // The lobby creates the game right after its answer.
    base::Status watching;
    for (int i = 0; i < 20; ++i) {
      watching = co_await player->Watch(*game_id);
      if (watching) break;
      co_await Sleep(run.io, std::chrono::milliseconds(50));
    }
    if (!watching) co_return watching.error();
  }
  co_return game_id;
}

Task<void> Resign(Player& loser, const std::string& game_id) {
  game::v1::ResignRequest request;
  request.set_game_id(game_id);
  request.set_request_id(base::SecureBytes(16));
  (void)co_await Call<game::v1::ResignResponse>(loser.calls(), "/chess.game.v1.GameService/Resign",
                                                request);
}

Task<void> PlayOne(Run& run, Player& white, Player& black, const RecordedGame& game, double phase) {
  auto game_id = co_await Begin(run, white, black);
  if (!game_id) {
    Note(run, game_id.error());
    co_await Sleep(run.io, std::chrono::milliseconds(200));
    co_return;
  }
  ++run.live;
  // At a given rate each game moves at even times of its own, spread over the interval.
  const auto interval = std::chrono::nanoseconds(
      run.options.rate > 0 ? static_cast<int64_t>(1e9 * run.options.games / run.options.rate) : 0);
  asio::steady_timer pace(run.io);
  auto next =
      std::chrono::steady_clock::now() +
      std::chrono::nanoseconds(static_cast<int64_t>(phase * static_cast<double>(interval.count())));
  bool running = true;
  for (size_t i = 0; i < game.moves.size() && running && !run.stopping; ++i) {
    if (interval.count() > 0) {
      pace.expires_at(next);
      co_await pace.async_wait(asio::use_awaitable);
      next += interval;
    }
    Player& mover = i % 2 == 0 ? white : black;
    Player& opponent = i % 2 == 0 ? black : white;
    running =
        co_await PlayMove(run, mover, opponent, *game_id, game.moves[i], static_cast<int>(i) + 1);
  }
  if (running) co_await Resign(white, *game_id);
  --run.live;
  ++run.stats.games_done;
  white.StopWatching();
  black.StopWatching();
}

}  // namespace

Task<void> PlayGames(Run& run, int number) {
  Player white(run.io, run.endpoint), black(run.io, run.endpoint);
  for (Player* player : {&white, &black}) {
    while (!run.stopping) {
      const base::Status signed_in = co_await player->SignIn();
      if (signed_in) break;
      Note(run, signed_in.error());
      co_await Sleep(run.io, std::chrono::milliseconds(200));
    }
  }
  const double phase = static_cast<double>(number) / run.options.games;
  for (size_t i = static_cast<size_t>(number); !run.stopping; i += 7) {
    co_await PlayOne(run, white, black, run.games[i % run.games.size()], phase);
  }
}

}  // namespace chess::loadgen
