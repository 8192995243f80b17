#pragma once
// Where protobuf messages meet the engines' lines and the rules' values.

#include "chess/analysis/v1/analysis_service.pb.h"
#include "rules/game/game.h"
#include "uci/engine.h"

namespace chess::analysis {

// The lines of a search, with the moves in SAN; illegal moves end a line.
v1::EvaluateResponse ToProto(const rules::Game& game, const uci::Lines& lines,
                             const std::string& engine);
// The answer for a position that is over: no engine was asked.
v1::EvaluateResponse OutcomeToProto(const rules::Game& game);
// What the engine is asked, limits applied.
uci::SearchRequest ToSearch(const rules::Game& game, const v1::EvaluateRequest& request);

}  // namespace chess::analysis
