#include "rules/notation/pgn_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace chess::rules {
namespace {

std::vector<PgnGame> ReadAll(std::string_view text, PgnLimits limits = {}) {
  PgnReader reader(PgnFromText(text), limits);
  std::vector<PgnGame> games;
  while (auto game = reader.Next()) games.push_back(std::move(*game));
  return games;
}

PgnGame ReadOne(std::string_view text, PgnLimits limits = {}) {
  auto games = ReadAll(text, limits);
  EXPECT_EQ(games.size(), 1u) << text;
  return games.empty() ? PgnGame() : games[0];
}

std::string Moves(const PgnGame& game) {
  std::string moves;
  for (const uint32_t node : game.MainLine()) {
    if (!moves.empty()) moves += ' ';
    moves += game.nodes[node].text;
  }
  return moves;
}

// "e4(d4 d5) e5": a line with the alternatives of each move behind it.
std::string Tree(const PgnGame& game, uint32_t at = 0) {
  std::string text;
  while (!game.nodes[at].children.empty()) {
    const auto& children = game.nodes[at].children;
    if (!text.empty()) text += ' ';
    text += game.nodes[children[0]].text;
    for (size_t i = 1; i < children.size(); ++i) {
      const std::string rest = Tree(game, children[i]);
      text += "(" + game.nodes[children[i]].text + (rest.empty() ? "" : " " + rest) + ")";
    }
    at = children[0];
  }
  return text;
}

// "line:column REASON" of the first problem.
std::string Problem(const PgnGame& game) {
  if (game.problems.empty()) return "";
  const PgnProblem& problem = game.problems[0];
  return std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column) + " " +
         problem.reason;
}

TEST(PgnReader, ReadsTagsMovesAndResult) {
  const PgnGame game = ReadOne("[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n");
  EXPECT_EQ(*game.Tag("Event"), "A");
  EXPECT_EQ(Moves(game), "e4 e5 Nf3");
  EXPECT_EQ(game.result, "1-0");
  EXPECT_TRUE(game.problems.empty());
}

TEST(PgnReader, AnyLineEndAndByteOrderMark) {
  for (const char* text : {"\xEF\xBB\xBF[Event \"A\"]\n\n1. e4 {a\nb} e5 *\n",
                           "[Event \"A\"]\r\n\r\n1. e4 {a\r\nb} e5 *\r\n",
                           "[Event \"A\"]\r\r1. e4 {a\rb} e5 *\r",
                           "[Event \"A\"]1. e4 {a b} e5 *"}) {
    const PgnGame game = ReadOne(text);
    EXPECT_EQ(Moves(game), "e4 e5") << text;
    EXPECT_EQ(game.nodes[1].comment, "a b") << text;
  }
}

