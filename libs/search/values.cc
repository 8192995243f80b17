#include "search/values.h"

#include "rules/core/bitboard.h"

namespace chess::search {

using rules::Bitboard;
using rules::Color;
using rules::Position;
using rules::RuleSet;

namespace {

struct ValueTable {
  std::array<int, 64> by_powers{};
};
constexpr ValueTable MakeTable() {
  ValueTable table;
  for (size_t powers = 0; powers < 64; ++powers) {
    table.by_powers[powers] = ManValue(static_cast<rules::Powers>(powers));
  }
  return table;
}
constexpr ValueTable kTable = MakeTable();

}  // namespace

int BoardMaterial(const Position& p, Color side) {
  const Bitboard men = p.of(side) & ~p.royal;
  Bitboard seen = 0, several = 0;
  for (const Bitboard role : p.roles) {
    several |= seen & role;
    seen |= role;
  }
  int sum = 0;
  for (size_t r = 0; r < rules::kRoles; ++r) {
    sum += kRoleValues[r] * rules::Count(men & p.roles[r] & ~several);
  }
  for (Bitboard b = men & several; b;) sum += kTable.by_powers[p.PowersAt(rules::PopFirst(&b))];
  return sum;
}

int HandMaterial(const Position& p, const RuleSet& rules, Color side) {
  int sum = 0;
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->write_hand == nullptr) continue;
    for (const char c : m.rule->write_hand(p)) {  // White's men are capital letters
      const bool white = c >= 'A' && c <= 'Z';
      const std::optional<rules::Role> role = rules::RoleOf(c);
      if (!role || white != (side == Color::kWhite)) continue;
      sum += kRoleValues[static_cast<size_t>(Index(*role))];
    }
  }
  return sum;
}

int MaterialBalance(const Position& p, const RuleSet& rules, Color side) {
  const int balance = BoardMaterial(p, side) + HandMaterial(p, rules, side) -
                      BoardMaterial(p, !side) - HandMaterial(p, rules, !side);
  return rules.Has(rules::kTraitMustCapture) ? -balance : balance;
}

}  // namespace chess::search
