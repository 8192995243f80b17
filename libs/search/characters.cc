#include "search/characters.h"

#include <algorithm>
#include <vector>

#include "search/score.h"
#include "search/values.h"

namespace chess::search {

using rules::Color;
using rules::Move;
using rules::MoveList;
using rules::Position;
using rules::RuleSet;

namespace {

// How the game stands for `us` if it ends here: a win, a loss, or 0; nothing if it goes on.
std::optional<int> EndFor(Color us, const Position& p, const RuleSet& rules, Move last) {
  if (const auto ending = rules.VariantEnding(p, last)) {
    const std::optional<Color> winner = ending->winner();
    if (!winner) return 0;
    return *winner == us ? kWin : -kWin;
  }
  if (rules::HasLegalMove(p, rules)) return std::nullopt;
  if (!rules::InCheck(p, rules)) return 0;
  return p.turn == us ? -kWin : kWin;
}

int AfterReply(Color us, const Position& before, const RuleSet& rules, Move reply) {
  const Position p = rules::After(before, rules, reply);
  const std::optional<int> end = EndFor(us, p, rules, reply);
  return end ? *end : MaterialBalance(p, rules, us);
}

int Judge(Character character, const Position& before, const RuleSet& rules, Move move) {
  const Color us = before.turn;
  const Position p = rules::After(before, rules, move);
  if (const std::optional<int> end = EndFor(us, p, rules, move)) return *end;
  if (character == Character::kBalanced) return MaterialBalance(p, rules, us);
  int worst = kInfinite;
  for (const Move reply : rules::LegalMoves(p, rules)) {
    worst = std::min(worst, AfterReply(us, p, rules, reply));
  }
  return worst;
}

}  // namespace

Move Choose(Character character, const Knowledge& known, uint64_t seed) {
  const MoveList& moves = known.moves();
  std::vector<Move> best;
  if (character == Character::kCasual) {
    best.assign(moves.begin(), moves.end());
  } else {
    const Position& p = known.boards()[0];
    const MoveList legal = rules::LegalMoves(p, known.rules());
    int highest = -kInfinite;
    for (const Move m : moves) {
      if (!legal.Contains(m)) continue;  // the board is a guess
      const int score = Judge(character, p, known.rules(), m);
      if (score < highest) continue;
      if (score > highest) best.clear();
      highest = score;
      best.push_back(m);
    }
    if (best.empty()) best.assign(moves.begin(), moves.end());
  }
  // Sorted, so that a reply does not depend on the order in which moves are generated.
  std::sort(best.begin(), best.end(), [](Move a, Move b) { return a.raw() < b.raw(); });
  return best[Draw(seed, known.digest(), best.size())];
}

std::string_view NameOf(Character character) {
  switch (character) {
    case Character::kCasual:
      return "casual";
    case Character::kBalanced:
      return "balanced";
    case Character::kCareful:
      return "careful";
  }
  return "";
}

std::optional<Character> ParseCharacter(std::string_view word) {
  for (const Character c : {Character::kCasual, Character::kBalanced, Character::kCareful}) {
    if (NameOf(c) == word) return c;
  }
  return std::nullopt;
}

}  // namespace chess::search
