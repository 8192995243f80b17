#include "rules/game/setup.h"

#include "rules/core/bitboard.h"

namespace chess::rules {

Position MirroredArray(std::string_view back_rank) {
  CHESS_CHECK(back_rank.size() == 8);
  Position p;
  for (int file = 0; file < 8; ++file) {
    const std::optional<Role> role = RoleOf(back_rank[static_cast<size_t>(file)]);
    CHESS_CHECK(role.has_value());
    Put(&p, Color::kWhite, *role, SquareOf(file, 0));
    Put(&p, Color::kWhite, Role::kPawn, SquareOf(file, 1));
    Put(&p, Color::kBlack, Role::kPawn, SquareOf(file, 6));
    Put(&p, Color::kBlack, *role, SquareOf(file, 7));
  }
  p.unmoved = p.of(Role::kRook);
  p.key = FullKey(p);
  return p;
}

const Position& StandardArray() {
  static const Position array = MirroredArray("RNBQKBNR");
  return array;
}

namespace {

// Where a side needs no royal man, its king is a man like others, and nobody castles.
Position Dethroned(Position p, const RuleSet& rules) {
  for (const Color c : kColors) {
    if (!rules.Has(c == Color::kWhite ? kTraitKinglessWhite : kTraitKinglessBlack)) continue;
    p.royal &= ~p.of(c);
    p.unmoved &= ~p.of(c);
  }
  p.key = FullKey(p);
  return p;
}

}  // namespace

base::Result<Position> StartPosition(const RuleSet& rules) {
  const RuleSet::Member* decides = rules.setup();
  if (decides == nullptr || decides->rule->setup == nullptr) {
    return Dethroned(StandardArray(), rules);
  }
  if (decides->parameter < 0 && (decides->rule->traits & kTraitDrawnSetup)) {
    return base::MakeError(base::Code::kFailedPrecondition, "SETUP_NUMBER_MISSING",
                           "The number of the start position has not been drawn yet.");
  }
  Position p;
  decides->rule->setup(decides->parameter, &p);
  return Dethroned(p, rules);
}

std::optional<int> SetupNumber(const RuleSet& rules, const Position& start) {
  const RuleSet::Member* decides = rules.setup();
  if (decides == nullptr || decides->rule->parameter_of == nullptr) return std::nullopt;
  return decides->rule->parameter_of(start);
}

}  // namespace chess::rules
