#include "rpc/grpc_log.h"

#include <grpc/support/log.h>

#include "rpc/log.h"

namespace chess::rpc {
namespace {

void Take(gpr_log_func_args* message) {
  const Level level = message->severity == GPR_LOG_SEVERITY_ERROR ? Level::kWarning : Level::kDebug;
  Log(level, "grpc", {{"detail", message->message}, {"file", message->file}});
}

}  // namespace

void CatchGrpcLog() { gpr_set_log_function(Take); }

}  // namespace chess::rpc
