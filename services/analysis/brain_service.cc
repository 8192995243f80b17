#include "analysis/brain_service.h"

#include <functional>
#include <optional>

#include "analysis/position.h"
#include "base/limits.h"
#include "chess/analysis/internal/v1/analysis_internal_service.grpc.pb.h"
#include "postgres/executor.h"
#include "rpc/handler.h"
#include "search/brain.h"
#include "search/glimpse.h"

namespace chess::analysis {
namespace {

namespace iv1 = internal::v1;
using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

constexpr size_t kHashBytes = size_t{8} << 20;

std::optional<rules::Powers> PowersOf(const google::protobuf::RepeatedField<int>& types) {
  rules::Powers powers = 0;
  for (const int type : types) {
    if (type < 1 || type > rules::kRoles) return std::nullopt;
    powers |= rules::Bit(static_cast<rules::Role>(type - 1));
  }
  return powers;
}
