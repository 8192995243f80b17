#include "rules/notation/variant_names.h"

#include <gtest/gtest.h>

namespace chess::rules {
namespace {

std::string Name(std::string_view text) {
  const auto rules = ReadVariantName(text);
  return rules ? rules->Name() : rules.error().reason;
}

TEST(VariantNames, KeysTitlesAndForeignNamesMeanTheSame) {
  for (const char* name :
       {"king_of_the_hill", "King of the Hill", "kingofthehill", "KOTH", "king-of-the-hill"}) {
    EXPECT_EQ(Name(name), "king_of_the_hill") << name;
  }
  for (const char* name : {"standard", "Standard", "chess", "From Position", "normal"}) {
    EXPECT_EQ(Name(name), "standard") << name;
  }
  EXPECT_EQ(Name("Fischerandom"), "chess960");
}

TEST(VariantNames, SetsAreJoinedAndKeepParameters) {
  EXPECT_EQ(Name("Chess960 + King of the Hill"), "chess960+king_of_the_hill");
  EXPECT_EQ(Name("kingofthehill+chess960:17"), "chess960:17+king_of_the_hill");
  const auto tags = ReadVariantNames({"Chess960", "chess960", "King of the Hill"});
  ASSERT_TRUE(tags.ok());
  EXPECT_EQ(tags->Name(), "chess960+king_of_the_hill");
  EXPECT_EQ(ReadVariantNames({})->Name(), "standard");
}

TEST(VariantNames, NamesInUseElsewhereAreRead) {
  const std::pair<const char*, const char*> kNames[] = {
      {"Three-check", "three_check"},
      {"3check", "three_check"},
      {"Racing Kings", "racing_kings"},
      {"Horde", "horde"},
      {"Crazyhouse", "crazyhouse"},
      {"Antichess", "antichess"},
      {"Giveaway", "antichess"},
      {"Atomic", "atomic"},
      {"King of the Hill", "king_of_the_hill"},
      {"Fog of War", "fog_of_war"},
      {"Dark Chess", "fog_of_war"},
      {"Draft", "draft:39"},
      {"Draft:45", "draft:45"},
      {"Draft 45", "draft:45"},
      {"Draft 60 + Fog of War", "draft:60+fog_of_war"},
      {"Chess960 518 + Dice", "chess960:518+dice"},
      {"Chess 960", "chess960"},
      {"Atomic + Three-check", "atomic+three_check"}};
  for (const auto& [name, set] : kNames) EXPECT_EQ(Name(name), set) << name;
}

TEST(VariantNames, EveryTitleIsRead) {
  for (const Rule* rule : AllRules()) {
    const auto set = ReadVariantName(rule->title);
    ASSERT_TRUE(set.ok()) << rule->title;
    EXPECT_NE(set->Name().find(rule->key), std::string::npos) << rule->title;
  }
}

TEST(VariantNames, TheTitleOfASetMeansTheSet) {
  for (const char* name : {"standard", "chess960:518+dice", "draft:60+fog_of_war", "draft:39",
                           "atomic+three_check", "cannibal+chess960"}) {
    const auto set = ParseRuleSet(name);
    ASSERT_TRUE(set.ok()) << name;
    EXPECT_EQ(Name(set->Title()), set->Name());
  }
}

TEST(VariantNames, WhatNobodyKnowsIsAnError) {
  EXPECT_EQ(Name("calvinball"), "RULE_SET_UNKNOWN");
  EXPECT_EQ(Name("chess960:1000"), "RULE_SET_INVALID");
  EXPECT_EQ(Name("Chess960 1000"), "RULE_SET_INVALID");
  EXPECT_EQ(Name("Atomic 7"), "RULE_SET_INVALID");
  EXPECT_EQ(Name("Draft of War"), "RULE_SET_UNKNOWN");
}

}  // namespace
}  // namespace chess::rules
