// The matcher decides whether cases pass, so it must be able to fail.
#include <gtest/gtest.h>

#include "chessctl/cases/runner.h"
#include "chessctl/epd.h"
#include "chessctl/flags.h"
#include "chessctl/sha1.h"

namespace chess::chessctl {
namespace {

std::string Differs(const char* expected, const char* actual) {
  return Mismatch(Json::parse(expected), Json::parse(actual));
}

TEST(Matcher, EqualValuesAgreeAndOthersDoNot) {
  EXPECT_EQ(Differs(R"({"a": 1, "b": ["x"]})", R"({"a": 1, "b": ["x"], "c": 2})"), "");
  EXPECT_NE(Differs(R"({"a": 1})", R"({"a": 2})"), "");
  EXPECT_NE(Differs(R"({"a": ["x", "y"]})", R"({"a": ["x"]})"), "");
  EXPECT_NE(Differs(R"({"a": 1})", R"({})"), "");
  EXPECT_EQ(Differs(R"({"a": null})", R"({})"), "");
  EXPECT_NE(Differs(R"({"a": null})", R"({"a": 1})"), "");
}

TEST(Matcher, AlternativesBoundsAndMembership) {
  EXPECT_EQ(Differs(R"({"any_of": [{"a": 1}, {"a": 2}]})", R"({"a": 2})"), "");
  EXPECT_NE(Differs(R"({"any_of": [{"a": 1}, {"a": 2}]})", R"({"a": 3})"), "");
  EXPECT_EQ(Differs(R"({"a_min": 1, "a_max": 3, "b_in": ["x", "y"]})", R"({"a": 2, "b": "y"})"),
            "");
  EXPECT_NE(Differs(R"({"a_min": 3})", R"({"a": 2})"), "");
  EXPECT_NE(Differs(R"({"a_max": 1})", R"({"a": 2})"), "");
  EXPECT_NE(Differs(R"({"b_in": ["x"]})", R"({"b": "y"})"), "");
  EXPECT_NE(Differs(R"({"a_max": 1})", R"({})"), "");
  EXPECT_EQ(Differs(R"({"a": {"r": 1.0}, "tol": 0.02})", R"({"a": {"r": 1.01}})"), "");
  EXPECT_NE(Differs(R"({"a": {"r": 1.0}, "tol": 0.02})", R"({"a": {"r": 1.05}})"), "");
}

TEST(Matcher, MovesAreIncludedOrExcluded) {
  const char* actual = R"({"moves": ["e2e4", "e1h1"], "also": ["e1g1"], "count": 2})";
  EXPECT_EQ(Differs(R"({"includes": ["e2e4", "e1g1"], "excludes": ["e2e5"], "count": 2})", actual),
            "");
  EXPECT_NE(Differs(R"({"includes": ["e2e5"]})", actual), "");
  EXPECT_NE(Differs(R"({"excludes": ["e1g1"]})", actual), "");
  EXPECT_NE(Differs(R"({"count": 3})", actual), "");
}

TEST(Matcher, ReasonsAreComparedByMeaning) {
  EXPECT_EQ(Differs(R"({"reason": "insufficient_material"})", R"({"reason": "dead_position"})"),
            "");
  EXPECT_NE(Differs(R"({"reason": "stalemate"})", R"({"reason": "dead_position"})"), "");
  EXPECT_EQ(Differs(R"({"reason": "king_count"})", R"({"reason": ["x", "king_count"]})"), "");
  EXPECT_EQ(Differs(R"({"error": "ambiguous"})", R"({"error": "MOVE_AMBIGUOUS"})"), "");
  EXPECT_NE(Differs(R"({"error": "ambiguous"})", R"({"error": "PINNED"})"), "");
  EXPECT_EQ(Differs(R"({"error": "illegal"})", R"({"error": "PINNED"})"), "");
}

TEST(Epd, ReadsCountsAndFields) {
  const auto line = ParseEpdLine("8/8 w - - 0 1 ;D1 20 ;D2 400 ;id a-1 ;variant kingofthehill");
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(line->fen, "8/8 w - - 0 1");
  EXPECT_EQ(line->counts.at(2), 400u);
  EXPECT_EQ(line->fields.at("id"), "a-1");
  EXPECT_EQ(RulesOfEpd(*line, "standard")->Name(), "king_of_the_hill");
  EXPECT_FALSE(ParseEpdLine("8/8 w - - 0 1 ;D1 x").ok());
  EXPECT_FALSE(ParseEpdLine("8/8 w - - 0 1").ok());
}

TEST(Epd, CastlingLettersAskForChess960) {
  const auto line = ParseEpdLine("1k1r4/8/8/8/8/8/8/1K4R1 w G - 0 1 ;D1 1");
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(RulesOfEpd(*line, "")->Name(), "chess960");
  const auto plain = ParseEpdLine("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 1");
  EXPECT_EQ(RulesOfEpd(*plain, "")->Name(), "standard");
}

TEST(Flags, ValuesSwitchesAndArguments) {
  const FlagSpec spec{{"depth"}, {"divide"}};
  const auto flags = Flags::Parse(spec, {"a", "--depth", "3", "--divide", "--", "--b"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(*flags->GetInt("depth", 1, 0, 9), 3);
  EXPECT_FALSE(flags->GetInt("depth", 1, 0, 2).ok());
  EXPECT_TRUE(flags->Has("divide"));
  EXPECT_EQ(flags->arguments(), (std::vector<std::string>{"a", "--b"}));
  EXPECT_FALSE(Flags::Parse(spec, {"--depth"}).ok());
  EXPECT_FALSE(Flags::Parse(spec, {"--divide=1"}).ok());
  EXPECT_FALSE(Flags::Parse(spec, {"--wide"}).ok());
}

TEST(Sha1, KnownDigest) {
  EXPECT_EQ(Sha1Hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

}  // namespace
}  // namespace chess::chessctl
