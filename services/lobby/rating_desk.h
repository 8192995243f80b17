#pragma once
// OperatorService's calls about ratings. Run on an executor's thread; each takes seconds at most.

#include "base/result.h"
#include "chess/lobby/v1/operator_service.pb.h"
#include "rpc/call_context.h"

namespace chess::lobby {

class RatingCheckRepository;
class RatingRebuildRepository;
class SanctionRepository;

class RatingDesk {
 public:
  RatingDesk(RatingCheckRepository& check, RatingRebuildRepository& rebuild,
             SanctionRepository& players)
      : check_(check), rebuild_(rebuild), players_(players) {}

  base::Status Verify(const rpc::CallContext& caller, const v1::VerifyRatingsRequest& request,
                      v1::VerifyRatingsResponse* response);
  base::Status Rebuild(const rpc::CallContext& caller, const v1::RebuildRatingsRequest& request,
                       v1::RebuildRatingsResponse* response);

 private:
  RatingCheckRepository& check_;
  RatingRebuildRepository& rebuild_;
  SanctionRepository& players_;
};

}  // namespace chess::lobby
