#include "chessctl/pgn_facts.h"

#include "rules/core/moves.h"
#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::chessctl {
namespace {

// Variant ending, mate, stalemate or dead position; counters and repetition are not asked.
rules::Outcome BoardSays(const rules::PgnMeaning& meaning, rules::Move last) {
  using rules::CanWinAnswer;
  if (const auto ending = meaning.rules.VariantEnding(meaning.end, last)) return *ending;
  if (!rules::HasLegalMove(meaning.end, meaning.rules)) {
    return rules::InCheck(meaning.end, meaning.rules)
               ? rules::Win(!meaning.end.turn, rules::EndReason::kCheckmate)
               : rules::Draw(rules::EndReason::kStalemate);
  }
  const bool dead =
      rules::CanWin(meaning.end, meaning.rules, rules::Color::kWhite) == CanWinAnswer::kNo &&
      rules::CanWin(meaning.end, meaning.rules, rules::Color::kBlack) == CanWinAnswer::kNo;
  return dead ? rules::Draw(rules::EndReason::kDeadPosition) : rules::Outcome{};
}

}  // namespace

PgnFacts FactsOf(const rules::PgnGame& game, const rules::PgnMeaning& meaning) {
  PgnFacts facts;
  facts.rules = meaning.rules;
  rules::Position position = meaning.start;
  std::vector<rules::Position> history = {position};
  rules::Move last;
  for (const uint32_t node : game.MainLine()) {
    const rules::PgnNode& move = game.nodes[node];
    facts.uci.push_back(rules::WriteUci(move.move, meaning.rules));
    facts.has_clocks |= move.clock_ms.has_value();
    facts.has_evals |= move.eval.has_value();
    last = move.move;
    rules::Play(&position, meaning.rules, move.move);
    history.push_back(position);
  }
  int occurrences = 0;
  for (const rules::Position& earlier : history) occurrences += earlier.key == position.key;
  facts.third_occurrence = occurrences >= 3;
  facts.final_fen = rules::WriteFen(meaning.end, meaning.rules);
  facts.board = BoardSays(meaning, last);
  return facts;
}

bool EndsAt(const PgnFacts& facts, const std::string& fen) {
  if (facts.final_fen == fen) return true;
  const auto parsed = rules::ReadFen(fen, facts.rules);
  return parsed && rules::WriteFen(parsed->position, facts.rules) == facts.final_fen;
}

std::string JoinMoves(const std::vector<std::string>& moves) {
  std::string joined;
  for (const std::string& move : moves) {
    if (!joined.empty()) joined += ' ';
    joined += move;
  }
  return joined;
}

}  // namespace chess::chessctl
