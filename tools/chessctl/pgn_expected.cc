#include "chessctl/pgn_expected.h"

#include <algorithm>
#include <fstream>

#include "chessctl/open_file.h"
#include "chessctl/sha1.h"

namespace chess::chessctl {
namespace {

std::vector<std::string> SplitTabs(const std::string& line) {
  std::vector<std::string> cells;
  size_t at = 0;
  while (true) {
    const size_t tab = line.find('\t', at);
    cells.push_back(line.substr(at, tab == std::string::npos ? tab : tab - at));
    if (tab == std::string::npos) return cells;
    at = tab + 1;
  }
}

std::string Lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string TagOr(const rules::PgnGame& game, std::string_view name, std::string otherwise) {
  const std::string* value = game.Tag(name);
  return value == nullptr || value->empty() ? otherwise : *value;
}

// The words of the tables for how a final position stands.
std::string StateWord(const rules::Outcome& board) {
  switch (board.reason) {
    case rules::EndReason::kCheckmate: return "checkmate";
    case rules::EndReason::kStalemate: return "stalemate";
    case rules::EndReason::kDeadPosition: return "insufficient";
    case rules::EndReason::kVariant: return "variant";
    default: return "-";
  }
}

bool SameState(const std::string& expected, const std::string& actual) {
  const std::string word = Lower(expected);
  if (word.starts_with("insufficient")) return actual == "insufficient";
  if (word.starts_with("variant")) return actual == "variant";
  return word == actual;
}

}  // namespace

base::Result<ExpectedGames> ExpectedGames::Read(const std::string& path) {
  const auto error = [&](const std::string& what) {
    return base::MakeError(base::Code::kInvalidArgument, "EXPECTED", path + ": " + what);
  };
  std::ifstream file;
  if (!OpenFile(path, &file)) return error("cannot be read");
  ExpectedGames expected;
  std::vector<std::string> columns;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    if (line[0] == '#') {
      columns = SplitTabs(line.substr(line.find_first_not_of("# ")));
      // Behind its name a column may carry an explanation.
      for (std::string& column : columns) column = column.substr(0, column.find(' '));
      continue;
    }
    const std::vector<std::string> cells = SplitTabs(line);
    if (cells.size() != columns.size()) {
      return error("a row has " + std::to_string(cells.size()) + " columns, the header " +
                   std::to_string(columns.size()));
    }
    auto& row = expected.rows_.emplace_back();
    for (size_t i = 0; i < cells.size(); ++i) row[columns[i]] = cells[i];
  }
  if (expected.rows_.empty()) return error("holds no games");
  return expected;
}

std::string ExpectedGames::Compare(size_t number, const rules::PgnGame& game,
                                   const PgnFacts& facts) const {
  if (number > rows_.size()) return "there is no such game in the table";
  const auto& row = rows_[number - 1];
  std::string differences;
  const auto check = [&](const char* column, const std::string& actual) {
    const auto it = row.find(column);
    if (it == row.end() || it->second == actual) return;
    if (!differences.empty()) differences += "; ";
    differences += std::string(column) + " is " + actual + ", expected " + it->second;
  };
  check("game_no", std::to_string(number));
  check("plies", std::to_string(facts.uci.size()));
  check("result", game.result);
  check("termination", TagOr(game, "Termination", "?"));
  const std::string state = StateWord(facts.board);
  const auto expected_state = row.find("final_state");
  if (expected_state != row.end() && !SameState(expected_state->second, state)) {
    check("final_state", state);
  }
  check("final_position_third_occurrence", facts.third_occurrence ? "threefold" : "-");
  check("clk", facts.has_clocks ? "%clk" : "-");
  check("eval", facts.has_evals ? "%eval" : "-");
  check("sha1_of_space_joined_uci", Sha1Hex(JoinMoves(facts.uci)));
  const auto final_fen = row.find("final_fen");
  if (final_fen != row.end() && !EndsAt(facts, final_fen->second)) {
    check("final_fen", facts.final_fen);
  }
  return differences;
}

}  // namespace chess::chessctl
