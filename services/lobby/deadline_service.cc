// DeadlineService: challenges and codes that nobody answers expire.
#include <algorithm>

#include "base/limits.h"
#include "chess/clock/internal/v1/deadline_service.grpc.pb.h"
#include "lobby/challenge_repository.h"
#include "lobby/handlers.h"
#include "lobby/matchmaker.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

namespace clock_v1 = chess::clock::internal::v1;
using base::Status;
using Outcome = ChallengeRepository::Expiry::Outcome;

clock_v1::DeliverOutcome ToProto(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone:
      return clock_v1::DELIVER_OUTCOME_DONE;
    case Outcome::kNotYet:
      return clock_v1::DELIVER_OUTCOME_NOT_YET;
    case Outcome::kGone:
      break;
  }
  return clock_v1::DELIVER_OUTCOME_GONE;
}

class DeadlineService final : public clock_v1::DeadlineService::CallbackService {
 public:
  DeadlineService(rpc::Executor& executor, Matchmaker& matchmaker,
                  ChallengeRepository& challenges)
      : executor_(executor), matchmaker_(matchmaker), challenges_(challenges) {}

  grpc::ServerUnaryReactor* ListDue(grpc::CallbackServerContext* context,
                                    const clock_v1::ListDueRequest* request,
                                    clock_v1::ListDueResponse* response) override {
    return Run(executor_, context, [=, this]() -> Status {
      const int asked = request->limit();
      const int limit = asked <= 0 ? base::kDuePage : std::min(asked, base::kDuePage);
      const auto page = challenges_.ListDue(request->before_ms(), limit);
      if (!page.ok()) return page.error();
      for (const auto& due : page->deadlines) {
        auto* deadline = response->add_deadlines();
        deadline->set_key(due.challenge_id.value);
        deadline->set_due_ms(due.due_ms);
      }
      response->set_now_ms(page->now_ms);
      return {};
    });
  }

  grpc::ServerUnaryReactor* Deliver(grpc::CallbackServerContext* context,
                                    const clock_v1::DeliverRequest* request,
                                    clock_v1::DeliverResponse* response) override {
    return Run(executor_, context, [=, this]() -> Status {
      response->set_outcome(clock_v1::DELIVER_OUTCOME_GONE);
      if (!IsChallengeId(request->key())) return {};
      const auto expiry = matchmaker_.Expire({request->key()});
      if (!expiry.ok()) return expiry.error();
      response->set_outcome(ToProto(expiry->outcome));
      response->set_at_ms(expiry->at_ms);
      return {};
    });
  }

 private:
  rpc::Executor& executor_;
  Matchmaker& matchmaker_;
  ChallengeRepository& challenges_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeDeadlineService(rpc::Executor& executor,
                                                   Matchmaker& matchmaker,
                                                   ChallengeRepository& challenges) {
  return std::make_unique<DeadlineService>(executor, matchmaker, challenges);
}

}  // namespace chess::lobby
