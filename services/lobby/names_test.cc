#include "lobby/names.h"

#include <gtest/gtest.h>

namespace chess::lobby {
namespace {

std::string RuleBroken(std::string_view name) {
  const base::Status status = CheckName(name);
  if (status.ok()) return "";
  EXPECT_EQ(status.error().reason, "NAME_INVALID");
  for (const auto& [key, value] : status.error().metadata) {
    if (key == "rule") return value;
  }
  return "(no rule)";
}

TEST(Names, ThreeToTwentyLettersDigitsHyphensUnderscores) {
  for (const char* name : {"Bob", "a-1", "x_y", "1234", "ABCDEFGHIJKLMNOPQRST"}) {
    EXPECT_EQ(RuleBroken(name), "") << name;
  }
  for (const char* name : {"", "ab", "ABCDEFGHIJKLMNOPQRSTU"}) {
    EXPECT_EQ(RuleBroken(name), "length") << name;
  }
  for (const char* name : {"a b", "bob!",
                           "b\xc3\xb6"
                           "b",
                           "---", "_-_", "a.b", "bob\n"}) {
    EXPECT_EQ(RuleBroken(name), "characters") << name;
  }
  EXPECT_EQ(RuleBroken(std::string_view("bo\0b", 4)), "characters");
}

TEST(Names, ReservedNamesAndTheirLookAlikesAreRefused) {
  for (const char* name : {"admin", "ADMIN", "adm1n", "Ad-min", "M0derator", "castellan", "r00t"}) {
    EXPECT_EQ(RuleBroken(name), "reserved") << name;
  }
  for (const char* name : {"Closed-me", "CLOSED_1", "CIosed-me", "C1o5ed_me"}) {
    EXPECT_EQ(RuleBroken(name), "reserved") << name;
  }
  EXPECT_EQ(RuleBroken("Adminton"), "");
  EXPECT_EQ(RuleBroken("ClosedSicilian"), "");
}

TEST(Names, OffensiveNamesAreRefusedHarmlessOnesAroundThemAreNot) {
  EXPECT_EQ(RuleBroken("xXfuckXx"), "offensive");
  EXPECT_EQ(RuleBroken("F-u-c-k"), "offensive");
  EXPECT_EQ(RuleBroken("H1tler"), "offensive");
  EXPECT_EQ(RuleBroken("shit"), "offensive");
  EXPECT_EQ(RuleBroken("Grapes"), "");
  EXPECT_EQ(RuleBroken("Matsushita"), "");
}

TEST(Names, LookAlikesHaveOneSkeleton) {
  const std::pair<const char*, const char*> alike[] = {
      {"Bob", "BOB"},      {"Ioli", "l01I"},        {"Anna-B", "anna_b"}, {"AnnaB", "A-n-n-a-B"},
      {"Barney", "Bamey"}, {"Vvilliam", "William"}, {"Zo5", "2OS"},
  };
  for (const auto& [a, b] : alike) EXPECT_EQ(Skeleton(a), Skeleton(b)) << a << " " << b;
  EXPECT_NE(Skeleton("Bob"), Skeleton("Rob"));
  EXPECT_NE(Skeleton("Fox417"), Skeleton("Fox471"));
}

TEST(Names, AreFoundInEitherCase) { EXPECT_EQ(NameKey("QuietBishop_7"), "quietbishop_7"); }

TEST(Names, GeneratedNamesAreAllowed) {
  for (int i = 0; i < 2000; ++i) {
    const std::string name = GenerateName();
    EXPECT_EQ(RuleBroken(name), "") << name;
  }
}

}  // namespace
}  // namespace chess::lobby
