#pragma once
// Rules, views and errors as JSON for the browser. A view is written in the JSON form of the
// protobuf message chess.game.v1.GameView, so that a page draws a game played on this device and a
// game of the server with the same code.

#include <string>

#include "base/result.h"
#include "rules/game/game.h"
#include "rules/game/view.h"

namespace chess::rules::wasm {

// All of these append to *out.

// [{"key":…,"title":…,"summary":…,"axis":"base","minimum":0,"maximum":-1,"excludes":[keys]}, …]
void DescribeRules(std::string* out);
// {"name":…,"title":…,"family":…,"hidden":…,"rolls":…,"names":…,"drafted":…,"drawn":…}
void DescribeRuleSet(const RuleSet& rules, std::string* out);
// {"code":…,"reason":…,"message":…,"metadata":{…}}
void DescribeError(const base::Error& error, std::string* out);
// A GameView. `turn` is what expected_turn would be.
void DescribeView(const Game& game, Seat seat, std::string* out);
// {"startFen":…,"moves":[{"uci":…,"san":…}, …]}
void DescribeMoves(const Game& game, std::string* out);

}  // namespace chess::rules::wasm
