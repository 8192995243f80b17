#pragma once
// Three small computer players with reproducible replies. A reply depends on what is known and on
// the seed only, so the same set-up, seed and player's moves give the same game, also after a
// takeback.

#include <optional>
#include <string_view>

#include "search/knowledge.h"

namespace chess::search {

enum class Character : uint8_t {
  kCasual,    // any legal move, each as likely as the others
  kBalanced,  // the best material balance right after its move
  kCareful,   // looks at every reply and takes the best worst case
};

// Pawn 100, knight 320, bishop 330, rook 500, queen 900. Winning at once comes first for Balanced
// and Careful, an immediate stalemate counts 0, equal choices are settled by the seed. Where the
// board is hidden they look at the first board that may be.
rules::Move Choose(Character character, const Knowledge& known, uint64_t seed);

// "casual", "balanced", "careful".
std::string_view NameOf(Character character);
std::optional<Character> ParseCharacter(std::string_view word);

}  // namespace chess::search
