// chess-analysis: evaluations by a pool of UCI engines.

#include <unistd.h>

#include "analysis/analysis_service.h"
#include "analysis/brain_service.h"
#include "rpc/client.h"
#include "rpc/config.h"
#include "rpc/log.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  using namespace chess;
  rpc::ServerOptions server_options;
  uci::PoolSettings pool_settings;
  std::string engine = "/usr/games/stockfish", game_address = "127.0.0.1:7102";
  int hash_mb = 64;
  analysis::BrainOptions brain_options;

  rpc::Config config("analysis", "Evaluations by a pool of UCI engines.");
  rpc::AddServerOptions(config, &server_options);
  config.Add("engine", &engine, "Path of the UCI engine.");
  config.Add("engines", &pool_settings.engines, "Engine processes.", 1, 256);
  config.Add("engine_hash_mb", &hash_mb, "Hash table of each engine, in MB.", 1, 65536);
  config.Add("brain_threads", &brain_options.threads, "Searches for hand-and-brain games at once.",
             1, 64);
  config.AddShared("game_internal_address", &game_address, "Game service, internal port.");
  config.Check(
      "engine", [](const std::string& path) { return access(path.c_str(), X_OK) == 0; },
      "a program that can be run: install a UCI engine or name its path");
  config.ParseOrExit(argc, argv);
  rpc::OpenLog("analysis", server_options);

  pool_settings.engine.command = {engine};
  pool_settings.engine.options = {{"Hash", std::to_string(hash_mb)}, {"Threads", "1"}};
  pool_settings.on_failure = [&engine](const base::Error& error, const std::string& fen) {
    rpc::Warn(fen.empty() ? "an engine does not start" : "an engine failed at a search",
              {{"engine", engine}, {"cause", error.message}, {"fen", fen}});
  };
  metrics::Registry registry;
  metrics::AddProcessMetrics(registry);
  uci::Pool pool(pool_settings);
  analysis::Metrics metrics(registry, pool);
  const rpc::Peer game("game", game_address, server_options.service_secret, "analysis");
  analysis::RatedGames rated_games(game);
  const auto service = analysis::MakeAnalysisService(pool, rated_games, metrics);
  const auto brain = analysis::MakeBrainService(brain_options, metrics);

  rpc::Server server("analysis", server_options, registry);
  server.AddPublic(service.get());
  server.AddInternal(brain.get());
  server.AddReadiness("engines", [&pool] { return pool.Healthy(); });
  return server.Run();
}
