// PGN as it comes from anywhere: read, resolved, written, read again.

#include <string>

#include "fuzz/target.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"

namespace chess::fuzz {

using namespace chess::rules;  // NOLINT: a test

FUZZ_TARGET(pgn) {
  PgnReader reader(PgnFromText(input));
  for (int games = 0; games < 50; ++games) {
    auto game = reader.Next();
    if (!game) return;
    for (const PgnProblem& problem : game->problems) {
      FUZZ_CHECK(problem.place.line >= 1 && problem.place.column >= 1);
    }
    if (!ResolvePgn(&*game)) FUZZ_CHECK(!game->problems.empty());
    if (!game->ok()) continue;
    // What is written is read back to the same moves.
    const std::string text = WritePgn(*game);
    PgnReader second(PgnFromText(text));
    auto again = second.Next();
    FUZZ_CHECK(again.has_value());
    FUZZ_CHECK(ResolvePgn(&*again).has_value());
    FUZZ_CHECK(again->ok());
    const auto line = game->MainLine(), line_again = again->MainLine();
    FUZZ_CHECK(line.size() == line_again.size());
    for (size_t i = 0; i < line.size(); ++i) {
      FUZZ_CHECK(game->nodes[line[i]].move == again->nodes[line_again[i]].move);
    }
  }
}

}  // namespace chess::fuzz
