// Draft: both players secretly place an army on their own four ranks under a budget (game/draft.h).
// Once the armies stand, the moves are those of the other rules.

#include "rules/core/rule.h"

namespace chess::rules {

extern const Rule kDraft;
constinit const Rule kDraft = {
    .key = "draft",
    .title = "Draft",
    .summary = "Buy an army under a budget and place it in secret on your four ranks.",
    .axis = Axis::kSetup,
    .kernel = Kernel::kMorphing,  // kings may stand side by side at the start
    .claims = kClaimSetup,
    .excludes = kClaimNoOrdinaryKing,
    .traits =
        kTraitDraftedSetup | kTraitPawnsOnOwnFirstRank | kTraitManyMen | kTraitMaterialMisleads,
    .own_family = false,
    .parameter_min = 1,
    .parameter_max = 279,     // a king and 31 queens: nothing dearer fits on four ranks
    .parameter_default = 39,  // what the standard array costs
};

}  // namespace chess::rules
