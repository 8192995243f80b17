// Results that an operator changed: ratings are as if the game had always ended so.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <pqxx/pqxx>
#include <set>
#include <thread>

#include "base/ids.h"
#include "base/random.h"
#include "chess/game/v1/game.pb.h"
#include "lobby/rating_amendment_repository.h"
#include "lobby/rating_game.h"
#include "lobby/test_system.h"
#include "ratings/glicko2.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;

constexpr int64_t kEnd = 1'700'000'000'000;

// What became of a game.
struct Played {
  internal::v1::ApplyResultRequest request;
  bool voided = false;
};

class Amendments : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};
  std::vector<Guest> guests_ = {system_.SignUp("Anna"), system_.SignUp("Bobby"),
                                system_.SignUp("Clara"), system_.SignUp("Dora"),
                                system_.SignUp("Emil")};

  internal::v1::ApplyResultRequest Game(int white, int black, const std::string& score,
                                        int64_t end_ms = kEnd, const std::string& speed = "blitz") {
    internal::v1::ApplyResultRequest request;
    request.set_game_id(base::NewGameId().value);
    request.set_white_id(guests_[white].player_id);
    request.set_black_id(guests_[black].player_id);
    request.set_family("standard");
    request.set_speed(speed);
    request.set_score(score);
    request.set_end_time_ms(end_ms);
    request.set_plies(40);
    request.set_rated(true);
    return request;
  }
  internal::v1::ApplyResultResponse Apply(const internal::v1::ApplyResultRequest& request) {
    internal::v1::ApplyResultResponse response;
    const grpc::Status status =
        system_.inside->ApplyResult(system_.Context(nullptr).get(), request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  grpc::Status TryAmend(internal::v1::ApplyResultRequest request, const std::string& score,
                        int amendment, internal::v1::AmendResultResponse* response) {
    request.set_score(score);
    internal::v1::AmendResultRequest amend;
    *amend.mutable_result() = request;
    amend.set_amendment(amendment);
    return system_.inside->AmendResult(system_.Context(nullptr).get(), amend, response);
  }
  internal::v1::AmendResultResponse Amend(const internal::v1::ApplyResultRequest& request,
                                          const std::string& score, int amendment = 1) {
    internal::v1::AmendResultResponse response;
    const grpc::Status status = TryAmend(request, score, amendment, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  // Rating of a player in blitz; none: no row is shown.
  std::optional<v1::Rating> RatingOf(int guest, const std::string& speed = "blitz") {
    v1::GetPlayerRequest request;
    request.set_player_id(guests_[guest].player_id);
    v1::GetPlayerResponse response;
    EXPECT_TRUE(
        system_.players->GetPlayer(system_.Context(nullptr).get(), request, &response).ok());
    for (const v1::Rating& rating : response.ratings()) {
      if (rating.speed() == speed) return rating;
    }
    return std::nullopt;
  }

  double StoredDeviation(int guest) {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    return tx
        .exec("SELECT deviation FROM lobby.ratings WHERE speed = 'blitz' AND player_id = '" +
              guests_[guest].player_id + "'")[0][0]
        .as<double>();
  }

  // What the ratings would be had only the games that count been played, with their last results.
  std::map<std::string, ratings::Rating> Wanted(const std::vector<Played>& games) {
    std::map<std::string, ratings::Rating> wanted;
    for (const Played& game : games) {
      if (game.voided) continue;
      ratings::Rating& white = wanted[game.request.white_id()];
      ratings::Rating& black = wanted[game.request.black_id()];
      const ratings::Pair after = ratings::RateGame(white, black, ScoreOf(game.request.score()),
                                                    game.request.end_time_ms());
      white = after.a;
      black = after.b;
    }
    return wanted;
  }
  void ExpectRatings(const std::vector<Played>& games) {
    const auto wanted = Wanted(games);
    for (int i = 0; i < static_cast<int>(guests_.size()); ++i) {
      const auto found = wanted.find(guests_[i].player_id);
      const auto shown = RatingOf(i);
      ASSERT_EQ(shown.has_value(), found != wanted.end()) << guests_[i].name;
      if (!shown) continue;
      EXPECT_DOUBLE_EQ(shown->rating(), found->second.glicko.rating) << guests_[i].name;
      EXPECT_DOUBLE_EQ(StoredDeviation(i), found->second.glicko.deviation);  // shown: grown
      EXPECT_DOUBLE_EQ(shown->volatility(), found->second.glicko.volatility);
      EXPECT_EQ(shown->games(), found->second.games);
    }
  }
  // The history says the same: replayed in its own order it gives the numbers that it holds.
  void ExpectHistoryReplays() {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    const pqxx::result rows = tx.exec(
        "SELECT white_id, black_id, score, (extract(epoch FROM end_time) * 1000)::bigint,"
        " white_rating_before, white_rating_after, black_rating_before, black_rating_after, speed"
        " FROM lobby.rating_history WHERE void_time IS NULL ORDER BY applied_no");
    std::map<std::string, ratings::Rating> replayed;
    for (const pqxx::row& row : rows) {
      const std::string speed = row[8].as<std::string>();
      ratings::Rating& white = replayed[row[0].as<std::string>() + speed];
      ratings::Rating& black = replayed[row[1].as<std::string>() + speed];
      EXPECT_DOUBLE_EQ(white.glicko.rating, row[4].as<double>());
      EXPECT_DOUBLE_EQ(black.glicko.rating, row[6].as<double>());
      const ratings::Pair after =
          ratings::RateGame(white, black, ScoreOf(row[2].as<std::string>()), row[3].as<int64_t>());
      white = after.a;
      black = after.b;
      EXPECT_DOUBLE_EQ(white.glicko.rating, row[5].as<double>());
      EXPECT_DOUBLE_EQ(black.glicko.rating, row[7].as<double>());
    }
  }
};

TEST_F(Amendments, AVoidedGameLeavesTheRatingsAsIfItHadNotBeen) {
  const auto game = Game(0, 1, "1-0");
  ASSERT_TRUE(Apply(game).applied());
  const auto response = Amend(game, "*");
  EXPECT_FALSE(response.applied());
  EXPECT_FALSE(RatingOf(0).has_value());
  EXPECT_FALSE(RatingOf(1).has_value());
  // Somebody who comes late with the old result changes nothing.
  EXPECT_FALSE(Apply(game).applied());
  EXPECT_FALSE(RatingOf(0).has_value());
}

TEST_F(Amendments, AnotherResultCountsAsIfItHadAlwaysBeenSo) {
  const auto game = Game(0, 1, "1-0");
  Apply(game);
  const auto response = Amend(game, "0-1");
  const ratings::Pair wanted = ratings::RateGame({}, {}, 0, kEnd);
  EXPECT_TRUE(response.applied());
  EXPECT_EQ(response.white().before(), 1500);
  EXPECT_EQ(response.white().after(), std::lround(wanted.a.glicko.rating));
  EXPECT_DOUBLE_EQ(RatingOf(1)->rating(), wanted.b.glicko.rating);
  EXPECT_EQ(RatingOf(1)->games(), 1);
}

TEST_F(Amendments, LaterGamesOfAllWhoFeelItAreRatedAgain) {
  std::vector<Played> games;
  const int pairs[][2] = {{0, 1}, {1, 2}, {3, 4}, {2, 0}, {4, 1}, {0, 1}};
  const char* scores[] = {"1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2"};
  for (int i = 0; i < 6; ++i) {
    games.push_back({Game(pairs[i][0], pairs[i][1], scores[i], kEnd + i * 3'600'000)});
    Apply(games.back().request);
  }
  ExpectRatings(games);
  Amend(games[0].request, "*");
  games[0].voided = true;
  ExpectRatings(games);
  ExpectHistoryReplays();
  Amend(games[1].request, "1-0");
  games[1].request.set_score("1-0");
  ExpectRatings(games);
  // It gets a result again: its place in the order has stayed.
  Amend(games[0].request, "0-1", 2);
  games[0] = {games[0].request};
  games[0].request.set_score("0-1");
  ExpectRatings(games);
  ExpectHistoryReplays();
}

TEST_F(Amendments, HistoryIsReadInPages) {
  std::vector<Played> games;
  for (int i = 0; i < 12; ++i) {
    games.push_back({Game(i % 5, (i + 1 + i / 5) % 5, i % 3 == 0 ? "1-0" : "0-1", kEnd + i)});
    Apply(games.back().request);
  }
  const auto pool = postgres::Pool::Create({database_});
  RatingRepository ratings(pool);
  for (const int page : {1, 3, 12}) {
    Played& changed = games[page == 12 ? 0 : 1];
    changed.request.set_score(page == 3 ? "0-1" : "1/2-1/2");
    const auto& request = changed.request;
    const FinishedGame game{{request.game_id()},  {request.white_id()}, {request.black_id()},
                            request.family(),     request.speed(),      ScoreOf(request.score()),
                            request.end_time_ms()};
    ASSERT_TRUE(RatingAmendmentRepository(ratings, pool, page).Amend(game, true, page).ok());
    ExpectRatings(games);
    ExpectHistoryReplays();
  }
}

TEST_F(Amendments, OtherSpeedsAndPlayersAreNotTouched) {
  const auto blitz = Game(0, 1, "1-0");
  const auto rapid = Game(0, 1, "1-0", kEnd, "rapid");
  const auto strangers = Game(2, 3, "1-0");
  for (const auto* game : {&blitz, &rapid, &strangers}) Apply(*game);
  const double before = RatingOf(0, "rapid")->rating();
  Amend(blitz, "*");
  EXPECT_FALSE(RatingOf(0).has_value());
  EXPECT_DOUBLE_EQ(RatingOf(0, "rapid")->rating(), before);
  EXPECT_GT(RatingOf(2)->rating(), 1500);
}

TEST_F(Amendments, ARepetitionAnswersAndAnOlderAmendmentChangesNothing) {
  const auto game = Game(0, 1, "1-0");
  Apply(game);
  const auto second = Amend(game, "1/2-1/2", 2);
  EXPECT_EQ(Amend(game, "1/2-1/2", 2).SerializeAsString(), second.SerializeAsString());
  EXPECT_EQ(Amend(game, "*", 1).SerializeAsString(), second.SerializeAsString());
  EXPECT_EQ(RatingOf(0)->games(), 1);
}

TEST_F(Amendments, AGameThatWasNeverRatedIsRatedOrKeptOut) {
  const auto rated = Game(0, 1, "1-0");
  EXPECT_TRUE(Amend(rated, "0-1").applied());
  EXPECT_LT(RatingOf(0)->rating(), 1500);
  EXPECT_EQ(Apply(rated).white().after(), std::lround(RatingOf(0)->rating()));
  const auto voided = Game(2, 3, "1-0");
  EXPECT_FALSE(Amend(voided, "*").applied());
  EXPECT_FALSE(Apply(voided).applied());  // its first report comes after that
  EXPECT_FALSE(RatingOf(2).has_value());
  ExpectHistoryReplays();
}

TEST_F(Amendments, WhatDoesNotCountIsLeftAlone) {
  auto casual = Game(0, 1, "1-0");
  casual.set_rated(false);
  EXPECT_FALSE(Amend(casual, "0-1").applied());
  auto brief = Game(0, 1, "1-0");
  brief.set_plies(1);
  EXPECT_FALSE(Amend(brief, "0-1").applied());
  EXPECT_FALSE(RatingOf(0).has_value());
  auto stranger = Game(0, 1, "1-0");
  stranger.set_black_id("000000000000");
  EXPECT_FALSE(Amend(stranger, "*").applied());
}

TEST_F(Amendments, NonsenseIsRefused) {
  internal::v1::AmendResultResponse response;
  const auto game = Game(0, 1, "1-0");
  EXPECT_EQ(ReasonOf(TryAmend(game, "2-0", 1, &response)), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(TryAmend(game, "*", 0, &response)), "INVALID_FIELD");
  auto bad = game;
  bad.set_game_id("x");
  EXPECT_EQ(ReasonOf(TryAmend(bad, "*", 1, &response)), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(system_.inside->AmendResult(system_.Context(nullptr).get(), {}, &response)),
            "INVALID_FIELD");
}

// Games of the same players keep ending while results are changed: nothing is lost or counted
// twice, no deadlock, and history still replays to its own numbers.
TEST_F(Amendments, RaceWithGamesThatEnd) {
  std::vector<Played> first;
  for (int i = 0; i < 10; ++i) {
    first.push_back({Game(i % 5, (i + 1) % 5, i % 2 == 0 ? "1-0" : "0-1", kEnd + i)});
    Apply(first.back().request);
  }
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 3; ++worker) {
    threads.emplace_back([&, worker] {
      for (int i = 0; i < 20; ++i) {
        Apply(Game((worker + i) % 5, (worker + i + 2) % 5, "1-0", kEnd + 1000 + i));
      }
    });
  }
  std::set<std::string> voided;
  threads.emplace_back([&] {
    for (const Played& game : first) {
      internal::v1::AmendResultResponse response;
      grpc::Status status;
      for (int attempt = 0; attempt < 50; ++attempt) {  // as the game service repeats it
        status = TryAmend(game.request, "*", 1, &response);
        if (status.ok()) break;
      }
      EXPECT_TRUE(status.ok()) << status.error_message();
    }
  });
  for (std::thread& thread : threads) thread.join();
  int games = 0;
  for (int i = 0; i < 5; ++i) games += RatingOf(i).value_or(v1::Rating()).games();
  EXPECT_EQ(games, 2 * 60);
  ExpectHistoryReplays();
}

}  // namespace
}  // namespace chess::lobby
