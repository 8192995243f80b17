#include "rules/game/outcome.h"

#include <iterator>

namespace chess::rules {
namespace {
constexpr std::string_view kWords[] = {
    "none",       "variant",     "checkmate",   "stalemate",          "dead_position",
    "repetition", "fivefold",    "fifty_moves", "seventy_five_moves", "move_limit",
    "agreement",  "resignation", "timeout",     "abandonment",        "aborted"};
}  // namespace

std::string_view NameOf(EndReason reason) { return kWords[static_cast<size_t>(reason)]; }

std::optional<EndReason> ParseEndReason(std::string_view word) {
  for (size_t i = 0; i < std::size(kWords); ++i) {
    if (kWords[i] == word) return static_cast<EndReason>(i);
  }
  return std::nullopt;
}

std::string_view ResultText(GameResult result) {
  switch (result) {
    case GameResult::kWhiteWins:
      return "1-0";
    case GameResult::kBlackWins:
      return "0-1";
    case GameResult::kDraw:
      return "1/2-1/2";
    case GameResult::kOngoing:
    case GameResult::kAborted:
      break;
  }
  return "*";
}

}  // namespace chess::rules
