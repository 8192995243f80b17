#pragma once
// Paired games between two players: each opening is played twice, with colours exchanged.

#include <functional>
#include <string>

#include "arena/player.h"
#include "arena/tally.h"
#include "rules/game/game.h"

namespace chess::arena {

struct DuelOptions {
  rules::RuleSet rules;
  int pairs = 200;
  uint64_t seed = 1;
  int max_plies = 400;  // then the game is a draw
  int threads = 1;      // the result does not depend on it
};

// One game of `white` against `black`, from an opening. Everything random in it (dice, too) is
// drawn from the seed.
rules::Game PlayGame(const DuelOptions& options, uint64_t opening, Player* white, Player* black,
                     uint64_t seed);

// The two games of a pair.
struct PairResult {
  rules::Game one;  // the first player has White
  rules::Game two;
};
PairResult PlayPair(const DuelOptions& options, Player* first, Player* second, uint64_t pair);
// The same for players by their texts, which must be good (Player::Parse).
PairResult PlayPair(const DuelOptions& options, const std::string& first, const std::string& second,
                    uint64_t pair);
// Moves in UCI and the result, separated by blanks.
std::string MovesText(const rules::Game& game);

struct DuelResult {
  Tally tally;
  uint64_t nodes = 0;
  uint64_t plies = 0;
  double seconds = 0;  // processor time of all threads together
};

// A whole match. The texts must be good (Player::Parse).
DuelResult PlayDuel(const DuelOptions& options, const std::string& first,
                    const std::string& second);

}  // namespace chess::arena
