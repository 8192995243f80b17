#include "loadgen/games.h"

#include <fstream>
#include <sstream>

#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/uci.h"

namespace chess::loadgen {
namespace {

// tests/testdata/games.tsv: the eighth column holds the moves in UCI.
std::vector<RecordedGame> ReadTable(std::istream& in) {
  constexpr int kMovesColumn = 7;
  std::vector<RecordedGame> games;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream columns(line);
    std::string cell;
    for (int i = 0; i <= kMovesColumn; ++i) std::getline(columns, cell, '\t');
    std::istringstream words(cell);
    RecordedGame game;
    for (std::string move; words >> move;) game.moves.push_back(move);
    if (!game.moves.empty()) games.push_back(std::move(game));
  }
  return games;
}

}  // namespace

base::Result<std::vector<RecordedGame>> ReadGames(const std::string& pgn_file) {
  std::ifstream in(pgn_file);
  if (!in) {
    return base::MakeError(base::Code::kInvalidArgument, "PGN_INVALID",
                           pgn_file + " cannot be read.");
  }
  std::vector<RecordedGame> games;
  if (pgn_file.ends_with(".tsv")) games = ReadTable(in);
  std::ostringstream text;
  text << in.rdbuf();
  const std::string pgn = text.str();
  rules::PgnReader reader(rules::PgnFromText(pgn));
  while (auto game = reader.Next()) {
    const auto meaning = rules::ResolvePgn(&*game, {.variations = false});
    if (!meaning || !game->ok() || meaning->from_fen || meaning->rules.Name() != "standard")
      continue;
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
