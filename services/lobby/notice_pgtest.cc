// What everybody is told.

#include <google/protobuf/util/time_util.h>
#include <gtest/gtest.h>

#include <pqxx/pqxx>

#include "base/clock.h"
#include "lobby/notice_board.h"
#include "lobby/notice_repository.h"
#include "lobby/test_system.h"
#include "postgres/pool.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::lobby {
namespace {

using google::protobuf::util::TimeUtil;
using testing::PostgresServer;
using testing::RedisServer;
using testing::WaitFor;
using Stub = v1::OperatorService::Stub;

class Notices : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};

  static google::protobuf::Timestamp In(int64_t seconds) {
    return TimeUtil::MillisecondsToTimestamp(base::SystemClock().NowMs() + seconds * 1000);
  }
  static v1::SetNoticeRequest Wanted(const std::string& text,
                                     v1::NoticeSeverity severity = v1::NOTICE_SEVERITY_INFO) {
    v1::SetNoticeRequest request;
    request.set_text(text);
    request.set_severity(severity);
    return request;
  }
  grpc::Status Set(const v1::SetNoticeRequest& request, v1::OperatorNotice* notice = nullptr) {
    v1::SetNoticeResponse response;
    const grpc::Status status = system_.Operate(&Stub::SetNotice, request, &response);
    if (notice != nullptr) *notice = response.notice();
    return status;
  }
  grpc::Status Clear(int64_t notice_id) {
    v1::ClearNoticeRequest request;
    request.set_notice_id(notice_id);
    v1::ClearNoticeResponse response;
    return system_.Operate(&Stub::ClearNotice, request, &response);
  }
  // As anybody sees them.
  std::vector<std::string> Shown() {
    v1::GetNoticesResponse response;
    EXPECT_TRUE(system_.notices->GetNotices(system_.Context(nullptr).get(), {}, &response).ok());
    std::vector<std::string> texts;
    for (const v1::Notice& notice : response.notices()) texts.push_back(notice.text());
    return texts;
  }
};

TEST_F(Notices, AreShownToEverybodyTheWorstFirstAndClearedByNumber) {
  EXPECT_TRUE(Shown().empty());
  v1::OperatorNotice info, bad;
  ASSERT_TRUE(Set(Wanted("New: draft chess"), &info).ok());
  ASSERT_TRUE(Set(Wanted("We restart at noon", v1::NOTICE_SEVERITY_WARNING)).ok());
  ASSERT_TRUE(Set(Wanted("Games stop now", v1::NOTICE_SEVERITY_CRITICAL), &bad).ok());
  EXPECT_EQ(Shown(),
            (std::vector<std::string>{"Games stop now", "We restart at noon", "New: draft chess"}));
  EXPECT_TRUE(bad.shown());
  EXPECT_FALSE(bad.notice().has_until_time());
  ASSERT_TRUE(Clear(bad.notice().notice_id()).ok());
  EXPECT_EQ(Shown(), (std::vector<std::string>{"We restart at noon", "New: draft chess"}));
  EXPECT_EQ(ReasonOf(Clear(bad.notice().notice_id())), "NOTICE_NOT_FOUND");
  EXPECT_EQ(ReasonOf(Clear(99)), "NOTICE_NOT_FOUND");
  const auto audit = system_.Audit("notice:" + std::to_string(bad.notice().notice_id()));
  ASSERT_EQ(audit.size(), 2u);
  EXPECT_EQ(audit[0].action(), "notice_clear");
  EXPECT_EQ(audit[1].action(), "notice_set");
  EXPECT_EQ(audit[1].detail().at("text"), "Games stop now");
}

TEST_F(Notices, BeginAndEndAtTheirTimes) {
  auto later = Wanted("Tomorrow");
  *later.mutable_from_time() = In(3600);
  *later.mutable_until_time() = In(7200);
  v1::OperatorNotice notice;
  ASSERT_TRUE(Set(later, &notice).ok());
  EXPECT_FALSE(notice.shown());
  EXPECT_EQ(notice.notice().until_time().seconds(), later.until_time().seconds());
  ASSERT_TRUE(Set(Wanted("Now")).ok());
  EXPECT_EQ(Shown(), (std::vector<std::string>{"Now"}));
}

TEST_F(Notices, ARepeatedRequestIsOneNotice) {
  auto request = Wanted("We restart at noon");
  request.set_request_id(NewRequestId());
  v1::OperatorNotice first, again;
  ASSERT_TRUE(Set(request, &first).ok());
  ASSERT_TRUE(Set(request, &again).ok());
  EXPECT_EQ(first.notice().notice_id(), again.notice().notice_id());
  EXPECT_EQ(Shown().size(), 1u);
}

TEST_F(Notices, AreTenAtMost) {
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Set(Wanted("Notice " + std::to_string(i))).ok());
  EXPECT_EQ(ReasonOf(Set(Wanted("One more"))), "TOO_MANY");
  EXPECT_EQ(Shown().size(), 10u);
  v1::ListNoticesRequest request;
  request.mutable_page()->set_page_size(6);
  v1::ListNoticesResponse first, rest;
  ASSERT_TRUE(system_.Operate(&Stub::ListNotices, request, &first).ok());
  ASSERT_EQ(first.notices_size(), 6);
  EXPECT_EQ(first.notices(0).notice().text(), "Notice 9");
  request.mutable_page()->set_page_token(first.page().next_page_token());
  ASSERT_TRUE(system_.Operate(&Stub::ListNotices, request, &rest).ok());
  ASSERT_EQ(rest.notices_size(), 4);
  EXPECT_EQ(rest.notices(3).notice().text(), "Notice 0");
  EXPECT_EQ(rest.page().next_page_token(), "");
}

TEST_F(Notices, NonsenseIsRefused) {
  EXPECT_EQ(ReasonOf(Set(Wanted(""))), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(Set(Wanted("two\nlines"))), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(Set(Wanted(std::string(501, 'x')))), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(Set(Wanted("Hello", static_cast<v1::NoticeSeverity>(9)))), "INVALID_FIELD");
  auto past = Wanted("Hello");
  *past.mutable_until_time() = In(-10);
  EXPECT_EQ(ReasonOf(Set(past)), "INVALID_FIELD");
  auto backwards = Wanted("Hello");
  *backwards.mutable_from_time() = In(100);
  *backwards.mutable_until_time() = In(50);
  EXPECT_EQ(ReasonOf(Set(backwards)), "INVALID_FIELD");
  EXPECT_TRUE(Shown().empty());
}

// However many look, Postgres is asked once in two seconds, also when it does not answer: who looks
// holds a thread.
TEST(NoticeBoardTest, RemembersAnOutageToo) {
  PostgresServer postgres;
  NoticeRepository repository(postgres::Pool::Create({postgres.NewDatabase()}));
  base::FakeClock clock(1'000'000);
  NoticeBoard known(repository, clock), unknown(repository, clock);
  ASSERT_TRUE(WaitFor([&] {
    known.Forget();
    return known.Current().ok();
  }));
  postgres.Kill();
  clock.Advance(3000);
  EXPECT_TRUE(known.Current().ok()) << "what was known a moment ago";
  EXPECT_FALSE(unknown.Current().ok());
  postgres.Restart();
  EXPECT_FALSE(unknown.Current().ok()) << "asked again too early";
  EXPECT_TRUE(WaitFor([&] {
    clock.Advance(3000);
    return unknown.Current().ok();
  }));
  postgres.Kill();
  clock.Advance(61'000);
  EXPECT_FALSE(known.Current().ok()) << "too long ago";
}

}  // namespace
}  // namespace chess::lobby
