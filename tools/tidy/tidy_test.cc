#include <gtest/gtest.h>

#include "tidy/layering.h"
#include "tidy/portable.h"
#include "tidy/shape.h"

namespace chess::tidy {
namespace {

std::string FirstFault(const std::string& path, const std::string& line) {
  const auto findings = CheckIncludes(path, {line});
  return findings.empty() ? "" : findings[0].message;
}

TEST(Layering, RulesMayNotLookUp) {
  EXPECT_NE(FirstFault("libs/rules/core/a.cc", "#include \"match/decide.h\""), "");
  EXPECT_EQ(FirstFault("libs/match/a.cc", "#include \"rules/game/game.h\""), "");
}

TEST(Layering, ServicesNeverIncludeEachOther) {
  EXPECT_NE(FirstFault("services/game/a.cc", "#include \"lobby/convert.h\""), "");
  EXPECT_EQ(FirstFault("services/game/a.cc", "#include \"game/convert.h\""), "");
}

TEST(Layering, ThirdPartyHeadersStayBehindTheirFence) {
  EXPECT_NE(FirstFault("services/game/game_service.cc", "#include <pqxx/pqxx>"), "");
  EXPECT_EQ(FirstFault("services/game/game_repository.cc", "#include <pqxx/pqxx>"), "");
  EXPECT_NE(FirstFault("services/lobby/x.cc", "#include <hiredis/hiredis.h>"), "");
}

TEST(Layering, OnlyTestsUseTesting) {
  EXPECT_NE(FirstFault("services/game/a.cc", "#include \"testing/fake.h\""), "");
  EXPECT_EQ(FirstFault("services/game/a_test.cc", "#include \"testing/fake.h\""), "");
}

TEST(Portable, PureLibrariesKeepToWhatWebAssemblyHas) {
  EXPECT_EQ(CheckPortable("libs/rules/core/a.cc", {"std::ranges::sort(x);"}).size(), 1u);
  EXPECT_TRUE(CheckPortable("libs/rules/core/a_test.cc", {"std::ranges::sort(x);"}).empty());
  EXPECT_TRUE(CheckPortable("libs/match/a.cc", {"std::ranges::sort(x);"}).empty());
}

TEST(Shape, LongLinesFilesAndFunctionsAreFound) {
  EXPECT_EQ(CheckShape("a.cc", {std::string(101, 'x')}).size(), 1u);
  EXPECT_TRUE(CheckShape("a.cc", {std::string(100, 'x')}).empty());
  EXPECT_EQ(CheckShape("a.cc", std::vector<std::string>(501, "x")).size(), 1u);
  std::vector<std::string> function = {"void F() {"};
  function.insert(function.end(), 70, "  x();");
  function.push_back("}");
  EXPECT_EQ(CheckShape("a.cc", function).size(), 1u);
  EXPECT_EQ(CheckShape("a.h", {"int x;"}).size(), 1u) << "no #pragma once";
}

}  // namespace
}  // namespace chess::tidy
