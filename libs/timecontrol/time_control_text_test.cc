#include "timecontrol/time_control_text.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace chess::timecontrol {
namespace {

TEST(TimeControlText, WritesAndReadsTheSameText) {
  for (const char* text :
       {"-", "300+3", "60+0", "0+2", "40/5400:1800", "40/5400+30:900+30", "40/7200:20/3600:900+30",
        "300d5", "300b5", "600+5x30", "0+3x10", "1/259200", "1/86400", "300+3|60+1", "7.5+0.25",
        "40/5400d5:1800d5", "300d0"}) {
    const auto control = ParseTimeControl(text);
    ASSERT_TRUE(control.ok()) << text << ": " << control.error().message;
    EXPECT_EQ(FormatTimeControl(*control), text);
  }
}

TEST(TimeControlText, MeansWhatItSays) {
  EXPECT_EQ(*ParseTimeControl("300+3"), Fischer(300'000, 3'000));
  EXPECT_EQ(*ParseTimeControl("300"), Fischer(300'000, 0));
  EXPECT_EQ(*ParseTimeControl("1/259200"), Correspondence(3));
  EXPECT_EQ(*ParseTimeControl("300d5"), SimpleDelay(300'000, 5'000));
  EXPECT_EQ(*ParseTimeControl("300b5"), Bronstein(300'000, 5'000));
  EXPECT_EQ(*ParseTimeControl("600+5x30"), Byoyomi(600'000, 5, 30'000));
  EXPECT_EQ(*ParseTimeControl("?"), Untimed());
  const TimeControl stages = *ParseTimeControl("40/5400:1800");
  EXPECT_EQ(stages.side[0].stage_count, 2);
  EXPECT_EQ(stages.side[0].stages[0], (Stage{40, 5'400'000, 0}));
  EXPECT_EQ(stages.side[1].stages[1], (Stage{0, 1'800'000, 0}));
}

TEST(TimeControlText, RefusesEverythingElse) {
  for (const char* text :
       {"", "x", "+", "300+", "+3", "300+-3", "-300", "300+3x", "x30", "1/", "/300", "40/5400",
        "0", "0+0", "300 + 3", "300+3:", ":300", "1/1", "40/5400d5:1800+5", "300.1234", "300.",
        "99999999999999999999+1", "300+3|", "|300", "300+3|-", "1/259200|300+3", "1e3+2",
        "*180", "5x30", "1/3000000"}) {
    const auto control = ParseTimeControl(text);
    ASSERT_FALSE(control.ok()) << text;
    EXPECT_EQ(control.error().reason, "TIME_CONTROL_INVALID") << text;
  }
  EXPECT_FALSE(ParseTimeControl(std::string(5000, '3')).ok());
}

TEST(TimeControlText, AnyBytesAreReadOrRefusedAndWhatIsReadIsWrittenBackAlike) {
  base::SeededRandom random(20'26);
  constexpr std::string_view kAlphabet = "0123456789+/:xdb|-.?4530";
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    const uint64_t length = random.Below(14);
    while (text.size() < length) text += kAlphabet[random.Below(kAlphabet.size())];
    const auto control = ParseTimeControl(text);
    if (!control.ok()) continue;
    const auto again = ParseTimeControl(FormatTimeControl(*control));
    ASSERT_TRUE(again.ok()) << text;
    ASSERT_EQ(*again, *control) << text;
  }
}

}  // namespace
}  // namespace chess::timecontrol
