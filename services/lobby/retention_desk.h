#pragma once
// OperatorService's calls about retention. Run on an executor's thread.

#include "base/result.h"
#include "chess/lobby/v1/operator_service.pb.h"
#include "rpc/call_context.h"

namespace chess::lobby {

class HousekeepingRepository;

class RetentionDesk {
 public:
  explicit RetentionDesk(HousekeepingRepository& housekeeping) : housekeeping_(housekeeping) {}

  base::Status Get(const rpc::CallContext& caller, const v1::GetRetentionRequest& request,
                   v1::GetRetentionResponse* response);
  base::Status Run(const rpc::CallContext& caller, const v1::RunRetentionRequest& request,
                   v1::RunRetentionResponse* response);

 private:
  HousekeepingRepository& housekeeping_;
};

}  // namespace chess::lobby