TEST(PgnReader, MoveNumbersDoNotMatter) {
  EXPECT_EQ(Moves(ReadOne("1.e4 1...e5 2 . Nf3 2. ... Nc6 3.Bb5 7... a6 4 Ba4 *")),
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
  EXPECT_EQ(Moves(ReadOne("1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.0-0 0-0 *")),
            "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 0-0");
}

TEST(PgnReader, VariationsBecomeATree) {
  EXPECT_EQ(Tree(ReadOne("1. d4 (1. h4 h5 (1... a5 2. a4) 2. g3) 1... d5 *")),
            "d4(h4 h5(a5 a4) g3) d5");
  EXPECT_EQ(Tree(ReadOne("1. e4 e5 (1... c5) (1... e6 2. d4) 2. Nf3 *")),
            "e4 e5(c5)(e6 d4) Nf3");
}

TEST(PgnReader, BracketsBehindASquareArePromotions) {
  EXPECT_EQ(Tree(ReadOne("1. b8(N) (1. b8(Q) Kd7) Ke7 *")), "b8N(b8Q Kd7) Ke7");
}

TEST(PgnReader, CommentsGlyphsAndCommands) {
  const PgnGame game = ReadOne(
      "{start} 1. e4! { [%eval 0.17] [%clk 0:03:00] } e5?! {sharp [%emt 0:01] [%clk 0:02:58.7]} "
      "(1... c5 $5$13 ; to the end {\n) 2. Nf3 {[%eval #-3]} *");
  EXPECT_EQ(game.nodes[0].comment, "start");
  EXPECT_EQ(game.nodes[1].nags, std::vector<uint8_t>{1});
  EXPECT_EQ(game.nodes[1].clock_ms, 180'000);
  EXPECT_EQ(game.nodes[1].eval, (PgnEval{false, 17}));
  EXPECT_EQ(game.nodes[2].clock_ms, 178'700);
  EXPECT_EQ(game.nodes[2].comment, "sharp [%emt 0:01]");
  EXPECT_EQ(game.nodes[3].nags, (std::vector<uint8_t>{5, 13}));
  EXPECT_EQ(game.nodes[3].comment, "to the end {");
  EXPECT_EQ(game.nodes[4].eval, (PgnEval{true, -3}));
}

TEST(PgnReader, PercentHidesALineOnlyAtItsBeginning) {
  EXPECT_EQ(Moves(ReadOne("% 1. d4\n1. e4\n% 1... d5 {\ne5 {100\n% sure} Nf3 *")), "e4 e5 Nf3");
}

TEST(PgnReader, TagValuesMayHoldAnything) {
  const PgnGame game =
      ReadOne("[Event \"A \\\"q\\\" b\\\\c\"][Black\"][\"]\n\n [ Site \"x\" ]\n[Odd_1 \"\"]\n"
              "1. e4 *");
  EXPECT_EQ(*game.Tag("Event"), "A \"q\" b\\c");
  EXPECT_EQ(*game.Tag("Black"), "][");
  EXPECT_EQ(*game.Tag("Site"), "x");
  EXPECT_EQ(*game.Tag("Odd_1"), "");
  EXPECT_EQ(Moves(game), "e4");
}

TEST(PgnReader, UnescapedQuotesAreReadWithAWarning) {
  const PgnGame game = ReadOne("[Event \"The \"Iron\" Cup\"]\n\n1. e4 1-0\n");
  EXPECT_EQ(*game.Tag("Event"), "The \"Iron\" Cup");
  EXPECT_EQ(Problem(game), "1:8 PGN_BAD_TAG");
  EXPECT_TRUE(game.ok());
}

TEST(PgnReader, GamesAreToldApartByResultsAndTags) {
  const auto bare = ReadAll("* 1. e4 e5 1-0 1. d4 *\n");
  ASSERT_EQ(bare.size(), 3u);
  EXPECT_EQ(Moves(bare[0]) + "|" + Moves(bare[1]) + "|" + Moves(bare[2]), "|e4 e5|d4");
  const auto unended = ReadAll("[Event \"A\"]\n1. d4 d5\n\n[Event \"B\"]\n\n1. c4 *\n");
  ASSERT_EQ(unended.size(), 2u);
  EXPECT_EQ(Moves(unended[0]), "d4 d5");
  EXPECT_EQ(*unended[1].Tag("Event"), "B");
}

TEST(PgnReader, AResultInACommentEndsNothing) {
  const PgnGame game = ReadOne("[Result \"1-0\"]\n\n1. e4 {compare\n1-0\nold} e5 2. Nf3\n");
  EXPECT_EQ(Moves(game), "e4 e5 Nf3");
  EXPECT_EQ(game.result, "1-0");
}

TEST(PgnReader, ACutShortGameIsStillAGame) {
  EXPECT_EQ(Moves(ReadOne("[Event \"A\"]\n\n1. e4 e5 2. Nf")), "e4 e5 Nf");
  EXPECT_TRUE(ReadAll("\n \n{only a remark}\n").empty());
  EXPECT_TRUE(ReadAll("").empty());
}

TEST(PgnReader, SeveralVariantTagsAreKeptOtherDuplicatesNot) {
  const PgnGame game = ReadOne("[Variant \"A\"]\n[Variant \"B\"]\n[Event \"1\"]\n[Event \"2\"]\n*");
  EXPECT_EQ(game.tags.size(), 3u);
  EXPECT_EQ(Problem(game), "4:1 PGN_DUPLICATE_TAG");
  EXPECT_TRUE(game.ok());
}

TEST(PgnReader, FaultsCarryLineColumnAndReason) {
  struct Case {
    const char* text;
    const char* problem;
  };
  for (const Case& c : {
           Case{"[Event \"a]\n\n1. e4 *", "1:1 PGN_BAD_TAG"},
           Case{"[Event \"a\"\n\n1. e4 *", "1:1 PGN_BAD_TAG"},
           Case{"[Event]\n\n1. e4 *", "1:1 PGN_BAD_TAG"},
           Case{"[Event \"two\nlines\"]\n\n1. e4 *", "1:8 PGN_BAD_TAG"},
           Case{"1. e4\n {never ends *", "2:2 PGN_UNTERMINATED_COMMENT"},
           Case{"1. e4 e5) 2. Nf3 *", "1:9 PGN_UNBALANCED_PARENTHESIS"},
           Case{"1. e4 (1. d4 *", "1:7 PGN_UNBALANCED_PARENTHESIS"},
           Case{"1. e4 \a e5 *", "1:7 PGN_BAD_BYTE"},
           Case{"1. e4 <e5> *", "1:7 PGN_UNKNOWN_TOKEN"},
           Case{"1. e4 $256 *", "1:7 PGN_BAD_NAG"},
           Case{"1. e4 $ e5 *", "1:7 PGN_BAD_NAG"},
           Case{"[Result \"1-0\"]\n1. e4 0-1", "2:7 PGN_RESULT_MISMATCH"},
           Case{"<!DOCTYPE html>", "1:1 PGN_NOT_PGN"},
       }) {
    EXPECT_EQ(Problem(ReadOne(c.text)), c.problem) << c.text;
  }
}

TEST(PgnReader, TheGameAfterABrokenOneIsRead) {
  for (const char* broken : {"[Event \"a]\n\n1. e4 *\n\n", "1. e4 e5) 2. Nf3 *\n\n",
                             "1. e4 (1. d4 *\n\n", "<html>\n* * 1-0\n\n", "1. e4 \x01 * \n"}) {
    const auto games = ReadAll(std::string(broken) + "[Event \"good\"]\n\n1. d4 d5 *\n");
    ASSERT_EQ(games.size(), 2u) << broken;
    EXPECT_FALSE(games[0].ok()) << broken;
    EXPECT_TRUE(games[1].ok()) << broken;
    EXPECT_EQ(Moves(games[1]), "d4 d5") << broken;
  }
}

TEST(PgnReader, LimitsAreReportedAndTheNextGameIsRead) {
  PgnLimits limits;
  limits.game_bytes = 200;
  limits.depth = 3;
  limits.plies = 4;
  const std::string next = "\n[Event \"next\"]\n\n1. d4 *\n";
  for (const std::string& text :
       {"1. e4 {" + std::string(300, 'x') + "} *", std::string("1. a (1. b (1. c (1. d (1. e *"),
        std::string("1. a b c d e f *")}) {
    const auto games = ReadAll(text + next, limits);
    ASSERT_EQ(games.size(), 2u) << text;
    EXPECT_NE(Problem(games[0]).find("PGN_TOO_LONG"), std::string::npos) << text;
    EXPECT_EQ(Moves(games[1]), "d4") << text;
  }
}

TEST(PgnReader, ALongWordIsCutBetweenCharacters) {
  std::string text = "1. e4";
  for (int i = 0; i < 40; ++i) text += "♜";
  const PgnGame game = ReadOne(text + " *");
  ASSERT_FALSE(Moves(game).empty());
  EXPECT_EQ(game.nodes[1].text.size(), 2 + 21 * 3u);
}

TEST(PgnReader, AnyCutOfAGameReadsWithoutHarm) {
  const std::string text =
      "\xEF\xBB\xBF[Event \"A \\\"x\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01:02.3] a} "
      "(1. d4! $5 d5 ; end\n) e5 2. b8(N)+ 0-0-0 1/2-1/2\n% x\n[Event \"B\"]\n\n*";
  for (size_t size = 0; size <= text.size(); ++size) {
    for (const PgnGame& game : ReadAll(text.substr(0, size))) {
      EXPECT_LE(game.nodes.size(), 8u) << size;
    }
  }
}

}  // namespace
}  // namespace chess::rules
