#include "match/match_fixture.h"

namespace chess::match {
namespace {

TEST(Move, IsPlayedFromUciAndFromSan) {
  MatchTable table;
  table.Moves("e2e4 e5 Nf3 b8c6");
  const std::vector<PlyView> moves = MovesOf(table.state, Seat::kSpectator);
  ASSERT_EQ(moves.size(), 4u);
  EXPECT_EQ(moves[0].san, "e4");
  EXPECT_EQ(moves[2].uci, "g1f3");
  EXPECT_EQ(moves[3].san, "Nc6");
  EXPECT_EQ(moves[3].ply, 4);
}

TEST(Move, BothSpellingsOfCastlingArePlayed) {
  constexpr std::string_view kFen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  MatchTable table = MatchTable::From(kFen);
  table.Moves("e1g1 e8a8");
  EXPECT_EQ(table.state.plies[0].san.view(), "O-O");
  EXPECT_EQ(table.state.plies[1].san.view(), "O-O-O");
}

TEST(Move, OutOfTurnIsRefused) {
  MatchTable table;
  EXPECT_EQ(table.Do(kBlack, PlayMove{"e7e5", {}}), "NOT_YOUR_TURN");
  EXPECT_EQ(table.last.error().code, base::Code::kFailedPrecondition);
  EXPECT_EQ(table.state.seq, 1);
}

TEST(Move, WithoutASeatIsRefused) {
  MatchTable table;
  Command command = table.Make(kWhite, PlayMove{"e2e4", {}});
  command.seat.reset();
  EXPECT_EQ(table.Do(command), "NOT_A_PLAYER");
}

TEST(Move, TheTurnGrowsWithEachMoveAndAStaleOneIsRefused) {
  MatchTable table;
  EXPECT_EQ(table.state.turn, 1);
  Command first = table.Make(kWhite, PlayMove{"e2e4", {}});
  first.expected_turn = 1;
  EXPECT_EQ(table.Do(first), "");
  EXPECT_EQ(table.state.turn, 2);
  Command second = table.Make(kWhite, PlayMove{"d2d4", {}});
  second.expected_turn = 1;
  EXPECT_EQ(table.Do(second), "STALE_TURN");
  EXPECT_EQ(MetadataOf(table.last.error(), "turn"), "2");
  Command ahead = table.Make(kBlack, PlayMove{"e7e5", {}});
  ahead.expected_turn = 3;
  EXPECT_EQ(table.Do(ahead), "STALE_TURN");
}

struct Rejected {
  const char* fen;
  const char* move;
  const char* reason;
  const char* squares;
};

TEST(Move, ARejectedOneSaysWhyAndNamesTheSquares) {
  const Rejected kTable[] = {
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "d2d4", "NO_PIECE", ""},
      {"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "e7e5", "NOT_YOUR_PIECE", ""},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", "PIECE_CANNOT_MOVE_THERE", ""},
      {"4k3/8/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1", "a1a5", "PATH_BLOCKED", ""},
      {"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "PINNED", "e7"},
      {"3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "LEAVES_KING_IN_CHECK", "d8"},
      {"4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", "MUST_ANSWER_CHECK", "e7"},
      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "CASTLE_RIGHT_LOST", ""},
      {"4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "e1h1", "CASTLE_PATH_BLOCKED", ""},
      {"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "CASTLE_OUT_OF_CHECK", ""},
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "CASTLE_THROUGH_CHECK", ""},
      {"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "PROMOTION_MISSING", ""},
      {"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", "PROMOTION_INVALID", ""},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "hello", "MOVE_MALFORMED", ""},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "MOVE_MALFORMED", ""},
      {"4k3/8/8/2N5/8/8/8/2N1K3 w - - 0 1", "Nd3", "MOVE_AMBIGUOUS", ""},
  };
  for (const Rejected& row : kTable) {
    MatchTable table = MatchTable::From(row.fen);
    EXPECT_EQ(table.Move(row.move), row.reason) << row.fen << " " << row.move;
    ASSERT_FALSE(table.last.ok()) << row.fen << " " << row.move;
    EXPECT_EQ(table.last.error().code, base::Code::kInvalidArgument) << row.move;
    EXPECT_FALSE(table.last.error().message.empty());
    if (row.squares[0] != '\0') {
      EXPECT_EQ(MetadataOf(table.last.error(), "squares"), row.squares) << row.move;
    }
    EXPECT_EQ(table.state.seq, 1);
  }
}

TEST(Move, GarbageTextIsRefusedWhateverItsLength) {
  MatchTable table;
  EXPECT_EQ(table.Move(std::string(10'000, 'e')), "MOVE_MALFORMED");
  EXPECT_EQ(table.Move(std::string("e2\0e4", 5)), "MOVE_MALFORMED");
}

TEST(Move, AfterTheEndIsRefusedWithTheResult) {
  MatchTable table;
  table.Moves("f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(table.Result(), "0-1");
  EXPECT_EQ(table.Reason(), "checkmate");
  EXPECT_EQ(table.Do(kWhite, PlayMove{"e2e4", {}}), "GAME_OVER");
  EXPECT_EQ(MetadataOf(table.last.error(), "result"), "0-1");
  EXPECT_EQ(MetadataOf(table.last.error(), "reason"), "checkmate");
}

TEST(Move, MateAndMoveAreOneDecision) {
  MatchTable table;
  table.Moves("f2f3 e7e5 g2g4 d8h4");
  const DecisionRow& row = table.rows.back();
  ASSERT_EQ(row.events.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<MovePlayed>(row.events[0]));
  EXPECT_TRUE(std::holds_alternative<GameOver>(row.events[1]));
  EXPECT_EQ(table.state.plies.back().san.view(), "Qh4#");
}

}  // namespace
}  // namespace chess::match
