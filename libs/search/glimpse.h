#pragma once
// Glimpse: knowledge of a game with hidden squares, made of what the player sees (its View) and has
// seen (its Memory). The true position is no argument, so nothing hidden can be passed.

#include "search/knowledge.h"
#include "search/memory.h"

namespace chess::search {

class Glimpse {
 public:
  // For the player whose view it is and who must be to move. Hidden squares are filled with what
  // the opponent must still have (men at the start minus men taken): first men that were seen there
  // before, then men on their start squares or, at the seed's choice, nearby; a pawn that cannot
  // step onto a hidden square has something before it. `boards` such guesses are made (at least
  // one). Of a view that hides nothing the board is what it shows. Errors: kInvalidArgument
  // VIEW_UNUSABLE, kFailedPrecondition GAME_OVER.
  static base::Result<Knowledge> Of(const rules::View& view, const rules::RuleSet& rules,
                                    const Memory& memory, uint64_t seed, int boards = 4);
};

}  // namespace chess::search
