// The documentation says of every rule what the registry says: a page each, what it excludes and
// what it stacks with, and a row in the README.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "rules/core/rule_set.h"

namespace chess::rules {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool HasLine(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

bool GoTogether(const Rule& a, const Rule& b) {
  const RuleSet::Member members[] = {{&a}, {&b}};
  return RuleSet::Of(members).ok();
}

// "**Stacks with**: `dice`, `draft`." over the rules that may be added to this one.
std::string Line(const Rule& rule, bool together) {
  std::string keys;
  for (const Rule* other : AllRules()) {
    if (other == &rule || other == AllRules()[0] || GoTogether(rule, *other) != together) continue;
    keys += (keys.empty() ? "`" : ", `") + std::string(other->key) + '`';
  }
  if (keys.empty()) keys = "nothing";
  return (together ? "**Stacks with**: " : "**Excludes**: ") + keys + '.';
}

TEST(VariantPages, SayWhatTheRegistrySays) {
  for (const Rule* rule : AllRules()) {
    const std::string path = "docs/variants/" + std::string(rule->key) + ".md";
    const std::string page = ReadFile(path);
    ASSERT_FALSE(page.empty()) << path << " is missing";
    EXPECT_TRUE(page.starts_with("# " + std::string(rule->title) + "\n")) << path;
    for (const bool together : {false, true}) {
      EXPECT_TRUE(HasLine(page, Line(*rule, together))) << path << " lacks the line\n"
                                                        << Line(*rule, together);
    }
  }
}

TEST(VariantPages, EveryRuleHasItsRowInTheReadme) {
  const std::string readme = ReadFile("README.md");
  for (const Rule* rule : AllRules()) {
    const std::string key(rule->key);
    const std::string row = "| [`" + key + "`](docs/variants/" + key + ".md) | " +
                            std::string(rule->title) + " | " + std::string(rule->summary) + " |";
    EXPECT_TRUE(HasLine(readme, row)) << "README.md lacks the line\n" << row;
  }
}

}  // namespace
}  // namespace chess::rules
