// Three-check: the third check given to one king wins. A move that gives two checks counts one.

#include <algorithm>

#include "rules/core/edit.h"
#include "rules/core/moves.h"
#include "rules/core/rule.h"
#include "rules/rules/shared_answers.h"

namespace chess::rules {
namespace {

constexpr int kGoal = 3;
constexpr int kBits = 8;  // of kChecksSlot for each colour that gives checks

int Given(const Position& p, Color by) {
  return static_cast<int>(p.slots[kChecksSlot] >> kBits * Index(by) & 0xff);
}

void CountCheck(const Played& played, const RuleSet& rules, Position* p) {
  if (Checkers(*p, rules) == 0 || Given(*p, played.mover) >= kGoal) return;
  SetSlot(p, kChecksSlot, p->slots[kChecksSlot] + (uint64_t{1} << kBits * Index(played.mover)));
}

std::optional<Outcome> OnThirdCheck(const Position& p, const RuleSet&, Move) {
  for (const Color side : {!p.turn, p.turn}) {
    if (Given(p, side) >= kGoal) return Win(side, EndReason::kVariant, "three_check");
  }
  return std::nullopt;
}

// The nearer the third check, the more a check is worth.
int Nearness(const Position& p, Color side) {
  constexpr int kWorth[] = {0, 110, 320, 900};
  return kWorth[std::min(Given(p, side), kGoal)];
}

std::string WriteField(const Position& p) {
  return "+" + std::to_string(Given(p, Color::kWhite)) + "+" +
         std::to_string(Given(p, Color::kBlack));
}

// "+1+0": checks given; "2+3": checks that are still needed.
bool ReadField(std::string_view text, Position* p) {
  const bool given = !text.empty() && text[0] == '+';
  if (given) text.remove_prefix(1);
  if (text.size() != 3 || text[1] != '+') return false;
  uint64_t counts = 0;
  for (const Color side : kColors) {
    const char digit = text[side == Color::kWhite ? 0 : 2];
    if (digit < '0' || digit > '0' + kGoal) return false;
    const int number = digit - '0';
    counts |= static_cast<uint64_t>(given ? number : kGoal - number) << kBits * Index(side);
  }
  p->slots[kChecksSlot] = counts;
  return true;
}

}  // namespace

extern const Rule kThreeCheck;
constinit const Rule kThreeCheck = {
    .key = "three_check",
    .title = "Three-check",
    .summary = "Give check three times and win.",
    .axis = Axis::kTwist,
    .excludes = kClaimNoCheck,
    .after_move = CountCheck,
    .outcome = OnThirdCheck,
    .can_win = NotWhenBare,
    .lean = Nearness,
    .write_field = WriteField,
    .read_field = ReadField,
};

}  // namespace chess::rules
