// chess-game: the referee. Parts are in app.h.

#include "game/app.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  using namespace chess;
  const game::Config config = game::Config::ParseOrExit(argc, argv);
  rpc::OpenLog("game", config.server);
  game::App app(config);
  rpc::Server server("game", config.server, app.registry());
  app.Serve(server);
  return server.Run();
}
