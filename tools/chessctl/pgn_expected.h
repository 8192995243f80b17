#pragma once
// Compares read games with a table of what they should amount to: tab-separated, one row a game,
// the last comment line (#) before the rows names the columns.

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "chessctl/pgn_facts.h"

namespace chess::chessctl {

class ExpectedGames {
 public:
  // Errors: a sentence about the file.
  static base::Result<ExpectedGames> Read(const std::string& path);

  size_t size() const { return rows_.size(); }
  // Empty, or what differs in game `number` (from 1).
  std::string Compare(size_t number, const rules::PgnGame& game, const PgnFacts& facts) const;

 private:
  std::vector<std::map<std::string, std::string>> rows_;  // column name (first word) → value
};

}  // namespace chess::chessctl
