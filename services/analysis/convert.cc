#include "analysis/convert.h"

#include <algorithm>

#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace chess::analysis {
namespace {

constexpr int kDefaultDepth = 20, kMaxDepth = 30, kMaxLines = 5;
constexpr int kDefaultTimeMs = 5000, kMaxTimeMs = 10'000;

int OrDefault(int value, int fallback, int most) {
  return std::clamp(value > 0 ? value : fallback, 1, most);
}

}  // namespace

v1::EvaluateResponse ToProto(const rules::Game& game, const uci::Lines& lines,
                             const std::string& engine) {
  v1::EvaluateResponse response;
  response.set_depth(lines.depth());
  response.set_engine(engine);
  response.set_fen(rules::WriteFen(game.position(), game.rules()));
  for (const auto& [rank, info] : lines.by_rank()) {
    response.set_nodes(std::max<int64_t>(response.nodes(), info.nodes));
    v1::EvaluationLine& line = *response.add_lines();
    line.set_rank(rank);
    if (info.score.is_mate) {
      line.mutable_score()->set_mate(info.score.value);
    } else {
      line.mutable_score()->set_centipawns(info.score.value);
    }
    rules::Game ahead = rules::Game::StartAt(game.rules(), game.position(), game.options());
    for (const std::string& text : info.pv) {
      const auto move = rules::ParseUci(ahead.position(), ahead.rules(), text);
      if (!move || ahead.over()) break;
      line.add_uci(rules::WriteUci(*move, ahead.rules()));
      line.add_san(rules::WriteSan(ahead.position(), ahead.rules(), *move));
      ahead.PlayLegal(*move);
    }
  }
  return response;
}

v1::EvaluateResponse OutcomeToProto(const rules::Game& game) {
  v1::EvaluateResponse response;
  response.set_final(true);
  response.set_outcome(std::string(rules::NameOf(game.outcome().reason)));
  response.set_fen(rules::WriteFen(game.position(), game.rules()));
  v1::EvaluationLine& line = *response.add_lines();
  line.set_rank(1);
  if (game.outcome().reason == rules::EndReason::kCheckmate) {
    line.mutable_score()->set_mate(0);
  } else {
    line.mutable_score()->set_centipawns(0);
  }
  return response;
}

uci::SearchRequest ToSearch(const rules::Game& game, const v1::EvaluateRequest& request) {
  uci::SearchRequest search;
  search.chess960 = game.rules().Has(rules::kTraitFreeCastling);
  search.fen = search.chess960 ? rules::WriteShredderFen(game.position(), game.rules())
                               : rules::WriteFen(game.position(), game.rules());
  search.white_to_move = game.turn() == rules::Color::kWhite;
  search.lines = OrDefault(request.lines(), 1, kMaxLines);
  search.depth = OrDefault(request.depth(), kDefaultDepth, kMaxDepth);
  search.time_ms = OrDefault(request.time_ms(), kDefaultTimeMs, kMaxTimeMs);
  return search;
}

}  // namespace chess::analysis
