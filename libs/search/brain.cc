#include "search/brain.h"

#include <algorithm>

#include "base/check.h"

namespace chess::search {

using rules::Move;
using rules::Powers;
using rules::Role;

namespace {

// The types of a move on the first board that has its man (a guessed board may lack nothing of the
// player's own).
Powers Types(const Knowledge& known, Move move) { return rules::TypesOf(known.boards()[0], move); }

}  // namespace

Role NameType(Searcher* searcher, const Knowledge& known, Powers allowed, uint64_t node_limit,
              std::function<bool()> should_stop) {
  Options options;
  for (const Move m : known.moves()) {
    if (Types(known, m) & allowed) options.root_moves.push_back(m);
  }
  CHESS_CHECK(!options.root_moves.empty());
  Limits limits;
  limits.nodes = node_limit;
  limits.should_stop = std::move(should_stop);
  const Result result = searcher->Search(known, limits, options);
  const Powers types = static_cast<Powers>(Types(known, result.best) & allowed);
  Role name = Role::kPawn;
  long fewest = -1;
  for (int r = 0; r < rules::kRoles; ++r) {
    const Role role = static_cast<Role>(r);
    if (!(types & rules::Bit(role))) continue;
    const long open =
        std::count_if(options.root_moves.begin(), options.root_moves.end(),
                      [&](Move m) { return (Types(known, m) & rules::Bit(role)) != 0; });
    if (fewest >= 0 && open > fewest) continue;
    fewest = open;
    name = role;
  }
  return name;
}

}  // namespace chess::search
