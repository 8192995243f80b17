#include "analysis/analysis_service.h"

#include "analysis/convert.h"
#include "analysis/evaluation_stream.h"
#include "analysis/position.h"
#include "base/clock.h"
#include "chess/analysis/v1/analysis_service.grpc.pb.h"
#include "rpc/call_context.h"

namespace chess::analysis {
namespace {

// What one evaluation carries from the handler to the engine's thread.
struct Evaluation {
  rules::Game game;
  uci::SearchRequest search;
  std::shared_ptr<EvaluationStream::Handle> stream;
  int64_t began_ns = base::SystemClock().SteadyNs();
};

class Service : public v1::AnalysisService::CallbackService {
 public:
  Service(uci::Pool& pool, RatedGames& rated_games, Metrics& metrics)
      : pool_(pool), rated_games_(rated_games), metrics_(metrics) {}

  grpc::ServerWriteReactor<v1::EvaluateResponse>* Evaluate(
      grpc::CallbackServerContext* context, const v1::EvaluateRequest* request) override {
    auto* stream = new EvaluationStream;
    const auto handle = stream->handle();
    auto game = ReadPosition(request->rule_set(), request->fen(),
                             {request->moves().begin(), request->moves().end()});
    if (!game) {
      handle->End(game.error());
    } else if (game->over()) {
      handle->End(OutcomeToProto(*game));
    } else {
      uci::SearchRequest search = ToSearch(*game, *request);
      auto evaluation =
          std::make_shared<Evaluation>(Evaluation{std::move(*game), std::move(search), handle});
      rated_games_.Check(rpc::CallContext::From(*context).player_id,
                         [this, evaluation](const base::Status& allowed) {
                           if (allowed) return Begin(evaluation);
                           Refuse(*evaluation, allowed.error());
                         });
    }
    return stream;
  }

 private:
  void Begin(const std::shared_ptr<Evaluation>& evaluation) {
    const base::Status queued = pool_.Submit(
        evaluation->search,
        [this, evaluation](const uci::Lines& lines) {
          return evaluation->stream->Show(ToProto(evaluation->game, lines, pool_.engine_name()));
        },
        [this, evaluation](base::Result<uci::SearchResult> result) {
          if (!result) return Refuse(*evaluation, result.error());
          metrics_.Ended({}, SecondsOf(*evaluation));
          evaluation->stream->End(ToProto(evaluation->game, result->lines, pool_.engine_name()));
        });
    if (!queued) Refuse(*evaluation, queued.error());
  }

  void Refuse(const Evaluation& evaluation, const base::Error& error) {
    metrics_.Ended(error, SecondsOf(evaluation));
    evaluation.stream->End(error);
  }

  static double SecondsOf(const Evaluation& evaluation) {
    return static_cast<double>(base::SystemClock().SteadyNs() - evaluation.began_ns) / 1e9;
  }

  uci::Pool& pool_;
  RatedGames& rated_games_;
  Metrics& metrics_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeAnalysisService(uci::Pool& pool, RatedGames& rated_games,
                                                   Metrics& metrics) {
  return std::make_unique<Service>(pool, rated_games, metrics);
}

}  // namespace chess::analysis
