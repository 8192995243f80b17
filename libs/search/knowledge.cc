#include "search/knowledge.h"

#include "rules/core/moves.h"
#include "rules/core/zobrist.h"

namespace chess::search {

using rules::Game;
using rules::Key;
using rules::Mix;
using rules::Move;
using rules::Position;

base::Result<Knowledge> Knowledge::Of(const Game& game) {
  if (game.over()) {
    return base::MakeError(base::Code::kFailedPrecondition, "GAME_OVER", "The game is over.");
  }
  if (game.rules().Has(rules::kTraitHidden)) {
    return base::MakeError(base::Code::kPermissionDenied, "HIDDEN_INFORMATION",
                           "Part of the board is hidden: a player's view is needed.");
  }
  Knowledge known;
  known.rules_ = game.rules();
  known.boards_ = {game.position()};
  known.digest_ = Mix(game.start().key);
  Position p = game.start();
  std::vector<Key> keys;
  keys.reserve(game.moves().size());
  for (const Move m : game.moves()) {
    keys.push_back(p.key);
    known.digest_ = Mix(known.digest_ ^ m.raw());
    rules::Play(&p, known.rules_, m);
  }
  const size_t reach =
      known.rules_.Has(rules::kTraitNothingIrreversible) ? keys.size() : p.halfmoves;
  if (reach < keys.size()) keys.erase(keys.begin(), keys.end() - static_cast<long>(reach));
  known.earlier_ = std::move(keys);
  for (const Move m : rules::LegalMoves(p, known.rules_)) {
    if (Allows(game.choice(), TypesOf(p, m))) known.moves_.Add(m);
  }
  return known;
}

uint64_t Draw(uint64_t seed, uint64_t digest, uint64_t bound) {
  // Rejection keeps it even: numbers at the top that do not make up a whole round are drawn again.
  uint64_t x = Mix(Mix(seed + 0x9e3779b97f4a7c15ull) ^ digest);
  const uint64_t rest = (~uint64_t{0} % bound + 1) % bound;
  while (x > ~uint64_t{0} - rest) x = Mix(x + 0x9e3779b97f4a7c15ull);
  return x % bound;
}

}  // namespace chess::search
