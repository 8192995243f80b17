// Hand and Brain: at the start of a turn a brain names the type of man that must move
// (game/choice.h). The moves, the goal and who can win are those of the other rules.

#include "rules/core/rule.h"

namespace chess::rules {

extern const Rule kHandAndBrain;
constinit const Rule kHandAndBrain = {
    .key = "hand_and_brain",
    .title = "Hand and Brain",
    .summary = "A computer brain names the type of piece, you choose the move.",
    .axis = Axis::kTwist,
    .traits = kTraitNames,
};

}  // namespace chess::rules
