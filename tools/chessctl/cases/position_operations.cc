#include <algorithm>

#include "chessctl/cases/operations.h"
#include "rules/core/moves.h"
#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"
#include "rules/notation/variant_names.h"

namespace chess::chessctl {

CaseRules RulesOfCase(const Json& input) {
  const std::string name = input.value("variant", "standard");
  auto rules = rules::ReadVariantName(name);
  if (!rules) return {rules::RuleSet(), "variant " + name};
  return {*rules, std::nullopt};
}

std::optional<rules::Position> PositionOf(const std::string& fen, const rules::RuleSet& rules) {
  const auto parsed = rules::ReadFen(fen, rules);
  if (!parsed) return std::nullopt;
  return parsed->position;
}

Json ResultOf(const rules::Outcome& outcome) {
  return outcome.over() ? Json(rules::ResultText(outcome.result)) : Json();
}

namespace {

using rules::Move;
using rules::Position;
using rules::RuleSet;

Answer NoPosition(const Json& fen) {
  Answer answer;
  answer.values["failed"] = "cannot read the FEN " + fen.dump();
  return answer;
}

Answer FenValidate(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  Answer answer;
  const auto parsed = rules::ReadFen(input.at("fen").get<std::string>(), set.rules);
  if (!parsed) {
    answer.values = {{"valid", false}, {"reason", parsed.error().reason}};
    return answer;
  }
  const bool relaxed = input.value("mode", "strict") != "strict";
  Json reasons = Json::array();
  for (const rules::SetupFault fault : parsed->faults) {
    const bool always = fault == rules::SetupFault::kKingCount ||
                        fault == rules::SetupFault::kOpponentInCheck;
    if (always || !relaxed) reasons.push_back(rules::NameOf(fault));
  }
  answer.values["valid"] = reasons.empty();
  if (reasons.empty()) {
    answer.values["fen"] = rules::WriteFen(parsed->position, set.rules);
  } else {
    answer.values["reason"] = reasons;
  }
  return answer;
}

// Plays UCI moves; the SAN of each goes to *san. What went wrong, or empty.
std::string PlayAll(const Json& moves, const RuleSet& rules, Position* position, Json* san) {
  for (const Json& text : moves) {
    const auto move = rules::ParseUci(*position, rules, text.get<std::string>());
    if (!move) return text.get<std::string>() + ": " + move.error().reason;
    if (san != nullptr) san->push_back(rules::WriteSan(*position, rules, *move));
    rules::Play(position, rules, *move);
  }
  return "";
}

// Legal moves, castling as king takes rook; `also` holds the usual spelling where it differs.
void ListMoves(const Position& position, const RuleSet& rules, Json* moves, Json* also) {
  *moves = Json::array();
  *also = Json::array();
  for (const Move move : rules::LegalMoves(position, rules)) {
    const std::string uci = rules::WriteUciKingTakesRook(move);
    moves->push_back(uci);
    if (rules::WriteUci(move, rules) != uci) also->push_back(rules::WriteUci(move, rules));
  }
}

Answer Play(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) return NoPosition(input.at("fen"));
  Answer answer;
  Json san = Json::array();
  const std::string error = PlayAll(input.at("uci"), set.rules, &*position, &san);
  answer.values["san"] = san;
  if (!error.empty()) {
    answer.values["error"] = error.substr(error.find(": ") + 2);
    answer.values["failed"] = error;
    return answer;
  }
  answer.values["fen"] = rules::WriteFen(*position, set.rules);
  ListMoves(*position, set.rules, &answer.values["then_moves"], &answer.values["then_also"]);
  return answer;
}

// Each move by itself from the same position.
Answer PlayEach(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  const auto start = PositionOf(input.at("fen"), set.rules);
  if (!start) return NoPosition(input.at("fen"));
  Answer answer;
  for (const char* key : {"fens", "fen", "san", "accepted"}) answer.values[key] = Json::array();
  for (const Json& text : input.at("uci")) {
    Position position = *start;
    Json san = Json::array();
    const bool good = PlayAll(Json::array({text}), set.rules, &position, &san).empty();
    const Json fen = good ? Json(rules::WriteFen(position, set.rules)) : Json();
    answer.values["accepted"].push_back(good);
    answer.values["fens"].push_back(fen);
    answer.values["fen"].push_back(fen);
    answer.values["san"].push_back(good ? san[0] : Json());
  }
  // Where all lead to one position a case may expect just that one.
  Json& fens = answer.values["fen"];
  const bool same =
      std::adjacent_find(fens.begin(), fens.end(), std::not_equal_to<>()) == fens.end();
  if (same && !fens.empty()) answer.values["fen"] = Json(fens[0]);
  return answer;
}

Answer LegalAfter(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) return NoPosition(input.at("fen"));
  Answer answer;
  if (input.contains("uci")) {
    const std::string error = PlayAll(input["uci"], set.rules, &*position, nullptr);
    if (!error.empty()) {
      answer.values["failed"] = error;
      return answer;
    }
  }
  ListMoves(*position, set.rules, &answer.values["moves"], &answer.values["also"]);
  answer.values["count"] = answer.values["moves"].size();
  const std::string fen = rules::WriteFen(*position, set.rules);
  answer.values["fen"] = fen;
  const size_t castling = fen.find(' ', fen.find(' ') + 1) + 1;
  answer.values["fen_castling"] = fen.substr(castling, fen.find(' ', castling) - castling);
  return answer;
}

