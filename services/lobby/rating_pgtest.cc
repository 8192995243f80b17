#include <gtest/gtest.h>

#include <map>
#include <pqxx/pqxx>
#include <thread>

#include "base/ids.h"
#include "chess/game/v1/game.pb.h"
#include "lobby/test_system.h"
#include "ratings/glicko2.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;

constexpr int64_t kEnd = 1'700'000'000'000;

class Ratings : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};
  Guest anna_ = system_.SignUp("Anna");
  Guest bob_ = system_.SignUp("Bobby");

  static internal::v1::ApplyResultRequest Game(const Guest& white, const Guest& black,
                                               const std::string& score, int64_t end_ms = kEnd) {
    internal::v1::ApplyResultRequest request;
    request.set_game_id(base::NewGameId().value);
    request.set_white_id(white.player_id);
    request.set_black_id(black.player_id);
    request.set_family("standard");
    request.set_speed("blitz");
    request.set_score(score);
    request.set_end_time_ms(end_ms);
    request.set_plies(40);
    request.set_rated(true);
    return request;
  }

  grpc::Status Apply(const internal::v1::ApplyResultRequest& request,
                     internal::v1::ApplyResultResponse* response) {
    return system_.inside->ApplyResult(system_.Context(nullptr).get(), request, response);
  }

  v1::GetPlayerResponse Profile(const Guest& guest) {
    v1::GetPlayerRequest request;
    request.set_player_id(guest.player_id);
    v1::GetPlayerResponse response;
    EXPECT_TRUE(
        system_.players->GetPlayer(system_.Context(nullptr).get(), request, &response).ok());
    return response;
  }
};

TEST_F(Ratings, AWinMovesBothRatings) {
  internal::v1::ApplyResultResponse response;
  ASSERT_TRUE(Apply(Game(anna_, bob_, "1-0"), &response).ok());
  EXPECT_TRUE(response.applied());
  const ratings::Pair wanted = ratings::RateGame({}, {}, 1, kEnd);
  EXPECT_EQ(response.white().before(), 1500);
  EXPECT_EQ(response.white().after(), std::lround(wanted.a.glicko.rating));
  EXPECT_EQ(response.black().after(), std::lround(wanted.b.glicko.rating));
  EXPECT_GT(response.white().after(), 1500);
  const auto profile = Profile(anna_);
  ASSERT_EQ(profile.ratings_size(), 1);
  EXPECT_EQ(profile.ratings(0).family(), "standard");
  EXPECT_EQ(profile.ratings(0).speed(), "blitz");
  EXPECT_EQ(profile.ratings(0).games(), 1);
  EXPECT_DOUBLE_EQ(profile.ratings(0).rating(), wanted.a.glicko.rating);
  EXPECT_TRUE(profile.ratings(0).provisional());
}

TEST_F(Ratings, AGameIsRatedOnceHoweverOftenItIsReported) {
  const auto game = Game(anna_, bob_, "0-1");
  internal::v1::ApplyResultResponse first;
  ASSERT_TRUE(Apply(game, &first).ok());
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      internal::v1::ApplyResultResponse again;
      EXPECT_TRUE(Apply(game, &again).ok());
      EXPECT_EQ(again.SerializeAsString(), first.SerializeAsString());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Profile(bob_).ratings(0).games(), 1);
}

TEST_F(Ratings, WhatDoesNotCountChangesNothing) {
  internal::v1::ApplyResultResponse response;
  auto casual = Game(anna_, bob_, "1-0");
  casual.set_rated(false);
  ASSERT_TRUE(Apply(casual, &response).ok());
  EXPECT_FALSE(response.applied());
  auto brief = Game(anna_, bob_, "1-0");
  brief.set_plies(1);
  ASSERT_TRUE(Apply(brief, &response).ok());
  EXPECT_FALSE(response.applied());
  ASSERT_TRUE(Apply(Game(anna_, bob_, "*"), &response).ok());
  EXPECT_FALSE(response.applied());
  EXPECT_EQ(Profile(anna_).ratings_size(), 0);
}

TEST_F(Ratings, NonsenseIsRefused) {
  internal::v1::ApplyResultResponse response;
  EXPECT_EQ(ReasonOf(Apply(Game(anna_, bob_, "2-0"), &response)), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(Apply(Game(anna_, anna_, "1-0"), &response)), "INVALID_FIELD");
  auto stranger = Game(anna_, bob_, "1-0");
  stranger.set_black_id("000000000000");
  EXPECT_EQ(ReasonOf(Apply(stranger, &response)), "PLAYER_NOT_FOUND");
  EXPECT_EQ(Profile(anna_).ratings_size(), 0);
}

// Many games of the same two, both colours, at once: no deadlock, none lost, and history replayed
// in its own order gives the very same numbers.
TEST_F(Ratings, HistoryReplaysToTheSameNumbers) {
  constexpr int kGames = 40;
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 4; ++worker) {
    threads.emplace_back([&, worker] {
      const char* scores[] = {"1-0", "0-1", "1/2-1/2"};
      for (int i = worker; i < kGames; i += 4) {
        const bool swap = i % 2 == 1;
        internal::v1::ApplyResultResponse response;
        const grpc::Status status =
            Apply(Game(swap ? bob_ : anna_, swap ? anna_ : bob_, scores[i % 3], kEnd + i * 60'000),
                  &response);
        EXPECT_TRUE(status.ok()) << status.error_message();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  pqxx::connection connection(database_);
  pqxx::work tx(connection);
  const pqxx::result rows = tx.exec(
      "SELECT white_id, black_id, score, (extract(epoch FROM end_time) * 1000)::bigint,"
      " white_rating_after, black_rating_after FROM lobby.rating_history ORDER BY applied_no");
  ASSERT_EQ(rows.size(), static_cast<size_t>(kGames));
  std::map<std::string, ratings::Rating> replayed;
  for (const pqxx::row& row : rows) {
    ratings::Rating& white = replayed[row[0].as<std::string>()];
    ratings::Rating& black = replayed[row[1].as<std::string>()];
    const std::string text = row[2].as<std::string>();
    const double score = text == "1-0" ? 1 : text == "0-1" ? 0 : 0.5;
    const ratings::Pair after = ratings::RateGame(white, black, score, row[3].as<int64_t>());
    white = after.a;
    black = after.b;
    EXPECT_DOUBLE_EQ(white.glicko.rating, row[4].as<double>());
    EXPECT_DOUBLE_EQ(black.glicko.rating, row[5].as<double>());
  }
  EXPECT_DOUBLE_EQ(Profile(anna_).ratings(0).rating(), replayed[anna_.player_id].glicko.rating);
  EXPECT_EQ(Profile(anna_).ratings(0).games(), kGames);
}

TEST_F(Ratings, ChallengesShowTheRatingOfTheirOwnKind) {
  internal::v1::ApplyResultResponse response;
  ASSERT_TRUE(Apply(Game(anna_, bob_, "1-0"), &response).ok());
  EXPECT_EQ(system_.Challenge(anna_, bob_, Blitz(true)).challenger().rating(),
            response.white().after());
  common::v1::MatchSettings other = Blitz(true);
  other.set_rule_set("chess960");
  EXPECT_EQ(system_.Challenge(anna_, bob_, other).challenger().rating(), 1500);
}

}  // namespace
}  // namespace chess::lobby
