#pragma once
// The games to be played, as UCI moves.

#include <string>
#include <vector>

#include "base/result.h"

namespace chess::loadgen {

struct RecordedGame {
  std::vector<std::string> moves;  // UCI
};

// Standard games of a PGN file that can be read to their end, or those of a .tsv table in the form
// of tests/testdata. An error if there is none.
base::Result<std::vector<RecordedGame>> ReadGames(const std::string& pgn_file);

}  // namespace chess::loadgen
