#include "lobby/challenge.h"

#include <array>
#include <utility>

#include "base/limits.h"

namespace chess::lobby {
namespace {

constexpr std::array<std::string_view, 6> kStates = {"open",     "starting",  "started",
                                                     "declined", "cancelled", "expired"};
constexpr std::array<std::string_view, 6> kReasons = {"",         "later", "time_control",
                                                      "rule_set", "rated", "casual"};
constexpr std::array<std::string_view, 3> kColors = {"random", "white", "black"};

template <typename Enum, size_t n>
Enum Find(const std::array<std::string_view, n>& words, std::string_view word) {
  for (size_t i = 0; i < n; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return static_cast<Enum>(0);
}

}  // namespace

std::string_view NameOf(ChallengeState state) { return kStates[static_cast<size_t>(state)]; }
ChallengeState ChallengeStateOf(std::string_view word) {
  return Find<ChallengeState>(kStates, word);
}
std::string_view NameOf(DeclineReason reason) { return kReasons[static_cast<size_t>(reason)]; }
DeclineReason DeclineReasonOf(std::string_view word) { return Find<DeclineReason>(kReasons, word); }
std::string_view NameOf(ChallengerColor color) { return kColors[static_cast<size_t>(color)]; }
ChallengerColor ChallengerColorOf(std::string_view word) {
  return Find<ChallengerColor>(kColors, word);
}

Challenge AsItWas(Challenge challenge, ChallengeState state) {
  challenge.state = state;
  const bool seated = state == ChallengeState::kStarting || state == ChallengeState::kStarted;
  if (!seated) {
    if (!challenge.code.empty()) challenge.opponent.reset();
    challenge.game_id = {};
    challenge.white_id = {};
  }
  if (state != ChallengeState::kDeclined) challenge.decline_reason = DeclineReason::kNone;
  return challenge;
}

base::DurationMs ChallengeLifeMs(const Agreement& agreement, bool opponent_online) {
  if (!agreement.time.real_time()) return base::kChallengeDaysMs;
  return opponent_online ? base::kChallengeOnlineMs : base::kChallengeOfflineMs;
}

}  // namespace chess::lobby
