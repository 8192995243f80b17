// ClockService: the time, for clients that show clocks.
#include <google/protobuf/util/time_util.h>

#include "chess/clock/v1/clock_service.grpc.pb.h"
#include "clock/game_time.h"
#include "clock/services.h"
#include "rpc/handler.h"

namespace chess::clock {
namespace {

class ClockService final : public v1::ClockService::CallbackService {
 public:
  explicit ClockService(const GameTime& time) : time_(time) {}

  grpc::ServerUnaryReactor* GetTime(grpc::CallbackServerContext* context, const v1::GetTimeRequest*,
                                    v1::GetTimeResponse* response) override {
    if (!time_.Known()) {
      return rpc::Finish(context, base::MakeError(base::Code::kUnavailable, "DEPENDENCY_AWAY",
                                                  "Nobody has told the time yet."));
    }
    *response->mutable_server_time() =
        google::protobuf::util::TimeUtil::NanosecondsToTimestamp(time_.NowNs());
    return rpc::Finish(context);
  }

 private:
  const GameTime& time_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeClockService(const GameTime& time) {
  return std::make_unique<ClockService>(time);
}

}  // namespace chess::clock
