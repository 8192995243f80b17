#include "lobby/challenge.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace chess::lobby {
namespace {

TEST(ChallengeTest, WordsAreReadBack) {
  for (int i = 0; i < 6; ++i) {
    const auto state = static_cast<ChallengeState>(i);
    const auto reason = static_cast<DeclineReason>(i);
    EXPECT_EQ(ChallengeStateOf(NameOf(state)), state);
    EXPECT_EQ(DeclineReasonOf(NameOf(reason)), reason);
  }
  for (int i = 0; i < 3; ++i) {
    const auto color = static_cast<ChallengerColor>(i);
    EXPECT_EQ(ChallengerColorOf(NameOf(color)), color);
  }
}

TEST(ChallengeTest, TheRealTimeOneWaitsShortWhereBothAreOnline) {
  Agreement blitz;
  blitz.time = timecontrol::Fischer(180'000, 2'000);
  EXPECT_EQ(ChallengeLifeMs(blitz, true), 30'000);
  EXPECT_EQ(ChallengeLifeMs(blitz, false), base::kChallengeOfflineMs);
  Agreement days;
  days.time = timecontrol::Correspondence(3);
  EXPECT_EQ(ChallengeLifeMs(days, true), base::kChallengeDaysMs);
  EXPECT_EQ(ChallengeLifeMs(Agreement{}, true), base::kChallengeDaysMs);
}

TEST(ChallengeTest, PastEventsShowItAsItWas) {
  Challenge now;
  now.code = "ABC234";
  now.state = ChallengeState::kStarted;
  now.opponent = PlayerCard{{"000000000001"}, "Anna"};
  now.game_id = {"abcdefgh"};
  const Challenge open = AsItWas(now, ChallengeState::kOpen);
  EXPECT_FALSE(open.opponent.has_value());
  EXPECT_TRUE(open.game_id.empty());
  const Challenge starting = AsItWas(now, ChallengeState::kStarting);
  EXPECT_EQ(starting.opponent->name, "Anna");
  EXPECT_EQ(starting.game_id.value, "abcdefgh");
  now.code.clear();
  EXPECT_TRUE(AsItWas(now, ChallengeState::kOpen).opponent.has_value());
}

}  // namespace
}  // namespace chess::lobby
