// Dice: at the start of a turn the server rolls which types of men may move (game/choice.h). The
// moves, the goal and who can win are those of the other rules.

#include "rules/core/rule.h"

namespace chess::rules {

extern const Rule kDice;
constinit const Rule kDice = {
    .key = "dice",
    .title = "Dice",
    .summary = "Each turn a roll of the dice says which two types of pieces may move.",
    .axis = Axis::kTwist,
    .traits = kTraitRolls,
};

}  // namespace chess::rules
