// Ratings and their history: compared, and made anew.

#include <gtest/gtest.h>

#include <map>
#include <pqxx/pqxx>
#include <set>
#include <thread>

#include "base/ids.h"
#include "lobby/test_system.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;
using Stub = v1::OperatorService::Stub;

constexpr int64_t kEnd = 1'700'000'000'000;

class RatingHistory : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};
  std::vector<Guest> players_ = {system_.SignUp("Anna"), system_.SignUp("Bobby"),
                                 system_.SignUp("Carla"), system_.SignUp("David")};

  void Sql(const std::string& statement) {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    tx.exec(statement);
    tx.commit();
  }
  void Play(int number) {
    const char* scores[] = {"1-0", "0-1", "1/2-1/2"};
    internal::v1::ApplyResultRequest request;
    request.set_game_id(base::NewGameId().value);
    request.set_white_id(players_[number % 4].player_id);
    request.set_black_id(players_[(number + 1 + number / 4 % 3) % 4].player_id);
    request.set_family("standard");
    request.set_speed(number % 5 == 0 ? "rapid" : "blitz");
    request.set_score(scores[number * 7 % 3]);
    request.set_end_time_ms(kEnd + number * 60'000LL);
    request.set_plies(40);
    request.set_rated(true);
    internal::v1::ApplyResultResponse response;
    const grpc::Status status =
        system_.inside->ApplyResult(system_.Context(nullptr).get(), request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  // Everything about ratings as text, to the last digit.
  std::string Everything() {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    std::string text;
    for (const char* query :
         {"SELECT r::text FROM lobby.ratings r ORDER BY player_id, family, speed",
          "SELECT h::text FROM lobby.rating_history h ORDER BY applied_no"}) {
      for (const pqxx::row& row : tx.exec(query)) text += row[0].as<std::string>() + "\n";
    }
    return text;
  }
  v1::VerifyRatingsResponse Verify(const v1::VerifyRatingsRequest& request = {}) {
    v1::VerifyRatingsResponse response;
    const grpc::Status status = system_.Operate(&Stub::VerifyRatings, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  std::set<std::string> Faults() {
    std::set<std::string> words;
    const v1::VerifyRatingsResponse report = Verify();
    for (const v1::RatingFault& fault : report.faults()) words.insert(fault.word());
    return words;
  }
  // A whole rebuild: the sum of its batches.
  v1::RebuildRatingsResponse Rebuild() {
    v1::RebuildRatingsRequest request;
    v1::RebuildRatingsResponse sum;
    do {
      v1::RebuildRatingsResponse batch;
      const grpc::Status status = system_.Operate(&Stub::RebuildRatings, request, &batch);
      EXPECT_TRUE(status.ok()) << status.error_message();
      if (!status.ok()) break;
      sum.set_games(sum.games() + batch.games());
      sum.set_corrected_games(sum.corrected_games() + batch.corrected_games());
      sum.set_corrected_ratings(sum.corrected_ratings() + batch.corrected_ratings());
      request.set_cursor(batch.next_cursor());
    } while (!request.cursor().empty());
    return sum;
  }
};

TEST_F(RatingHistory, OfSoundRatingsNothingIsFoundAndNothingIsChanged) {
  for (int i = 0; i < 60; ++i) Play(i);
  const std::string before = Everything();
  const v1::VerifyRatingsResponse report = Verify();
  EXPECT_EQ(report.faults_size(), 0) << report.faults(0).DebugString();
  EXPECT_EQ(report.players(), 4);
  EXPECT_EQ(report.ratings(), 8);
  EXPECT_EQ(report.games(), 120) << "each for both its players";
  EXPECT_EQ(report.next_cursor(), "");
  const v1::RebuildRatingsResponse rebuilt = Rebuild();
  EXPECT_EQ(rebuilt.games(), 60);
  EXPECT_EQ(rebuilt.corrected_games(), 0);
  EXPECT_EQ(rebuilt.corrected_ratings(), 0);
  EXPECT_EQ(Everything(), before);
}

TEST_F(RatingHistory, EachKindOfFaultIsFoundAndMended) {
  for (int i = 0; i < 40; ++i) Play(i);
  const std::string right = Everything();
  const std::map<std::string, std::string> faults = {
      {"RATING", "UPDATE lobby.ratings SET rating = rating + 1 WHERE speed = 'blitz'"},
      {"COUNT", "UPDATE lobby.ratings SET games = games + 1"},
      {"TIME", "UPDATE lobby.ratings SET last_game_time = last_game_time + interval '1 s'"},
      {"NO_RATING", "DELETE FROM lobby.ratings WHERE speed = 'rapid'"},
      {"RESULT",
       "UPDATE lobby.rating_history SET white_rating_after = white_rating_after + 3"
       " WHERE applied_no = (SELECT max(applied_no) - 5 FROM lobby.rating_history)"},
      {"CHAIN",
       "UPDATE lobby.rating_history SET white_rating_before = white_rating_before - 3,"
       " black_deviation_before = black_deviation_before + 1"
       " WHERE applied_no = (SELECT max(applied_no) - 5 FROM lobby.rating_history)"},
      {"NO_HISTORY",
       "INSERT INTO lobby.ratings (player_id, family, speed, rating, deviation, volatility, games)"
       " SELECT player_id, 'antichess', 'blitz', 1700, 90, 0.06, 12 FROM lobby.players LIMIT 1"},
  };
  for (const auto& [word, damage] : faults) {
    Sql(damage);
    EXPECT_TRUE(Faults().contains(word)) << word;
    Rebuild();
    EXPECT_EQ(Verify().faults_size(), 0) << word << ": " << Verify().DebugString();
    Sql("DELETE FROM lobby.ratings WHERE family = 'antichess'");
    EXPECT_EQ(Everything(), right) << word;
  }
}

TEST_F(RatingHistory, OnePlayerIsCheckedAlone) {
  for (int i = 0; i < 20; ++i) Play(i);
  Sql("UPDATE lobby.ratings SET rating = rating + 1 WHERE player_id = '" + players_[1].player_id +
      "'");
  v1::VerifyRatingsRequest request;
  request.mutable_player()->set_name("Anna");
  EXPECT_EQ(Verify(request).faults_size(), 0);
  request.mutable_player()->set_name("Bobby");
  EXPECT_EQ(Verify(request).faults_size(), 2) << "blitz and rapid";
  request.mutable_player()->set_name("Nobody1");
  v1::VerifyRatingsResponse response;
  EXPECT_EQ(ReasonOf(system_.Operate(&Stub::VerifyRatings, request, &response)),
            "PLAYER_NOT_FOUND");
}

TEST_F(RatingHistory, GamesThatEndDuringARebuildAreRightInTheEnd) {
  for (int i = 0; i < 200; ++i) Play(i);
  Sql("UPDATE lobby.ratings SET rating = 2000, deviation = 60 WHERE speed = 'blitz'");
  std::thread playing([&] {
    for (int i = 200; i < 280; ++i) Play(i);
  });
  Rebuild();
  playing.join();
  // What ended after the last batch began from right numbers, what ended before was put right.
  EXPECT_EQ(Verify().faults_size(), 0) << Verify().DebugString();
}

TEST_F(RatingHistory, AResultThatChangesInBetweenEndsTheRebuild) {
  for (int i = 0; i < 10; ++i) Play(i);
  v1::RebuildRatingsRequest request;
  v1::RebuildRatingsResponse begun, other;
  ASSERT_TRUE(system_.Operate(&Stub::RebuildRatings, request, &begun).ok());
  request.set_cursor(begun.next_cursor());
  Sql("UPDATE lobby.rating_history SET void_time = now()"
      " WHERE applied_no = (SELECT min(applied_no) + 3 FROM lobby.rating_history)");
  EXPECT_EQ(ReasonOf(system_.Operate(&Stub::RebuildRatings, request, &other)),
            "REBUILD_INTERRUPTED");
  EXPECT_FALSE(Faults().empty()) << "what came after was rated as if the game had counted";
  const v1::RebuildRatingsResponse rebuilt = Rebuild();
  EXPECT_GT(rebuilt.corrected_games(), 0);
  EXPECT_EQ(Verify().faults_size(), 0) << Verify().DebugString();
}

TEST_F(RatingHistory, ARebuildIsAuditedAtItsBeginAndItsEnd) {
  for (int i = 0; i < 5; ++i) Play(i);
  v1::RebuildRatingsRequest request;
  request.set_request_id(NewRequestId());
  request.set_reason("after the restore");
  v1::RebuildRatingsResponse first, again;
  ASSERT_TRUE(system_.Operate(&Stub::RebuildRatings, request, &first).ok());
  ASSERT_TRUE(system_.Operate(&Stub::RebuildRatings, request, &again).ok());
  EXPECT_EQ(first.next_cursor(), again.next_cursor()) << "one rebuild";
  v1::RebuildRatingsRequest go;
  go.set_cursor(first.next_cursor());
  v1::RebuildRatingsResponse done;
  do {
    ASSERT_TRUE(system_.Operate(&Stub::RebuildRatings, go, &done).ok());
  } while (!done.next_cursor().empty());
  v1::RebuildRatingsResponse repeated;
  ASSERT_TRUE(system_.Operate(&Stub::RebuildRatings, go, &repeated).ok())
      << "the last answer may have been lost";
  EXPECT_EQ(repeated.next_cursor(), "");
  const auto audit = system_.Audit("ratings:" + first.next_cursor());
  ASSERT_EQ(audit.size(), 2u);
  EXPECT_EQ(audit[0].action(), "ratings_rebuild_done");
  EXPECT_EQ(audit[0].detail().at("games"), "5");
  EXPECT_EQ(audit[0].detail().at("corrected_ratings"), "0");
  EXPECT_EQ(audit[1].action(), "ratings_rebuild");
  EXPECT_EQ(audit[1].reason(), "after the restore");
  go.set_cursor("not a place");
  EXPECT_EQ(ReasonOf(system_.Operate(&Stub::RebuildRatings, go, &done)), "INVALID_FIELD");
}

}  // namespace
}  // namespace chess::lobby
