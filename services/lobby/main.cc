// chess-lobby: guests, challenges, ratings.
#include "lobby/config.h"
#include "lobby/lobby.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  const chess::lobby::Options options = chess::lobby::ParseOptions(argc, argv);
  chess::rpc::OpenLog("lobby", options.server);
  chess::lobby::Lobby lobby(options);
  return lobby.server().Run();
}
