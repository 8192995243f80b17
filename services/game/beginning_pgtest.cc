// Games that do not begin at once, on a real Postgres: readiness, drafts, the brain, and the
// secrets that stand beside the log.

#include <gtest/gtest.h>

#include "chess/game/v1/game_service.pb.h"
#include "game/convert.h"
#include "game/testing/game_rig.h"

namespace chess::game {
namespace {

using chess::testing::PostgresServer;
using chess::testing::WaitFor;

constexpr char kWhiteArmy[] = "8/8/PPPP4/4K3";
constexpr char kBlackArmy[] = "4k3/pppp4/8/8";

v1::GameView ViewOf(const Answer& answer) {
  v1::GameView view;
  EXPECT_TRUE(view.ParseFromString(answer.view));
  return view;
}

class BeginningTest : public ::testing::Test {
 protected:
  BeginningTest() : url_(PostgresServer::Shared().NewDatabase()), config_(RigConfig(url_)) {
    config_.compact_after_seconds = 0;
    config_.compact_interval_seconds = 3600;
    app_ = StartReplica(config_);
  }

  // Nobody has looked at it yet.
  std::string Make(const std::string& id, const std::string& rule_set) {
    return StoredGame(*app_, id, rule_set);
  }

  // Moves a game into the past, so that its deadline is over, and forgets it.
  void Age(const std::string& id, const std::string& interval) {
    const std::string past = " - interval '" + interval + "'";
    const std::string where = " WHERE game_id = '" + id + "'";
    Sql(url_, "UPDATE game.game_events SET event_time = event_time" + past + where);
    app_ = StartReplica(config_);
  }

  v1::GameView Seen(const std::string& id, rules::Seat seat) {
    const auto answer = Read(*app_, id);
    EXPECT_TRUE(answer.ok());
    v1::GameView view;
    view.ParseFromString(ViewBytes(*answer->game.state, seat, answer->game.secrets.get()));
    return view;
  }
  std::string Count(const std::string& table, const std::string& id) {
    return Sql(url_, "SELECT count(*) FROM game." + table + " WHERE game_id = '" + id + "'");
  }
  base::Result<Answer> Do(const std::string& id, match::Action action, const Call& call) {
    return Begin(*app_, id, std::move(action), call).get();
  }

