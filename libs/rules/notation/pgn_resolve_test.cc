#include "rules/notation/pgn_resolve.h"

#include <gtest/gtest.h>

#include <string>

#include "rules/notation/fen.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/uci.h"

namespace chess::rules {
namespace {

PgnGame ReadOne(std::string_view text) {
  PgnReader reader(PgnFromText(text));
  auto game = reader.Next();
  EXPECT_TRUE(game.has_value());
  return game.value_or(PgnGame());
}

struct Resolved {
  PgnGame game;
  std::optional<PgnMeaning> meaning;
};

Resolved Resolve(std::string_view text, const PgnResolveOptions& options = {}) {
  Resolved resolved;
  resolved.game = ReadOne(text);
  resolved.meaning = ResolvePgn(&resolved.game, options);
  return resolved;
}

std::string Moves(const PgnGame& game) {
  std::string moves;
  for (const uint32_t node : game.MainLine()) moves += game.nodes[node].text + " ";
  return moves;
}

std::string Problem(const PgnGame& game) {
  if (game.problems.empty()) return "";
  const PgnProblem& problem = game.problems[0];
  return std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column) + " " +
         problem.reason;
}

TEST(ResolvePgn, TextsBecomeExactSan) {
  const Resolved r = Resolve("1. e2e4 e7-e5 2. Ng1f3 Nb8c6+ 3. Bc4 Nf6 4. 0-0 *");
  EXPECT_EQ(Moves(r.game), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O ");
  EXPECT_TRUE(r.game.problems.empty());
  EXPECT_EQ(WriteFen(r.meaning->end, r.meaning->rules),
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
}

TEST(ResolvePgn, AnIllegalMoveEndsTheGameWhereItStands) {
  const Resolved r = Resolve("1. e4 e5\n2. Bb4 (2. Nf3) Nc6 *");
  EXPECT_EQ(Moves(r.game), "e4 e5 ");
  EXPECT_EQ(Problem(r.game), "2:4 PIECE_CANNOT_MOVE_THERE");
  EXPECT_EQ(r.game.problems[0].ply, 3);
  EXPECT_FALSE(r.game.ok());
}

TEST(ResolvePgn, AFaultInAVariationLeavesTheMainLineGood) {
  const Resolved r = Resolve("1. e4 e5 (1... Qxd8) (1... c5 2. Nf3) 2. Nf3 *");
  EXPECT_EQ(Moves(r.game), "e4 e5 Nf3 ");
  EXPECT_EQ(Problem(r.game), "1:16 PIECE_CANNOT_MOVE_THERE");
  EXPECT_TRUE(r.game.ok());
  EXPECT_EQ(r.game.nodes[1].children.size(), 2u);
}

TEST(ResolvePgn, PassesAreForVariationsOnly) {
  EXPECT_TRUE(Resolve("1. e4 e5 2. Nf3 (2. -- d5 3. exd5) (2. Z0 d6) Nc6 *").game.problems.empty());
  EXPECT_EQ(Problem(Resolve("1. e4 -- 2. d4 *").game), "1:7 MOVE_MALFORMED");
}

TEST(ResolvePgn, ReadingGoesOnBehindRepetitionsAndFiftyMoves) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "Nf3 Nf6 Ng1 Ng8 ";
  const Resolved r = Resolve(text + "*");
  EXPECT_TRUE(r.game.problems.empty());
  EXPECT_EQ(r.game.MainLine().size(), 240u);
}

TEST(ResolvePgn, NothingFollowsAVariantEnding) {
  const Resolved r = Resolve("[Variant \"King of the Hill\"]\n[SetUp \"1\"]\n"
                             "[FEN \"4k3/8/8/8/8/3K4/8/8 w - - 0 1\"]\n\n1. Kd4 Kd7 1-0");
  EXPECT_EQ(Problem(r.game), "5:8 PGN_MOVE_AFTER_END");
  EXPECT_EQ(Moves(r.game), "Kd4# ");
}

TEST(ResolvePgn, VariantTagsNameTheRuleSet) {
  const Resolved r = Resolve("[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]\n"
                             "[Variant \"fischerandom\"]\n[Variant \"King of the Hill\"]\n\n"
                             "1. e4 *");
  ASSERT_TRUE(r.meaning.has_value());
  EXPECT_EQ(r.meaning->rules.Name(), "chess960+king_of_the_hill");
  EXPECT_EQ(*r.game.Tag("Variant"), r.meaning->rules.Title());
}

TEST(ResolvePgn, AChess960NumberStandsForItsArray) {
  const Resolved r = Resolve("[Variant \"Chess960\"]\n[Position \"0\"]\n\n1. e4 *");
  ASSERT_TRUE(r.meaning.has_value());
  EXPECT_EQ(WriteFen(r.meaning->start, r.meaning->rules).substr(0, 8), "bbqnnrkr");
  EXPECT_EQ(*r.game.Tag("Position"), "0");
}

TEST(ResolvePgn, BadStartsAreReportedAtTheirTag) {
  EXPECT_EQ(Problem(Resolve("[Event \"a\"]\n[FEN \"4k3/9/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*").game),
            "2:1 PGN_BAD_FEN");
  EXPECT_EQ(Problem(Resolve("[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*").game), "1:1 PGN_BAD_FEN");
  EXPECT_EQ(Problem(Resolve("[Variant \"Calvinball\"]\n\n1. e4 *").game),
            "1:1 PGN_UNKNOWN_VARIANT");
  const Resolved promised = Resolve("[SetUp \"1\"]\n\n1. e4 *");
  EXPECT_EQ(Problem(promised.game), "1:1 PGN_SETUP_WITHOUT_FEN");
  EXPECT_TRUE(promised.game.ok());
}

TEST(ResolvePgn, AResultAgainstTheBoardIsAWarning) {
  const Resolved r = Resolve("1. f3 e5 2. g4 Qh4# 1-0");
  EXPECT_EQ(Problem(r.game), "1:16 PGN_RESULT_CONTRADICTS_POSITION");
  EXPECT_TRUE(r.game.ok());
  EXPECT_TRUE(Resolve("1. f3 e5 2. g4 Qh4# 0-1").game.problems.empty());
}

TEST(ResolvePgn, OptionsCutVariationsAndKeepTexts) {
  PgnResolveOptions options;
  options.variations = false;
  options.canonical = false;
  const Resolved r = Resolve("1. e2e4 (1. Qh8) e5 *", options);
  EXPECT_EQ(Moves(r.game), "e2e4 e5 ");
  EXPECT_TRUE(r.game.problems.empty());
}

TEST(PgnOf, AGameBecomesPgnThatReadsBack) {
  auto game = Game::Start(*ParseRuleSet("chess960:0"));
  ASSERT_TRUE(game.ok());
  for (const char* uci : {"e2e4", "e7e5", "f2f3"}) {
    const auto move = ParseUci(game->position(), game->rules(), uci);
    ASSERT_TRUE(move.ok()) << uci;
    game->PlayLegal(*move);
  }
  const PgnGame pgn = PgnOf(*game);
  ASSERT_NE(pgn.Tag("Position"), nullptr);
  EXPECT_EQ(*pgn.Tag("Position"), "0");
  EXPECT_EQ(*pgn.Tag("SetUp"), "1");
  EXPECT_EQ(Moves(pgn), "e4 e5 f3 ");
  EXPECT_EQ(pgn.result, "*");
}

}  // namespace
}  // namespace chess::rules
