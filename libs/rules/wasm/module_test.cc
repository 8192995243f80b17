#include "rules/wasm/module.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>

#include "rules/wasm/signature.h"

namespace chess::rules::wasm {
namespace {

void In(std::string_view text) {
  std::memcpy(chess_input(static_cast<uint32_t>(text.size())), text.data(), text.size());
}
std::string Out() { return {chess_output(), chess_output_size()}; }

int32_t Open(std::string_view rules, std::string_view fen = "") {
  In(std::string(rules) + "\n" + std::string(fen));
  return chess_open(false, false);
}
bool PlayMove(int32_t game, std::string_view move) {
  In(move);
  return chess_play(game);
}

TEST(Module, NamesARuleSetInAnyForm) {
  In("Chess960 + King of the Hill");
  ASSERT_TRUE(chess_rule_set());
  EXPECT_NE(Out().find("\"name\":\"chess960+king_of_the_hill\""), std::string::npos) << Out();
  In("no such rules");
  EXPECT_FALSE(chess_rule_set());
  EXPECT_NE(Out().find("\"reason\":\"RULE_SET_UNKNOWN\""), std::string::npos) << Out();
}

TEST(Module, ListsEveryRuleWithWhatItExcludes) {
  chess_rules();
  EXPECT_EQ(Out().rfind("[{\"key\":\"standard\"", 0), 0u) << Out();
  EXPECT_NE(Out().find("\"key\":\"chess960\""), std::string::npos);
}

TEST(Module, ChecksAFenAndNamesItsFaults) {
  In("standard\n4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  ASSERT_TRUE(chess_check_fen());
  EXPECT_EQ(Out(), "{\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"faults\":[]}");
  In("standard\n4k3/8/8/8/8/8/8/8 w - - 0 1");
  ASSERT_TRUE(chess_check_fen());
  EXPECT_NE(Out().find("king_count"), std::string::npos);
  In("standard\nnonsense");
  EXPECT_FALSE(chess_check_fen());
  EXPECT_NE(Out().find("FEN_INVALID"), std::string::npos);
}

TEST(Module, PlaysAGameToMateInUciAndSan) {
  const int32_t game = Open("standard");
  ASSERT_GE(game, 0);
  ASSERT_TRUE(PlayMove(game, "f2f3"));
  EXPECT_EQ(Out(), "{\"uci\":\"f2f3\",\"san\":\"f3\"}");
  ASSERT_TRUE(PlayMove(game, "e5"));
  ASSERT_TRUE(PlayMove(game, "g4"));
  EXPECT_FALSE(PlayMove(game, "Qh5"));
  ASSERT_TRUE(PlayMove(game, "Qh4"));
  EXPECT_EQ(Out(), "{\"uci\":\"d8h4\",\"san\":\"Qh4#\"}");
  chess_view(game, 2);
  const std::string view = Out();
  EXPECT_NE(view.find("\"state\":\"GAME_STATE_FINISHED\""), std::string::npos) << view;
  EXPECT_NE(view.find("\"winner\":\"COLOR_BLACK\",\"reason\":\"END_REASON_CHECKMATE\""),
            std::string::npos)
      << view;
  EXPECT_NE(view.find("\"lastMove\":{\"ply\":4,\"uci\":\"d8h4\",\"san\":\"Qh4#\"}"),
            std::string::npos);
  EXPECT_FALSE(PlayMove(game, "a3"));
  chess_undo(game, 2);
  chess_view(game, 0);
  EXPECT_NE(Out().find("\"ply\":2"), std::string::npos);
  chess_moves(game);
  EXPECT_NE(Out().find("\"moves\":[{\"uci\":\"f2f3\",\"san\":\"f3\"}"), std::string::npos);
  chess_pgn(game);
  EXPECT_NE(Out().find("1. f3 e5 *"), std::string::npos) << Out();
  chess_close(game);
  EXPECT_EQ(Open("standard"), game) << "a closed game's number is used again";
  chess_close(game);
}

TEST(Module, ComputerPlayersReplyTheSameToTheSame) {
  const int32_t game = Open("standard", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  ASSERT_TRUE(chess_reply(game, 5, 1));
  EXPECT_EQ(Out(), "{\"uci\":\"a1a8\",\"san\":\"Ra8#\"}");
  ASSERT_TRUE(chess_reply(game, 12, 1));
  EXPECT_EQ(Out(), "{\"uci\":\"a1a8\",\"san\":\"Ra8#\"}");
  ASSERT_TRUE(chess_reply(game, 10, 99));
  const std::string casual = Out();
  ASSERT_TRUE(PlayMove(game, "g1f1"));
  chess_undo(game, 1);
  ASSERT_TRUE(chess_reply(game, 10, 99));
  EXPECT_EQ(Out(), casual);
  chess_close(game);
}

TEST(Module, AComputerPlayerOfAFoggyGameSeesAsMuchAsItsSide) {
  const int32_t game = Open("fog_of_war");
  ASSERT_GE(game, 0);
  for (int ply = 0; ply < 6; ++ply) {
    ASSERT_TRUE(chess_reply(game, 1, 3)) << Out();
    const std::string reply = Out();
    ASSERT_TRUE(PlayMove(game, reply.substr(8, reply.find('"', 8) - 8))) << reply;
  }
  chess_undo(game, 2);
  EXPECT_TRUE(chess_reply(game, 1, 3)) << Out();
  chess_close(game);
}

TEST(Module, TurnsUnderDiceAndBrainWaitForRollAndName) {
  const int32_t game = Open("dice+hand_and_brain");
  ASSERT_GE(game, 0);
  EXPECT_FALSE(PlayMove(game, "e2e4"));
  EXPECT_FALSE(chess_reply(game, 1, 1));
  In("");
  EXPECT_FALSE(chess_name(game, 1)) << "the roll comes first";
  ASSERT_TRUE(chess_roll(game, 12345));
  EXPECT_EQ(Out(), "{\"types\":\"NP\"}");
  EXPECT_FALSE(chess_roll(game, 1));
  In("Q");
  EXPECT_FALSE(chess_name(game, 1));
  In("N");
  ASSERT_TRUE(chess_name(game, 1));
  EXPECT_FALSE(PlayMove(game, "e2e4"));
  EXPECT_TRUE(PlayMove(game, "g1f3"));
  ASSERT_TRUE(chess_roll(game, 1));
  In("");
  ASSERT_TRUE(chess_name(game, 1));
  chess_close(game);
}

TEST(Module, RefusesAStartThatTheRulesRefuse) {
  EXPECT_EQ(Open("standard", "8/8/8/8/8/8/8/8 w - - 0 1"), -1);
  EXPECT_NE(Out().find("POSITION_INVALID"), std::string::npos);
}

TEST(Module, ReadsPgnAndNamesTheFault) {
  In("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n1. e4 Ke7 *\n");
  chess_read_pgn();
  EXPECT_NE(Out().find("{\"ply\":3,\"uci\":\"g1f3\",\"san\":\"Nf3\"}"), std::string::npos) << Out();
  EXPECT_NE(Out().find("\"error\":\""), std::string::npos) << Out();
}

TEST(Signature, IsRepeatableAndSeesThousandsOfPositions) {
  uint32_t positions = 0;
  const uint64_t once = Signature(1, &positions);
  EXPECT_EQ(once, Signature(1));
  EXPECT_NE(once, Signature(2));
  EXPECT_GT(positions, 4'000u);
}

}  // namespace
}  // namespace chess::rules::wasm
