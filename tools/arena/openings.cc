#include "arena/openings.h"

#include "base/check.h"
#include "rules/game/setup.h"
#include "rules/notation/uci.h"
#include "search/knowledge.h"

namespace chess::arena {

using rules::Game;
using rules::RuleSet;

const std::vector<std::string_view>& OpeningLines() {
  static const std::vector<std::string_view> lines = {
      "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6",  // Spanish
      "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4",  // Berlin
      "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6",  // Italian
      "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8e7",  // two knights
      "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 g8f6",  // Scotch
      "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4",  // four knights
      "e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4",  // Petrov
      "e2e4 e7e5 b1c3 g8f6 f2f4 d7d5 f4e5 f6e4",  // Vienna
      "e2e4 e7e5 g1f3 d7d6 d2d4 e5d4 f3d4 g8f6",  // Philidor
      "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6",  // open Sicilian
      "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g7g6",  // accelerated dragon
      "e2e4 c7c5 g1f3 e7e6 d2d4 c5d4 f3d4 a7a6",  // Kan
      "e2e4 c7c5 g1f3 b8c6 f1b5 g7g6 e1g1 f8g7",  // Rossolimo
      "e2e4 c7c5 b1c3 b8c6 g2g3 g7g6 f1g2 f8g7",  // closed Sicilian
      "e2e4 c7c5 c2c3 g8f6 e4e5 f6d5 d2d4 c5d4",  // Alapin
      "e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4e5 c7c5",  // French, Winawer
      "e2e4 e7e6 d2d4 d7d5 b1d2 c7c5 e4d5 e6d5",  // French, Tarrasch
      "e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 b8c6",  // French, advance
      "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5",  // Caro-Kann
      "e2e4 c7c6 d2d4 d7d5 e4d5 c6d5 c2c4 g8f6",  // Panov
      "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6",  // Scandinavian
      "e2e4 g8f6 e4e5 f6d5 d2d4 d7d6 g1f3 c8g4",  // Alekhine
      "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 g1f3 f8g7",  // Pirc
      "e2e4 g7g6 d2d4 f8g7 b1c3 d7d6 c1e3 a7a6",  // modern
      "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",  // Queen's Gambit
      "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4",  // Slav
      "d2d4 d7d5 c2c4 d5c4 g1f3 g8f6 e2e3 e7e6",  // accepted
      "d2d4 d7d5 c2c4 e7e6 b1c3 c7c5 c4d5 e6d5",  // Tarrasch
      "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8",  // Nimzo-Indian
      "d2d4 g8f6 c2c4 e7e6 g1f3 b7b6 g2g3 c8b7",  // Queen's Indian
      "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6",  // King's Indian
      "d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 c4d5 f6d5",  // Gruenfeld
      "d2d4 g8f6 c2c4 c7c5 d4d5 e7e6 b1c3 e6d5",  // Benoni
      "d2d4 f7f5 g2g3 g8f6 f1g2 g7g6 g1f3 f8g7",  // Dutch
      "d2d4 d7d5 g1f3 g8f6 c1f4 c7c5 e2e3 b8c6",  // London
      "d2d4 g8f6 g1f3 e7e6 e2e3 d7d5 f1d3 c7c5",  // Colle
      "c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3 d7d5",  // English, four knights
      "c2c4 c7c5 g1f3 g8f6 b1c3 b8c6 g2g3 g7g6",  // symmetrical English
      "g1f3 d7d5 g2g3 g8f6 f1g2 c7c6 e1g1 c8f5",  // Reti
      "g1f3 g8f6 c2c4 e7e6 b1c3 d7d5 d2d4 c7c6",  // semi-Slav by transposition
  };
  return lines;
}

namespace {

Game StartOf(const RuleSet& rules, uint64_t index) {
  base::Result<Game> game = Game::Start(rules);
  if (!game.ok()) {
    // A number is drawn for the start (of 960 at most).
    const int number = static_cast<int>(search::Draw(index, 960, 960));
    game = Game::Start(rules.WithSetupParameter(number));
  }
  CHESS_CHECK(game.ok());
  return *game;
}

bool PlayLine(Game* game, std::string_view line) {
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    const base::Result<rules::Move> move =
        rules::ParseUci(game->position(), game->rules(), line.substr(0, end));
    if (!move.ok()) return false;
    game->PlayLegal(*move);
    if (game->over()) return false;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return true;
}

}  // namespace

Game Open(const RuleSet& rules, uint64_t index) {
  const std::vector<std::string_view>& lines = OpeningLines();
  const bool like_chess = rules.kernel() == rules::Kernel::kOrthodox;
  Game game = StartOf(rules, index);
  if (like_chess && game.start() == rules::StandardArray() &&
      PlayLine(&game, lines[index % lines.size()])) {
    return game;
  }
  for (uint64_t attempt = 0;; ++attempt) {
    game = StartOf(rules, index);
    for (uint64_t ply = 0; ply < 4 && !game.over(); ++ply) {
      const rules::MoveList moves = rules::LegalMoves(game.position(), game.rules());
      game.PlayLegal(moves[search::Draw(index, attempt * 8 + ply, moves.size())]);
    }
    if (!game.over()) return game;
  }
}

}  // namespace chess::arena
