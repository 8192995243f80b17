#include "analysis/brain_service.h"

#include <algorithm>
#include <optional>

#include "base/limits.h"
#include "chess/analysis/internal/v1/analysis_internal_service.grpc.pb.h"
#include "rpc/executor.h"
#include "rpc/handler.h"
#include "rules/game/game.h"
#include "search/brain.h"

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

base::Error Invalid(const char* field, const char* message) {
  base::Error error = base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD", message);
  error.metadata.emplace_back("field", field);
  return error;
}

// Errors: RULE_SET_INVALID, FEN_INVALID, INVALID_FIELD.
base::Result<search::Knowledge> KnownFrom(const iv1::NameTypeRequest& request) {
  auto set = rules::ParseRuleSet(request.rule_set());
  if (!set.ok()) return Invalid("rule_set", "There is no such rule set.");
  if (request.fen().size() > base::kMaxFenBytes) return Invalid("fen", "The FEN is too long.");
  auto game = rules::Game::StartFrom(*set, request.fen(), {.relaxed = true});
  if (!game.ok()) return Invalid("fen", "The position cannot be played.");
  return search::Knowledge::Of(*game);
}

class BrainService final : public iv1::AnalysisInternalService::CallbackService {
 public:
  BrainService(const BrainOptions& options, Metrics& metrics)
      : options_(options),
        metrics_(metrics),
        pool_("brain", options.threads, static_cast<size_t>(options.queue)) {}

  ServerUnaryReactor* NameType(CallbackServerContext* context, const iv1::NameTypeRequest* request,
                               iv1::NameTypeResponse* response) override {
    return rpc::RunOn(pool_, context, [this, context, request, response]() -> base::Status {
      const std::optional<rules::Powers> allowed = PowersOf(request->allowed());
      if (!allowed || *allowed == 0)
        return Invalid("allowed", "There must be types to choose from.");
      const auto known = KnownFrom(*request);
      if (!known.ok()) return known.error();
      const int64_t wanted = request->node_limit() <= 0 ? options_.nodes : request->node_limit();
      const auto nodes = static_cast<uint64_t>(std::min(wanted, options_.nodes));
      // A table a question: the answer then depends on the question alone.
      search::Searcher searcher(kHashBytes);
      const rules::Role role = search::NameType(&searcher, *known, *allowed, nodes,
                                                [context] { return context->IsCancelled(); });
      response->set_turn(request->turn());
      response->set_type(static_cast<game::v1::PieceType>(rules::Index(role) + 1));
      response->set_engine("castellan");
      response->set_nodes(static_cast<int64_t>(nodes));
      metrics_.names.Increment();
      return {};
    });
  }

 private:
  const BrainOptions options_;
  Metrics& metrics_;
  rpc::Executor pool_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeBrainService(const BrainOptions& options, Metrics& metrics) {
  return std::make_unique<BrainService>(options, metrics);
}

}  // namespace chess::analysis
