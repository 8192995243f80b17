#include "base/failpoint.h"

#include <gtest/gtest.h>

namespace chess::base {
namespace {

TEST(Failpoint, DoesNothingUnarmed) {
  ASSERT_TRUE(ArmFailpoints(""));
  EXPECT_FALSE(Failpoint("anything"));
}

TEST(Failpoint, ErrorTellsTheCallerToFailOnlyAtItsOwnName) {
  ASSERT_TRUE(ArmFailpoints("here:error"));
  EXPECT_TRUE(Failpoint("here"));
  EXPECT_FALSE(Failpoint("there"));
  ArmFailpoints("");
}

TEST(Failpoint, TheSameSeedFailsAtTheSameCalls) {
  const auto run = [](const char* spec) {
    EXPECT_TRUE(ArmFailpoints(spec));
    std::string hits;
    for (int i = 0; i < 200; ++i) hits += Failpoint("p") ? 'x' : '.';
    return hits;
  };
  const std::string first = run("p:error@0.2:7");
  EXPECT_EQ(first, run("p:error@0.2:7"));
  EXPECT_NE(first, run("p:error@0.2:8"));
  EXPECT_NE(first.find('x'), std::string::npos);
  EXPECT_NE(first.find('.'), std::string::npos);
  ArmFailpoints("");
}

TEST(Failpoint, CrashKillsTheProcessAsKillNineDoes) {
  EXPECT_EXIT(
      {
        ArmFailpoints("p:crash");
        Failpoint("p");
      },
      ::testing::KilledBySignal(SIGKILL), "");
}

TEST(Failpoint, RefusesMalformedText) {
  for (const char* bad : {"p", ":crash", "p:explode", "p:crash@2", "p:crash@x", "p:crash@0.5:x",
                          "p:sleep=", "p:sleep=-1", "p:crash,,"}) {
    EXPECT_FALSE(ArmFailpoints(bad)) << bad;
  }
  EXPECT_FALSE(Failpoint("p"));
}

}  // namespace
}  // namespace chess::base
