#pragma once
// The columns of games that follow from logs and records: what they should be, and mending them.
// Blocks: run it on the operators' threads.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/operator_parts.h"
#include "game/verify.h"

namespace chess::game {

// What the row of games should say of a state.
IndexColumns ColumnsOf(const match::State& state);

// `seen`: the row as it was read before the log that `state` comes from. Fault COLUMNS where it
// says something else; none where the game has moved on since.
base::Result<std::optional<LogFault>> CheckColumns(const OperatorParts& parts,
                                                   const IndexColumns& seen,
                                                   const match::State& state);

struct IndexBatch {
  std::vector<std::string> ids;     // looked at
  std::vector<std::string> broken;  // cannot be read
  std::vector<IndexRepository::Correction> wrong;
};
// Compares the games after a cursor with their logs and records. Games that move on meanwhile are
// left to their next decision.
base::Result<IndexBatch> CompareIndex(const OperatorParts& parts, const std::string& cursor,
                                      int limit);

}  // namespace chess::game
