#pragma once
// What was agreed: between messages, domain and columns. Pure, thread-safe.

#include <string>
#include <string_view>

#include "base/result.h"
#include "match/settings.h"

namespace chess::common::v1 {
class MatchSettings;
class TimeControl;
}  // namespace chess::common::v1

namespace chess::game {

// Errors: TIME_CONTROL_INVALID (also for combinations that mean nothing).
base::Result<timecontrol::TimeControl> TimeFromProto(const common::v1::MatchSettings& settings);

// Rule set, start, clocks, policy, visibility and rated; players and id are the caller's to set.
// Errors: TIME_CONTROL_INVALID. The rest is checked by match::Checked.
base::Result<match::Settings> SettingsFromProto(const common::v1::MatchSettings& settings);
void SettingsToProto(const match::Settings& settings, common::v1::MatchSettings* out);

// Words of columns.
std::string_view WordOf(match::Visibility visibility);      // public, link, private
std::string_view WordOf(rules::DrawPolicy policy);          // automatic, by_claim
match::Visibility VisibilityOf(std::string_view word);      // unknown words: private
rules::DrawPolicy DrawPolicyOf(std::string_view word);

}  // namespace chess::game
