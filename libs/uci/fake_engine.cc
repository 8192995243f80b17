// A UCI engine for tests that behaves as its first argument says:
//   good   answers two depths and a move
//   dies   ends itself at the first "go", works after a restart (a file named by argument 2
//   remembers) hangs  never answers "go" and ignores "stop" mute   never says uciok

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "uci" && mode != "mute") std::cout << "id name Fake 1\nuciok" << std::endl;
    if (line == "isready") std::cout << "readyok" << std::endl;
    if (line == "quit") return 0;
    if (!line.starts_with("go") || mode == "hangs") continue;
    if (mode == "dies" && !std::ifstream(argv[2])) {
      std::ofstream(argv[2]) << "died";
      std::_Exit(1);
    }
    std::cout << "info depth 1 score cp 10 nodes 20 pv e2e4\n"
              << "info string nothing to see\n"
              << "info depth 2 score cp 25 nodes 400 pv e2e4 e7e5\n"
              << "bestmove e2e4 ponder e7e5" << std::endl;
  }
  return 0;
}
