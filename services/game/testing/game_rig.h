#pragma once
// For tests with Postgres: replicas of the service within the process, and calls that wait.

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "game/app.h"
#include "game/create_game.h"
#include "game/testing/table.h"
#include "testing/postgres_server.h"
#include "testing/wait.h"

namespace chess::game {

inline Config RigConfig(const std::string& postgres_url) {
  Config config;
  config.postgres_url = postgres_url;
  config.server.service_secret = "secret";
  return config;
}

// A replica that is ready.
inline std::unique_ptr<App> StartReplica(const Config& config) {
  auto app = std::make_unique<App>(config);
  EXPECT_TRUE(testing::WaitFor([&] { return app->Ready(); }));
  return app;
}

// Creates a game as the lobby would; its id.
std::string NewGame(App& app, timecontrol::TimeControl time = timecontrol::Fischer(300'000, 0),
                    match::Visibility visibility = match::Visibility::kPublic, bool rated = true);

// A casual game of any rule set, as it stands in the store right after its creation; its id.
std::string StoredGame(App& app, const std::string& id, const std::string& rule_set);

inline base::Result<Answer> Act(App& app, const std::string& game_id, match::Action action) {
  std::promise<base::Result<Answer>> promise;
  app.store().Act(game_id, std::move(action),
                  [&](base::Result<Answer> answer) { promise.set_value(std::move(answer)); });
  return promise.get_future().get();
}

struct Call {
  std::string player_id = kWhiteId;
  match::RequestId request_id = NewRequestId();
  int32_t expected_turn = 0;
  base::TimeMs received = 0;
};

inline std::future<base::Result<Answer>> Begin(App& app, const std::string& game_id,
                                               match::Action action, const Call& call) {
  auto promise = std::make_shared<std::promise<base::Result<Answer>>>();
  match::Command command;
  command.request_id = call.request_id;
  command.expected_turn = call.expected_turn;
  command.action = std::move(action);
  app.store().Execute(
      game_id, call.player_id, std::move(command), call.received, std::nullopt,
      [promise](base::Result<Answer> answer) { promise->set_value(std::move(answer)); });
  return promise->get_future();
}

inline base::Result<Answer> Play(App& app, const std::string& game_id, const std::string& move,
                                 const Call& call) {
  return Begin(app, game_id, match::PlayMove{move, std::nullopt}, call).get();
}

inline base::Result<Answer> Read(App& app, const std::string& game_id, int64_t min_seq = 0) {
  std::promise<base::Result<Answer>> promise;
  app.store().Read(game_id, min_seq,
                   [&](base::Result<Answer> answer) { promise.set_value(std::move(answer)); });
  return promise.get_future().get();
}

// "" if ok, else the reason word.
template <typename T>
std::string Reason(const base::Result<T>& result) {
  return result.ok() ? "" : result.error().reason;
}

// Executes SQL and gives the first column of the first row, or "".
std::string Sql(const std::string& url, const std::string& statement);

// Runs `act` within a transaction that holds a table ("": none) against everybody, and commits;
// what `act` executes is in it.
using Execute = std::function<void(const std::string& statement)>;
void Holding(const std::string& url, const std::string& table,
             const std::function<void(const Execute&)>& act);
// Whether anybody waits for a lock in this database.
bool Waiting(const std::string& url);

}  // namespace chess::game
