// chess.clock.internal.v1.DeadlineService: the deadlines of games, asked for by the clock service.
#include <algorithm>

#include "chess/clock/internal/v1/deadline_service.grpc.pb.h"
#include "game/service_parts.h"
#include "rpc/handler.h"

namespace chess::game {
namespace {

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;
namespace iv1 = chess::clock::internal::v1;

constexpr int kMaxDeadlines = 1000;
constexpr base::DurationMs kHorizonMs = 365LL * 24 * 3600 * 1000;
// While an outage is open nobody knows when a flag may fall; the clock asks again after this long.
constexpr base::DurationMs kOutagePauseMs = 500;

class DeadlineServiceImpl final : public iv1::DeadlineService::CallbackService {
 public:
  explicit DeadlineServiceImpl(const ServiceParts& parts) : parts_(parts) {}

  ServerUnaryReactor* ListDue(CallbackServerContext* context, const iv1::ListDueRequest* request,
                              iv1::ListDueResponse* response) override {
    return rpc::RunOn(parts_.reads, context, [this, request, response]() -> base::Status {
      const int limit = request->limit() <= 0 ? kMaxDeadlines
                                              : std::min(request->limit(), kMaxDeadlines);
      const base::TimeMs before = std::clamp<base::TimeMs>(
          request->before_ms(), 0, parts_.clock.NowMs() + kHorizonMs);
      const auto due = parts_.games.ListDue(before, limit);
      if (!due.ok()) return StoreError(due.error());
      for (const DeadlineRow& row : *due) {
        iv1::Deadline* deadline = response->add_deadlines();
        deadline->set_key(row.game_id);
        deadline->set_due_ms(row.due);
      }
      response->set_now_ms(parts_.clock.NowMs());
      return {};
    });
  }

  ServerUnaryReactor* Deliver(CallbackServerContext* context, const iv1::DeliverRequest* request,
                              iv1::DeliverResponse* response) override {
    ServerUnaryReactor* reactor = context->DefaultReactor();
    rpc::NoteGame(*context, request->key());
    const rpc::Trace trace = rpc::TraceOf(*context);
    const rpc::ScopedTrace scope(trace);
    parts_.store.Act(request->key(), match::DeadlineDue{},
                     [this, reactor, response](base::Result<Answer> answer) {
                       if (!answer.ok() && answer.error().reason != "GAME_NOT_FOUND") {
                         return reactor->Finish(rpc::ToGrpc(answer.error()));
                       }
                       Tell(answer, response);
                       reactor->Finish(grpc::Status::OK);
                     });
    return reactor;
  }

 private:
  void Tell(const base::Result<Answer>& answer, iv1::DeliverResponse* response) const {
    if (!answer.ok() || answer->kind == match::Decision::Kind::kGone) {
      response->set_outcome(iv1::DELIVER_OUTCOME_GONE);
    } else if (answer->kind == match::Decision::Kind::kNotYet) {
      response->set_outcome(iv1::DELIVER_OUTCOME_NOT_YET);
      response->set_at_ms(answer->at == timecontrol::kStillOpen
                              ? parts_.clock.NowMs() + kOutagePauseMs
                              : answer->at);
    } else {
      response->set_outcome(iv1::DELIVER_OUTCOME_DONE);
    }
  }

  const ServiceParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeDeadlineService(const ServiceParts& parts) {
  return std::make_unique<DeadlineServiceImpl>(parts);
}

}  // namespace chess::game