Answer SamePositionKey(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  Answer answer;
  bool equal = true;
  std::optional<rules::Key> first;
  for (const Json& fen : input.at("fens")) {
    const auto position = PositionOf(fen, set.rules);
    if (!position) return NoPosition(fen);
    equal = equal && first.value_or(position->key) == position->key;
    first = position->key;
  }
  answer.values["equal"] = equal;
  return answer;
}

// Repetition counts go on behind the draws that end a game.
Answer RepetitionCount(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) return NoPosition(input.at("fen"));
  rules::Game game = rules::Game::StartAt(set.rules, *position);
  Answer answer;
  for (const Json& text : input.at("uci")) {
    const auto move = rules::ParseUci(game.position(), set.rules, text.get<std::string>());
    if (!move) {
      answer.values["failed"] = text.dump() + ": " + move.error().reason;
      return answer;
    }
    game.PlayLegal(*move);
  }
  answer.values["count"] = game.Occurrences();
  answer.values["threefold"] = game.Occurrences() >= 3;
  return answer;
}

void DescribeOutcome(const rules::Outcome& outcome, Answer* answer) {
  answer->values["over"] = outcome.over();
  answer->values["result"] = ResultOf(outcome);
  answer->values["reason"] =
      outcome.over() ? Json(rules::NameOf(outcome.reason)) : Json();
  if (!outcome.rule.empty()) answer->values["rule"] = outcome.rule;
}

Answer OutcomeFrom(const Json& input, const Json& fen) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  const auto position = PositionOf(fen, set.rules);
  if (!position) return NoPosition(fen);
  rules::GameOptions options;
  // Fifty moves without progress can only stand on the board where draws are claimed.
  const bool long_quiet = position->halfmoves >= 100;
  if (input.value("draw_policy", "automatic") == "by_claim" || long_quiet) {
    options.draw_policy = rules::DrawPolicy::kByClaim;
  }
  rules::Game game = rules::Game::StartAt(set.rules, *position, options);
  Answer answer;
  for (const Json& text : input.value("uci", Json::array())) {
    const auto move = rules::ParseUci(game.position(), set.rules, text.get<std::string>());
    const bool over = game.over();
    if (!move || over) {
      answer.values["failed"] =
          text.dump() + ": " + (over ? std::string("the game is over") : move.error().reason);
      return answer;
    }
    game.PlayLegal(*move);
  }
  DescribeOutcome(game.outcome(), &answer);
  return answer;
}

Answer OutcomeOf(const Json& input) { return OutcomeFrom(input, input.at("fen")); }

// Several FENs of one position must all give the same outcome.
Answer OutcomeAfterEach(const Json& input) {
  Answer first;
  bool have_first = false;
  for (const Json& fen : input.at("fens")) {
    Answer answer = OutcomeFrom(input, fen);
    if (answer.skip) return answer;
    if (have_first && answer.values != first.values) {
      answer.values["failed"] = "differs with " + fen.dump();
      answer.values["result"] = "differs";
      return answer;
    }
    first = answer;
    have_first = true;
  }
  return first;
}

Answer TimeoutResult(const Json& input) {
  const CaseRules set = RulesOfCase(input);
  if (set.skip) return Answer::Skip(*set.skip);
  const auto position = PositionOf(input.at("fen"), set.rules);
  if (!position) return NoPosition(input.at("fen"));
  const rules::Color loser =
      input.at("flagged") == "white" ? rules::Color::kWhite : rules::Color::kBlack;
  Answer answer;
  answer.values["result"] = ResultOf(
      rules::LossOutcome(*position, set.rules, loser, rules::EndReason::kTimeout));
  return answer;
}

constexpr Operation kOperations[] = {
    {"fen_validate", FenValidate},
    {"play", Play},
    {"play_each", PlayEach},
    {"legal_moves", LegalAfter},
    {"legal_after", LegalAfter},
    {"same_position_key", SamePositionKey},
    {"repetition_count", RepetitionCount},
    {"outcome", OutcomeOf},
    {"outcome_after", OutcomeOf},
    {"outcome_after_each", OutcomeAfterEach},
    {"timeout_result", TimeoutResult},
};

}  // namespace

std::span<const Operation> PositionOperations() { return kOperations; }

}  // namespace chess::chessctl
