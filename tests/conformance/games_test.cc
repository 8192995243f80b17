// The real games of tests/testdata/games.tsv through the rules and PGN.
#include <gtest/gtest.h>

#include <string>

#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"
#include "rules/notation/uci.h"
#include "table.h"

namespace chess::conformance {
namespace {

using rules::Game;

enum Column : size_t {
  kNumber, kResult, kTermination, kBoard, kInitial, kIncrement, kPlies, kMoves, kClocks, kFinalFen
};

Game Replay(const Row& row) {
  Game game = *Game::Start(rules::RuleSet());
  for (const std::string& text : Words(row[kMoves])) {
    const auto move = rules::ParseUci(game.position(), game.rules(), text);
    EXPECT_TRUE(move.ok()) << "game " << row[kNumber] << " " << text;
    // Each move is played while the game is still running.
    if (!move.ok() || !game.Play(*move).ok()) {
      ADD_FAILURE() << "game " << row[kNumber] << " stops at " << text;
      break;
    }
  }
  return game;
}

TEST(RealGames, EndInTheRecordedPositionAndOutcome) {
  const auto rows = ReadTable("testdata/games.tsv");
  ASSERT_EQ(rows.size(), 200u);
  for (const Row& row : rows) {
    const Game game = Replay(row);
    EXPECT_EQ(std::to_string(game.ply()), row[kPlies]) << "game " << row[kNumber];
    EXPECT_EQ(rules::WriteFen(game.position(), game.rules()), row[kFinalFen])
        << "game " << row[kNumber];
    EXPECT_EQ(game.over() ? rules::NameOf(game.outcome().reason) : "-", row[kBoard])
        << "game " << row[kNumber];
    if (game.over()) {
      EXPECT_EQ(rules::ResultText(game.outcome().result), row[kResult]) << "game " << row[kNumber];
    }
  }
}

TEST(RealGames, SurviveBeingWrittenAndReadAsPgn) {
  for (const Row& row : ReadTable("testdata/games.tsv")) {
    const Game game = Replay(row);
    rules::PgnGame pgn = rules::PgnOf(game);
    pgn.result = row[kResult];
    const auto clocks = Words(row[kClocks]);
    const auto line = pgn.MainLine();
    ASSERT_EQ(clocks.size(), line.size()) << "game " << row[kNumber];
    for (size_t i = 0; i < line.size(); ++i) {
      pgn.nodes[line[i]].clock_ms = std::stoll(clocks[i]) * 100;
    }

    const std::string text = rules::WritePgn(pgn);
    rules::PgnReader reader(rules::PgnFromText(text));
    auto back = reader.Next();
    ASSERT_TRUE(back.has_value()) << "game " << row[kNumber];
    const auto meaning = rules::ResolvePgn(&*back);
    ASSERT_TRUE(meaning.has_value()) << "game " << row[kNumber];
    EXPECT_TRUE(back->problems.empty()) << "game " << row[kNumber];
    EXPECT_EQ(meaning->end, game.position()) << "game " << row[kNumber];
    EXPECT_EQ(rules::WritePgn(*back), text) << "game " << row[kNumber];
    EXPECT_FALSE(reader.Next().has_value());
  }
}

}  // namespace
}  // namespace chess::conformance
