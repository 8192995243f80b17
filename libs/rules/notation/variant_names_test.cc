#include "rules/notation/variant_names.h"

#include <gtest/gtest.h>

namespace chess::rules {
namespace {

std::string Name(std::string_view text) {
  const auto rules = ReadVariantName(text);
  return rules ? rules->Name() : rules.error().reason;
}

TEST(VariantNames, KeysTitlesAndForeignNamesMeanTheSame) {
  for (const char* name : {"king_of_the_hill", "King of the Hill", "kingofthehill", "KOTH",
                           "king-of-the-hill"}) {
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

TEST(VariantNames, WhatNobodyKnowsIsAnError) {
  EXPECT_EQ(Name("calvinball"), "RULE_SET_UNKNOWN");
  EXPECT_EQ(Name("chess960:1000"), "RULE_SET_INVALID");
}

}  // namespace
}  // namespace chess::rules
