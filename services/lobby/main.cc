// chess-lobby: guests, challenges, ratings.
#include "lobby/config.h"
#include "lobby/lobby.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  chess::lobby::Lobby lobby(chess::lobby::ParseOptions(argc, argv));
  return lobby.server().Run();
}
