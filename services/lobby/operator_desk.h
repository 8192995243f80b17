#pragma once
// OperatorService's calls about operators and the audit log. Run on an executor's thread.

#include <string>

#include "base/result.h"
#include "chess/lobby/v1/operator_service.pb.h"
#include "rpc/call_context.h"

namespace chess::lobby {

class AuditRepository;
class OperatorRepository;

class OperatorDesk {
 public:
  OperatorDesk(OperatorRepository& operators, AuditRepository& audit)
      : operators_(operators), audit_(audit) {}

  base::Status Add(const rpc::CallContext& caller, const v1::AddOperatorRequest& request,
                   v1::AddOperatorResponse* response);
  base::Status List(const rpc::CallContext& caller, const v1::ListOperatorsRequest& request,
                    v1::ListOperatorsResponse* response);
  base::Status Revoke(const rpc::CallContext& caller, const v1::RevokeOperatorRequest& request,
                      v1::RevokeOperatorResponse* response);
  base::Status Record(const rpc::CallContext& caller, const v1::RecordActionRequest& request,
                      v1::RecordActionResponse* response);
  base::Status ListAudit(const rpc::CallContext& caller, const v1::ListAuditRequest& request,
                         v1::ListAuditResponse* response);

 private:
  base::Status Show(const std::string& name, v1::Operator* shown);

  OperatorRepository& operators_;
  AuditRepository& audit_;
};

}  // namespace chess::lobby
