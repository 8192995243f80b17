#include "chessctl/admin/game_words.h"

#include <gtest/gtest.h>

namespace chess::chessctl::admin {
namespace {

TEST(GameWords, NameResultsCausesStatesAndEndings) {
  EXPECT_EQ(ResultOf("white"), game_v1::DECIDED_RESULT_WHITE_WINS);
  EXPECT_EQ(ResultOf("none"), game_v1::DECIDED_RESULT_NONE);
  EXPECT_EQ(ResultOf("1-0"), std::nullopt);
  EXPECT_EQ(FromWord<game_v1::OperatorCause>("fair-play", "OPERATOR_CAUSE_"),
            game_v1::OPERATOR_CAUSE_FAIR_PLAY);
  EXPECT_EQ(FromWord<game_v1::GameState>("running", "GAME_STATE_"), game_v1::GAME_STATE_RUNNING);
  EXPECT_EQ(FromWord<game_v1::EndReason>("first-move", "END_REASON_"),
            game_v1::END_REASON_FIRST_MOVE);
  for (const char* word : {"", "unspecified", "nonsense", "fair play"}) {
    EXPECT_EQ(FromWord<game_v1::OperatorCause>(word, "OPERATOR_CAUSE_"), std::nullopt) << word;
  }
  EXPECT_EQ(ToWord(game_v1::OPERATOR_CAUSE_SERVER_FAULT, "OPERATOR_CAUSE_"), "server-fault");
  EXPECT_EQ(ToWord(game_v1::OPERATOR_CAUSE_UNSPECIFIED, "OPERATOR_CAUSE_"), "-");
}

TEST(GameWords, SayHowAGameStands) {
  game_v1::GameSummary game;
  game.set_state(game_v1::GAME_STATE_RUNNING);
  EXPECT_EQ(StandingOf(game), "running");
  game.mutable_result()->set_score("0-1");
  game.mutable_result()->set_reason(game_v1::END_REASON_OPERATOR);
  game.mutable_result()->set_operator_cause(game_v1::OPERATOR_CAUSE_FAIR_PLAY);
  EXPECT_EQ(StandingOf(game), "0-1 operator (fair-play)");
  common::v1::Player player;
  player.set_name("Anna");
  EXPECT_EQ(PlayerText(player), "Anna");
  player.set_rating(1500);
  player.set_provisional(true);
  EXPECT_EQ(PlayerText(player), "Anna (1500?)");
}

TEST(GameWords, ReadDaysAndInstants) {
  google::protobuf::Timestamp time;
  ASSERT_TRUE(ReadTime("2026-11-30", &time));
  EXPECT_EQ(time.seconds(), 1'795'996'800);
  ASSERT_TRUE(ReadTime("1970-01-01T00:01:00Z", &time));
  EXPECT_EQ(time.seconds(), 60);
  for (const char* text : {"", "yesterday", "2026-13-01", "2026-11-30 02:13"}) {
    EXPECT_FALSE(ReadTime(text, &time)) << text;
  }
}

TEST(GameWords, SayHowLong) {
  EXPECT_EQ(SpanText(-5), "0s");
  EXPECT_EQ(SpanText(59), "59s");
  EXPECT_EQ(SpanText(61), "1m 1s");
  EXPECT_EQ(SpanText(3 * 3600 + 120), "3h 2m");
  EXPECT_EQ(SpanText(4 * 86'400 + 3 * 3600), "4d 3h");
}

}  // namespace
}  // namespace chess::chessctl::admin
