#include "rpc/handler.h"

namespace chess::rpc {

base::Error Busy(const char* what) {
  base::Error error = base::MakeError(base::Code::kResourceExhausted, "BUSY",
                                      std::string("Too many ") + what + " are waiting.");
  error.metadata.emplace_back("limit", what);
  error.retry_after_ms = 200;
  return error;
}

}  // namespace chess::rpc