  std::string url_;
  Config config_;
  std::unique_ptr<App> app_;
};

Call White() { return {kWhiteId}; }
Call Black() { return {kBlackId}; }

TEST_F(BeginningTest, AGameWithDiceBeginsWhenBothAreReady) {
  const std::string id = Make("Dice0001", "dice");
  EXPECT_EQ(Reason(Do(id, match::PlayMove{"e4", std::nullopt}, White())), "NOT_READY");
  EXPECT_EQ(Reason(Do(id, match::Ready{match::Nonce{7}}, White())), "");
  EXPECT_EQ(Reason(Do(id, match::Ready{match::Nonce{8}}, White())), "READY_NOT_AWAITED");
  const auto begun = Do(id, match::Ready{match::Nonce{9}}, Black());
  ASSERT_EQ(Reason(begun), "");
  const v1::GameView view = ViewOf(*begun);
  EXPECT_EQ(view.state(), v1::GAME_STATE_RUNNING);
  EXPECT_EQ(view.roll().draw_number(), 1);
  EXPECT_TRUE(view.chance().secret().empty());
}

TEST_F(BeginningTest, WhoIsNotReadyInTimeCountsWithZeros) {
  const std::string id = Make("Dice0002", "chess960+dice");
  ASSERT_EQ(Reason(Do(id, match::Ready{match::Nonce{7}}, Black())), "");
  EXPECT_FALSE(Seen(id, rules::Seat::kWhite).has_setup_number());
  Age(id, "6 seconds");
  ASSERT_EQ(Reason(Act(*app_, id, match::DeadlineDue{})), "");
  const v1::GameView view = Seen(id, rules::Seat::kWhite);
  EXPECT_EQ(view.state(), v1::GAME_STATE_RUNNING);
  EXPECT_TRUE(view.has_setup_number());
  EXPECT_EQ(view.chance().white_nonce(), std::string(16, '\0'));
}

TEST_F(BeginningTest, AnArmyInProgressIsItsOwnersAlone) {
  const std::string id = Make("Draft001", "draft");
  const auto kept = Do(id, match::SetDraft{kWhiteArmy, 1}, White());
  ASSERT_EQ(Reason(kept), "");
  EXPECT_EQ(ViewOf(*kept).drafting().army(), kWhiteArmy);
  EXPECT_EQ(Count("game_events", id), "1");
  EXPECT_FALSE(Seen(id, rules::Seat::kSpectator).drafting().has_army());
  EXPECT_NE(Seen(id, rules::Seat::kBlack).drafting().army(), kWhiteArmy);
  // Another replica knows it, and an older edition from a slow line changes nothing.
  app_ = StartReplica(config_);
  EXPECT_EQ(Seen(id, rules::Seat::kWhite).drafting().army(), kWhiteArmy);
  ASSERT_EQ(Reason(Do(id, match::SetDraft{"8/8/8/4K3", 0}, White())), "");
  EXPECT_EQ(Seen(id, rules::Seat::kWhite).drafting().army(), kWhiteArmy);
  EXPECT_EQ(Reason(Do(id, match::SetDraft{"8/8/QQQQQQQQ/4K3", 2}, White())), "ARMY_INVALID");
}

TEST_F(BeginningTest, ALockedArmyIsFinalAndNotInTheLogBeforeTheOtherIs) {
  const std::string id = Make("Draft002", "draft");
  ASSERT_EQ(Reason(Do(id, match::LockDraft{kWhiteArmy}, White())), "");
  EXPECT_EQ(Reason(Do(id, match::SetDraft{"8/8/8/4K3", 9}, White())), "DRAFT_LOCKED");
  EXPECT_EQ(Sql(url_,
                "SELECT count(*) FROM game.game_events WHERE position('PPPP'::bytea IN "
                "events) > 0 AND game_id = '" +
                    id + "'"),
            "0");
  EXPECT_TRUE(Seen(id, rules::Seat::kBlack).drafting().white_locked());
  ASSERT_EQ(Reason(Do(id, match::LockDraft{kBlackArmy}, Black())), "");
  const v1::GameView view = Seen(id, rules::Seat::kSpectator);
  EXPECT_EQ(view.state(), v1::GAME_STATE_RUNNING);
  EXPECT_EQ(view.fen(), "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1");
}

TEST_F(BeginningTest, WhenTheDraftsTimeIsUpWhatIsPlacedCounts) {
  const std::string id = Make("Draft003", "draft");
  ASSERT_EQ(Reason(Do(id, match::SetDraft{"8/8/PPPP4/8", 1}, White())), "");
  Age(id, "4 minutes");
  ASSERT_EQ(Reason(Act(*app_, id, match::DeadlineDue{})), "");
  EXPECT_EQ(Seen(id, rules::Seat::kSpectator).fen(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPP4/4K3 w kq - 0 1");
}

TEST_F(BeginningTest, ABrainThatNobodyAskedIsReplacedWhenItsTimeIsUp) {
  const std::string id = Make("Brain001", "hand_and_brain");
  EXPECT_EQ(Reason(Do(id, match::PlayMove{"e4", std::nullopt}, White())), "BRAIN_THINKING");
  ASSERT_TRUE(WaitFor([&] {
    const auto answer = Act(*app_, id, match::DeadlineDue{});
    return answer.ok() && answer->kind == match::Decision::Kind::kAppend;
  }));
  const v1::GameView view = Seen(id, rules::Seat::kWhite);
  EXPECT_EQ(view.brain().state(), v1::BRAIN_STATE_NAMED);
  EXPECT_GT(view.legal_moves_size(), 0);
}

TEST_F(BeginningTest, SecretsGoWithTheLogWhenTheGameIsCompacted) {
  const std::string id = Make("Draft004", "dice+draft");
  ASSERT_EQ(Reason(Do(id, match::Ready{match::Nonce{1}}, White())), "");
  ASSERT_EQ(Reason(Do(id, match::Ready{match::Nonce{2}}, Black())), "");
  ASSERT_EQ(Reason(Do(id, match::LockDraft{kWhiteArmy}, White())), "");
  ASSERT_EQ(Reason(Do(id, match::LockDraft{kBlackArmy}, Black())), "");
  EXPECT_EQ(Count("game_secrets", id), "3");
  ASSERT_EQ(Reason(Do(id, match::Abort{}, White())), "");
  const v1::GameView before = Seen(id, rules::Seat::kSpectator);
  EXPECT_EQ(before.chance().secret().size(), 32u);
  ASSERT_TRUE(WaitFor([&] { return app_->housekeeper().Compact() == 1; }));
  EXPECT_EQ(Count("game_secrets", id), "0");
  app_ = StartReplica(config_);
  const v1::GameView after = Seen(id, rules::Seat::kSpectator);
  EXPECT_EQ(after.fen(), before.fen());
  EXPECT_EQ(after.chance().secret(), before.chance().secret());
}

TEST_F(BeginningTest, ARepeatedReadyShowsNoArmyOfLater) {
  const std::string id = Make("Draft007", "dice+draft");
  ASSERT_EQ(Reason(Do(id, match::Ready{match::Nonce{1}}, White())), "");
  Call black = Black();
  black.request_id = match::RequestId{7};
  const auto first = Do(id, match::Ready{match::Nonce{2}}, black);
  ASSERT_TRUE(first.ok());
  ASSERT_EQ(Reason(Do(id, match::LockDraft{kBlackArmy}, Black())), "");
  app_ = StartReplica(config_);
  const auto again = Do(id, match::Ready{match::Nonce{2}}, black);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->view, first->view);
}

TEST_F(BeginningTest, ARepeatedLockIsAnsweredWithTheArmyLikeTheFirst) {
  const std::string id = Make("Draft006", "draft+fog_of_war");
  Call white = White();
  white.request_id = match::RequestId{6};
  const auto first = Do(id, match::LockDraft{kWhiteArmy}, white);
  ASSERT_TRUE(first.ok());
  v1::GameView view;
  ASSERT_TRUE(view.ParseFromString(first->view));
  EXPECT_EQ(view.drafting().army(), kWhiteArmy);
  const auto expect_same = [&](const char* when) {
    const auto again = Do(id, match::LockDraft{kWhiteArmy}, white);
    ASSERT_TRUE(again.ok()) << when;
    EXPECT_EQ(again->kind, match::Decision::Kind::kRepeated) << when;
    EXPECT_EQ(again->seq, first->seq) << when;
    EXPECT_EQ(again->view, first->view) << when;
  };
  expect_same("at once");
  app_ = StartReplica(config_);
  expect_same("on another replica");
  ASSERT_EQ(Reason(Do(id, match::LockDraft{kBlackArmy}, Black())), "");
  expect_same("after both");
}

TEST_F(BeginningTest, AGameCalledOffBeforeTheMenStandShowsNone) {
  const std::string id = Make("Draft005", "draft");
  ASSERT_EQ(Reason(Do(id, match::SetDraft{kWhiteArmy, 1}, White())), "");
  ASSERT_EQ(Reason(Do(id, match::Abort{}, Black())), "");
  EXPECT_EQ(
      Sql(url_, "SELECT coalesce(final_fen, '') FROM game.games WHERE game_id = '" + id + "'"), "");
  EXPECT_FALSE(Seen(id, rules::Seat::kSpectator).drafting().has_army());
}

}  // namespace
}  // namespace chess::game
