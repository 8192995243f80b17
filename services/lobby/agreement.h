#pragma once
// What the players of a challenge agree on: match settings before they have players and an id.

#include <string>
#include <string_view>

#include "base/result.h"
#include "match/settings.h"
#include "rules/game/game.h"
#include "timecontrol/time_control.h"

namespace chess::lobby {

struct Agreement {
  std::string rule_set;   // canonical; a set-up whose number the referee draws has none
  std::string start_fen;  // empty: the rule set's own start
  timecontrol::TimeControl time;
  bool rated = false;
  rules::DrawPolicy draw_policy = rules::DrawPolicy::kAutomatic;
  match::Visibility visibility = match::Visibility::kPublic;
  base::DurationMs draft_ms = 0;  // time for placing the armies; 0 where none are placed

  timecontrol::Speed speed() const { return timecontrol::SpeedOf(time); }
};

// The agreement in canonical form, or why no game can be played under it: the words of
// match::Checked (RULE_SET_INVALID, FEN_INVALID, TIME_CONTROL_INVALID, NOT_RATEABLE).
base::Result<Agreement> CheckedAgreement(Agreement agreement);

// The rating family of a canonical rule set; "mixed" for text that is none (an older release's).
std::string FamilyOf(std::string_view rule_set);

std::string_view NameOf(rules::DrawPolicy policy);      // "automatic", "by_claim"
std::string_view NameOf(match::Visibility visibility);  // "public", "link", "private"
rules::DrawPolicy DrawPolicyOf(std::string_view word);
match::Visibility VisibilityOf(std::string_view word);

}  // namespace chess::lobby
