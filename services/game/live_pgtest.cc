// Bells on Redis and what gateways read for live streams.

#include <mutex>
#include <utility>

#include "game/testing/service_rig.h"
#include "redis/keys.h"
#include "redis/subscriber.h"

namespace chess::game {
namespace {

TEST_F(ServiceTest, ABellRingsForEveryDecisionAndTheDigestFollows) {
  const std::string id = NewGame(*app_);
  std::mutex mutex;
  std::vector<int64_t> bells;
  std::atomic<int64_t> digest_seq{0};
  std::atomic<bool> confirmed{false}, digest_confirmed{false};
  redis::Subscriber subscriber(
      {config_.redis_url},
      {[&](std::string_view channel, std::string_view payload) {
         if (channel == redis::GameDigestChannel()) {
           internal::v1::GameDigest digest;
           digest.ParseFromString(std::string(payload));
           for (int i = 0; i < digest.game_ids_size(); ++i) {
             if (digest.game_ids(i) == id) digest_seq = digest.last_seqs(i);
           }
           return;
         }
         internal::v1::GameBell bell;
         ASSERT_TRUE(bell.ParseFromString(std::string(payload)));
         EXPECT_EQ(bell.projections().at("all").view().seq(), bell.seq());
         std::lock_guard lock(mutex);
         bells.push_back(bell.seq());
       },
       nullptr});
  subscriber.Subscribe(redis::GameEventsChannel(id), [&](auto&) { confirmed = true; });
  subscriber.Subscribe(redis::GameDigestChannel(), [&](auto&) { digest_confirmed = true; });
  ASSERT_TRUE(WaitFor([&] { return confirmed && digest_confirmed; }));
  ASSERT_EQ(Move(kWhiteId, id, "e4"), "");
  ASSERT_EQ(Move(kBlackId, id, "e5"), "");
  ASSERT_EQ(Move(kWhiteId, id, "Nf3"), "");
  ASSERT_TRUE(WaitFor([&] {
    std::lock_guard lock(mutex);
    return bells == std::vector<int64_t>{2, 3, 4};
  }));
  EXPECT_TRUE(WaitFor([&] { return digest_seq == 4; }));
}

TEST_F(ServiceTest, GamesGoOnWhileRedisIsAway) {
  const std::string id = NewGame(*app_);
  RedisServer::Shared().Kill();
  EXPECT_EQ(Move(kWhiteId, id, "e4"), "");
  EXPECT_EQ(Move(kBlackId, id, "e5"), "");
  RedisServer::Shared().Restart();
  EXPECT_EQ(Move(kWhiteId, id, "Nf3"), "");
}

TEST_F(ServiceTest, AGatewayOpensATopicAndReadsGapsOfSeveralGames) {
  const std::string id = NewGame(*app_), other = NewGame(*app_);
  for (const char* move : {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"}) {
    const bool white = Get("", id).view().to_move() == common::v1::COLOR_WHITE;
    ASSERT_EQ(Move(white ? kWhiteId : kBlackId, id, move), "");
  }
  internal::v1::OpenTopicRequest topic;
  topic.set_game_id(id);
  topic.set_player_id(kBlackId);
  internal::v1::OpenTopicResponse opened;
  ASSERT_EQ(Reason(inside_->OpenTopic(Inside().get(), topic, &opened)), "");
  EXPECT_EQ(opened.audience(), "all");
  EXPECT_EQ(opened.last_seq(), 9);
  EXPECT_EQ(opened.your_color(), common::v1::COLOR_BLACK);
  EXPECT_EQ(opened.snapshot().moves_size(), 8);
  for (const int64_t after : {2, 8, 9}) {
    internal::v1::OpenTopicResponse resumed;
    topic.set_after_seq(after);
    ASSERT_EQ(Reason(inside_->OpenTopic(Inside().get(), topic, &resumed)), "");
    EXPECT_FALSE(resumed.has_snapshot());
    ASSERT_EQ(resumed.events_size(), 9 - after);
    for (int i = 0; i < resumed.events_size(); ++i) {
      EXPECT_EQ(resumed.events(i).seq(), after + 1 + i);
    }
  }
  topic.set_after_seq(99);  // beyond the log: start anew
  internal::v1::OpenTopicResponse reset;
  ASSERT_EQ(Reason(inside_->OpenTopic(Inside().get(), topic, &reset)), "");
  EXPECT_TRUE(reset.has_snapshot());

  internal::v1::ReadEventsRequest gaps;
  for (const auto& [game, after] : {std::pair{id, 5}, {other, 0}, {std::string("Nothing0"), 0}}) {
    auto* cursor = gaps.add_cursors();
    cursor->set_game_id(game);
    cursor->set_after_seq(after);
    cursor->set_audience("all");
  }
  internal::v1::ReadEventsResponse read;
  ASSERT_EQ(Reason(inside_->ReadEvents(Inside().get(), gaps, &read)), "");
  ASSERT_EQ(read.events_size(), 5);
  EXPECT_EQ(read.events(0).event().seq(), 6);
  EXPECT_EQ(read.events(4).event().game_id(), other);
  internal::v1::LastSeqsRequest seqs;
  for (const std::string& game : {id, std::string("'{\\,\0", 6), other}) seqs.add_game_ids(game);
  internal::v1::LastSeqsResponse last;
  ASSERT_EQ(Reason(inside_->LastSeqs(Inside().get(), seqs, &last)), "");
  EXPECT_EQ(std::vector<int64_t>(last.last_seqs().begin(), last.last_seqs().end()),
            (std::vector<int64_t>{9, 0, 1}));
}

}  // namespace
}  // namespace chess::game
