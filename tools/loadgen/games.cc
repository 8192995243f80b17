#include "loadgen/games.h"

#include <fstream>
#include <sstream>

#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/uci.h"

namespace chess::loadgen {

base::Result<std::vector<RecordedGame>> ReadGames(const std::string& pgn_file) {
  std::ifstream in(pgn_file);
  std::ostringstream text;
  text << in.rdbuf();
  const std::string pgn = text.str();
  rules::PgnReader reader(rules::PgnFromText(pgn));
  std::vector<RecordedGame> games;
  while (auto game = reader.Next()) {
    const auto meaning = rules::ResolvePgn(&*game, {.variations = false});
    if (!meaning || !game->ok() || meaning->from_fen || meaning->rules.Name() != "standard") continue;
    RecordedGame recorded;
    for (const uint32_t node : game->MainLine()) {
      recorded.moves.push_back(rules::WriteUci(game->nodes[node].move, meaning->rules));
    }
    if (!recorded.moves.empty()) games.push_back(std::move(recorded));
  }
  if (games.empty()) {
    return base::MakeError(base::Code::kInvalidArgument, "PGN_INVALID",
                           pgn_file + " holds no game of standard chess.");
  }
  return games;
}

}  // namespace chess::loadgen
