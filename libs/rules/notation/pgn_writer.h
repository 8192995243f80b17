#pragma once
// Writes PGN in export form: roster first, tags in the order readers are used to, moves with
// numbers, comments and variations, lines of at most 80 columns.

#include <string>

#include "rules/notation/pgn.h"

namespace chess::rules {

struct PgnWriteOptions {
  bool clocks = true;
  bool evals = true;
  bool choices = true;  // dice and brain
  bool comments = true;
  bool variations = true;
  size_t columns = 80;
};

// Ends with one empty line, so that games can be joined. Roster tags that are missing are written
// as unknown; the Result tag always agrees with game.result. Clocks are written in tenths.
std::string WritePgn(const PgnGame& game, const PgnWriteOptions& options = {});

}  // namespace chess::rules
