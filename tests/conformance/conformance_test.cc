// The rules and notation libraries against tables of facts (README.md).
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "rules/core/moves.h"
#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"
#include "table.h"

namespace chess::conformance {
namespace {

using rules::Game;
using rules::Position;
using rules::RuleSet;

RuleSet Set(const std::string& name) {
  const auto rules = rules::ParseRuleSet(name);
  EXPECT_TRUE(rules.ok()) << name;
  return *rules;
}

Position At(const std::string& fen, const RuleSet& rules) {
  const auto parsed = rules::ReadFen(fen, rules);
  EXPECT_TRUE(parsed.ok()) << fen;
  return parsed->position;
}

// Plays on behind any ending; the reason why a text is no move, or empty.
std::string PlayAll(const std::vector<std::string>& moves, Game* game) {
  for (const std::string& text : moves) {
    const auto move = rules::ParseUci(game->position(), game->rules(), text);
    if (!move) return text + ": " + move.error().reason;
    game->PlayLegal(*move);
  }
  return "";
}

TEST(Conformance, MoveTreesHaveThePublishedNumberOfLeaves) {
  const char* setting = std::getenv("CHESS_LONG");
  const uint64_t most = setting != nullptr ? UINT64_MAX : 1'000'000;
  const auto rows = ReadTable("conformance/perft.tsv");
  ASSERT_GT(rows.size(), 200u);
  for (const Row& row : rows) {
    const RuleSet rules = Set(row[0]);
    const Position position = At(row[1], rules);
    int depth = 0;
    for (const std::string& count : Words(row[2])) {
      ++depth;
      const uint64_t expected = std::stoull(count);
      if (expected > most) break;
      EXPECT_EQ(rules::Perft(position, rules, depth), expected)
          << "line " << row.line << " depth " << depth << ": " << row[1];
    }
  }
}

TEST(Conformance, SanIsWrittenExactlyAndReadGenerously) {
  const auto rows = ReadTable("conformance/san.tsv");
  ASSERT_GT(rows.size(), 70u);
  const RuleSet rules;
  for (const Row& row : rows) {
    const Position position = At(row[0], rules);
    const auto move = rules::ParseUci(position, rules, row[1]);
    ASSERT_TRUE(move.ok()) << "line " << row.line;
    EXPECT_EQ(rules::WriteSan(position, rules, *move), row[2]) << "line " << row.line;
    std::vector<std::string> texts = Words(row[3]);
    texts.push_back(row[2]);
    for (const std::string& text : texts) {
      const auto read = rules::ReadSan(position, rules, text);
      ASSERT_TRUE(read.ok()) << "line " << row.line << " " << text;
      EXPECT_EQ(*read, *move) << "line " << row.line << " " << text;
    }
    for (const std::string& text : Words(row[4])) {
      const auto read = rules::ReadSan(position, rules, text);
      ASSERT_FALSE(read.ok()) << "line " << row.line << " " << text;
      EXPECT_EQ(read.error().reason, "MOVE_AMBIGUOUS") << "line " << row.line << " " << text;
    }
  }
}

TEST(Conformance, Chess960CastlingIsReadInEveryForm) {
  const auto rows = ReadTable("conformance/castling.tsv");
  ASSERT_GT(rows.size(), 60u);
  const RuleSet rules = Set("chess960");
  for (const Row& row : rows) {
    const Position position = At(row[0], rules);
    for (const std::string& text : Words(row[1])) {
      for (const bool as_san : {true, false}) {
        const auto move = as_san ? rules::ReadSan(position, rules, text)
                                 : rules::ParseUci(position, rules, text);
        // Castling by name has all its spellings in SAN only.
        if (!as_san && (text[0] == 'O' || text[0] == '0')) continue;
        const std::string where = "line " + std::to_string(row.line) + " " + text;
        ASSERT_EQ(move.ok(), row[2] != "-") << where;
        if (!move.ok()) continue;
        EXPECT_EQ(rules::WriteUci(*move, rules), row[2]) << where;
        if (row[3] != "-") {
          EXPECT_EQ(rules::WriteSan(position, rules, *move), row[3]) << where;
        }
        const Position after = rules::After(position, rules, *move);
        EXPECT_EQ(rules::WriteFen(after, rules), row[4]) << where;
      }
    }
  }
}

TEST(Conformance, GamesEndWhenAndHowTheLawsSay) {
  const auto rows = ReadTable("conformance/endings.tsv");
  ASSERT_GT(rows.size(), 90u);
  for (const Row& row : rows) {
    const RuleSet rules = Set(row[0]);
    rules::GameOptions options;
    if (row[1] == "by_claim") options.draw_policy = rules::DrawPolicy::kByClaim;
    Game game = Game::StartAt(rules, At(row[2], rules), options);
    EXPECT_EQ(PlayAll(Words(row[3]), &game), "") << "line " << row.line;
    EXPECT_EQ(rules::ResultText(game.outcome().result), row[4]) << "line " << row.line;
    if (row[5] == "-") continue;
    EXPECT_EQ(rules::NameOf(game.outcome().reason), row[5]) << "line " << row.line;
  }
}

TEST(Conformance, AFlagLosesUnlessTheOpponentCannotWin) {
  const auto rows = ReadTable("conformance/timeouts.tsv");
  ASSERT_GT(rows.size(), 15u);
  for (const Row& row : rows) {
    const RuleSet rules = Set(row[0]);
    const rules::Color loser = row[2] == "white" ? rules::Color::kWhite : rules::Color::kBlack;
    const auto outcome =
        rules::LossOutcome(At(row[1], rules), rules, loser, rules::EndReason::kTimeout);
    EXPECT_EQ(rules::ResultText(outcome.result), row[3]) << "line " << row.line << " " << row[1];
  }
}

TEST(Conformance, WhoCanNeverMateIsProvenAndNobodyElse) {
  const auto rows = ReadTable("conformance/can_win.tsv");
  ASSERT_GT(rows.size(), 60u);
  const RuleSet rules;
  for (const Row& row : rows) {
    const Position position = At(row[0], rules);
    for (const rules::Color side : rules::kColors) {
      const bool can = row[side == rules::Color::kWhite ? 1 : 2] == "yes";
      EXPECT_EQ(rules::CanWin(position, rules, side) != rules::CanWinAnswer::kNo, can)
          << "line " << row.line << " " << rules::NameOf(side) << ": " << row[0];
    }
  }
}

TEST(Conformance, RepetitionsAreCountedByWhatCanBePlayed) {
  const auto rows = ReadTable("conformance/repetitions.tsv");
  ASSERT_GT(rows.size(), 15u);
  for (const Row& row : rows) {
    Game game = Game::StartAt(RuleSet(), At(row[0], RuleSet()));
    EXPECT_EQ(PlayAll(Words(row[1]), &game), "") << "line " << row.line;
    EXPECT_EQ(game.Occurrences(), std::stoi(row[2])) << "line " << row.line;
  }
}

}  // namespace
}  // namespace chess::conformance
