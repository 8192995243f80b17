#include "chessctl/cases/operations.h"
#include "rules/core/moves.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace chess::chessctl {
namespace {

Answer SanWrite(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  Answer answer;
  const auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) {
    answer.values["failed"] = "cannot read the FEN";
    return answer;
  }
  const auto move = rules::ParseUci(*position, set.rules, input.at("uci").get<std::string>());
  if (!move) {
    answer.values["error"] = move.error().reason;
    return answer;
  }
  answer.values["san"] = rules::WriteSan(*position, set.rules, *move);
  return answer;
}

Answer SanParse(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  Answer answer;
  const auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) {
    answer.values["failed"] = "cannot read the FEN";
    return answer;
  }
  const std::string text = input.at("san");
  const auto move = rules::ReadSan(*position, set.rules, text);
  if (!move) {
    answer.values["error"] = move.error().reason;
    return answer;
  }
  const std::string san = rules::WriteSan(*position, set.rules, *move);
  if (input.value("mode", "lenient") == "strict" && san != text) {
    answer.values["error"] = "MOVE_MALFORMED";
    return answer;
  }
  answer.values["uci"] = rules::WriteUci(*move, set.rules);
  answer.values["san"] = san;
  return answer;
}

// [san, [children], san, …]: a move's children follow it where it has any.
Json TreeOf(const rules::PgnGame& game, uint32_t node) {
  Json tree = Json::array();
  for (const uint32_t child : game.nodes[node].children) {
    tree.push_back(game.nodes[child].text);
    Json below = TreeOf(game, child);
    if (!below.empty()) tree.push_back(std::move(below));
  }
  return tree;
}

Json DescribeGame(const rules::PgnGame& game, const rules::RuleSet& rules) {
  Json described;
  described["san"] = Json::array();
  for (const uint32_t node : game.MainLine()) described["san"].push_back(game.nodes[node].text);
  described["tree"] = TreeOf(game, 0);
  described["tags"] = Json::object();
  for (const rules::PgnTag& tag : game.tags) described["tags"][tag.name] = tag.value;
  described["result"] = game.result;
  described["variant"] = rules.Name();
  described["nags"] = Json::object();
  described["comments"] = Json::object();
  for (const rules::PgnNode& node : game.nodes) {
    if (!node.nags.empty()) described["nags"][node.text] = node.nags;
    if (!node.comment.empty()) described["comments"][node.text] = node.comment;
  }
  return described;
}

Answer PgnParse(const Json& input) {
  Answer answer;
  answer.values["games"] = Json::array();
  const std::string text = input.at("pgn");
  rules::PgnReader reader(rules::PgnFromText(text));
  while (auto game = reader.Next()) {
    const auto meaning = rules::ResolvePgn(&*game);
    const auto rules = meaning ? meaning->rules : rules::RuleSet();
    answer.values["games"].push_back(DescribeGame(*game, rules));
    for (const rules::PgnProblem& problem : game->problems) {
      if (problem.severity == rules::PgnSeverity::kWarning) continue;
      if (answer.values.contains("error_line")) continue;
      answer.values["error_line"] = problem.place.line;
      answer.values["error_column"] = problem.place.column;
      answer.values["error"] = problem.reason;
    }
  }
  return answer;
}

constexpr Operation kOperations[] = {
    {"san_write", SanWrite},
    {"san_parse", SanParse},
    {"pgn_parse", PgnParse},
};

}  // namespace

std::span<const Operation> NotationOperations() { return kOperations; }

}  // namespace chess::chessctl
