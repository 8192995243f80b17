#pragma once
// How a game of given settings begins. Internal to libs/match.

#include "match/settings.h"

namespace chess::match {

// The game before its first move. Errors: those of rules::Game::Start and StartFrom. `relaxed`: the
// position was accepted before; only what cannot be played at all is refused.
base::Result<rules::Game> StartOf(const Settings& settings, const rules::RuleSet& rule_set,
                                  bool relaxed);

}  // namespace chess::match
