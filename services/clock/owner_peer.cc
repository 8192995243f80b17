#include "clock/owner_peer.h"

#include <utility>

#include "base/limits.h"
#include "chess/clock/internal/v1/deadline_service.grpc.pb.h"
#include "rpc/log.h"
#include "rpc/status.h"
#include "rpc/stub_list.h"

namespace chess::clock {

namespace internal_v1 = internal::v1;

namespace {

constexpr base::DurationMs kTimeoutMs = 2000;

// What a call needs until it has ended.
template <typename Request, typename Response>
struct Call {
  grpc::ClientContext context;
  Request request;
  Response response;
  rpc::Trace trace;
  int64_t begin_ns = 0;  // steady
};

Listing FromProto(const internal_v1::ListDueResponse& response) {
  Listing listing;
  listing.now_ms = response.now_ms();
  listing.complete = response.deadlines_size() < base::kDuePage;
  for (const auto& deadline : response.deadlines()) {
    listing.deadlines.push_back({deadline.key(), deadline.due_ms()});
  }
  return listing;
}

Delivery FromProto(const internal_v1::DeliverResponse& response) {
  switch (response.outcome()) {
    case internal_v1::DELIVER_OUTCOME_DONE:
      return {Delivery::Outcome::kDone};
    case internal_v1::DELIVER_OUTCOME_NOT_YET:
      return {Delivery::Outcome::kNotYet, response.at_ms()};
    default:
      return {Delivery::Outcome::kGone};
  }
}

}  // namespace

struct OwnerPeer::Impl {
  rpc::StubList<internal_v1::DeadlineService> stubs;

  // The status as an error, after turning to the next replica where this one is away.
  base::Error Failure(const grpc::Status& status) {
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE) stubs.Advance();
    return rpc::FromGrpc(status);
  }

  // The first span of a deadline's trace. Failures are logged by whoever refuses, or repeated.
  template <typename Delivered>
  void LogDelivery(const Delivered& call, const std::string& owner, const grpc::Status& status) {
    if (!call.trace.sampled) return;
    const double ms = static_cast<double>(base::SystemClock().SteadyNs() - call.begin_ns) * 1e-6;
    rpc::LogSpan(rpc::Level::kInfo, call.trace, "deadline",
                 {{"owner", owner},
                  {owner == "game" ? "game_id" : "challenge_id", call.request.key()},
                  {"due_ms", call.request.due_ms()},
                  {"code", rpc::CodeName(status.error_code())},
                  {"outcome", internal_v1::DeliverOutcome_Name(call.response.outcome())},
                  {"ms", ms}});
  }
};

OwnerPeer::OwnerPeer(const std::string& name, const std::string& targets, const std::string& secret)
    : name_(name), impl_(new Impl{{name, targets, secret, "clock"}}) {}

OwnerPeer::~OwnerPeer() = default;

void OwnerPeer::ListDue(base::TimeMs before_ms, std::function<void(base::Result<Listing>)> done) {
  auto call = std::make_shared<Call<internal_v1::ListDueRequest, internal_v1::ListDueResponse>>();
  call->request.set_before_ms(before_ms);
  call->request.set_limit(base::kDuePage);
  const auto& member = impl_->stubs.At(0);
  member.peer->Prepare(call->context, kTimeoutMs);
  member.stub->async()->ListDue(&call->context, &call->request, &call->response,
                                [this, call, done = std::move(done)](const grpc::Status& status) {
                                  status.ok() ? done(FromProto(call->response))
                                              : done(impl_->Failure(status));
                                });
}

void OwnerPeer::Deliver(const std::string& key, base::TimeMs due_ms,
                        std::function<void(base::Result<Delivery>)> done) {
  auto call = std::make_shared<Call<internal_v1::DeliverRequest, internal_v1::DeliverResponse>>();
  call->request.set_key(key);
  call->request.set_due_ms(due_ms);
  call->trace = rpc::NewTrace();  // what follows from a deadline follows from nobody's request
  call->begin_ns = base::SystemClock().SteadyNs();
  const rpc::ScopedTrace scope(call->trace);
  const auto& member = impl_->stubs.At(0);
  member.peer->Prepare(call->context, kTimeoutMs);
  member.stub->async()->Deliver(&call->context, &call->request, &call->response,
                                [this, call, done = std::move(done)](const grpc::Status& status) {
                                  impl_->LogDelivery(*call, name_, status);
                                  status.ok() ? done(FromProto(call->response))
                                              : done(impl_->Failure(status));
                                });
}

}  // namespace chess::clock
