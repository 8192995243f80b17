#pragma once
// Decisions as people read them: one English sentence for each event. Pure, thread-safe.

#include <string>
#include <vector>

#include "match/event.h"
#include "match/state.h"

namespace chess::game {

struct RowText {
  std::vector<std::string> events;
  bool veiled = false;  // something was left out
};

// `after` is the state right after the row. With `veil` what the row tells only some is left out.
RowText DescribeRow(const match::State& after, const match::DecisionRow& row, bool veil);

// "0-1, operator (fair_play)"; "1-0, checkmate".
std::string DescribeEnding(const match::Ending& ending);

}  // namespace chess::game
