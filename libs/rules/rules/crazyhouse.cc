// Crazyhouse: captured men change sides and may be dropped on empty squares instead of a move.

#include <utility>

#include "rules/core/bitboard.h"
#include "rules/core/rule.h"
#include "rules/rules/pocket.h"

namespace chess::rules {
namespace {

constexpr Role kOrder[] = {Role::kQueen, Role::kRook, Role::kBishop, Role::kKnight, Role::kPawn};

Bitboard Drops(const Position& p, Role role) {
  if (InHand(p, p.turn, role) == 0) return 0;
  return ~p.occupied() & (role == Role::kPawn ? ~(kRank1 | kRank8) : ~Bitboard{0});
}

// What a captured man is in hand: the most valuable of its powers.
Role Valued(Powers powers) {
  for (const Role role : kOrder) {
    if (powers & Bit(role)) return role;
  }
  return Role::kPawn;
}

void KeepHands(const Played& played, const RuleSet&, Position* p) {
  if (played.move.is_drop()) {
    TakeFromHand(p, played.mover, played.move.dropped());
    return;
  }
  if (played.victim != kNoSquare && !played.taken_royal) {
    const bool promoted = (played.before.slots[kMarksSlot] & Bit(played.victim)) != 0;
    AddToHand(p, played.mover, promoted ? Role::kPawn : Valued(played.taken));
  }
  if (played.move.is_promotion()) {
    SetSlot(p, kMarksSlot, p->slots[kMarksSlot] | Bit(played.move.to()));
  }
}

std::string WriteHand(const Position& p) {
  std::string text;
  for (const Color color : kColors) {
    for (const Role role : kOrder) {
      const char letter = static_cast<char>(LetterOf(role) | (color == Color::kWhite ? 0 : 0x20));
      text.append(static_cast<size_t>(InHand(p, color, role)), letter);
    }
  }
  return text;
}

bool ReadHand(std::string_view text, Position* p) {
  for (const char c : text) {
    const std::optional<Role> role = RoleOf(c);
    if (!role || *role == Role::kKing) return false;
    const Color color = c >= 'a' ? Color::kBlack : Color::kWhite;
    if (InHand(*p, color, *role) == kPocketMost) return false;
    AddToHand(p, color, *role);
  }
  return true;
}

// A man in hand is worth a little more than one on the board: it can go where it is wanted. Queens
// and rooks are worth less than elsewhere, because boards are full.
int Hand(const Position& p, Color side) {
  constexpr std::pair<Role, int> kWorth[] = {{Role::kPawn, 110},
                                             {Role::kKnight, 340},
                                             {Role::kBishop, 340},
                                             {Role::kRook, 480},
                                             {Role::kQueen, 880}};
  int sum = 0;
  for (const auto& [role, worth] : kWorth) sum += worth * InHand(p, side, role);
  return sum;
}

// Men come back.
CanWinAnswer Always(const Position&, Color) { return CanWinAnswer::kYes; }

}  // namespace

extern const Rule kCrazyhouse;
constinit const Rule kCrazyhouse = {
    .key = "crazyhouse",
    .title = "Crazyhouse",
    .summary = "Captured pieces change sides and can be dropped.",
    .axis = Axis::kBase,
    .kernel = Kernel::kMorphing,
    .claims = kClaimMarks | kClaimVisiblePocket,
    .traits =
        kTraitNothingIrreversible | kTraitNoMoveCount | kTraitManyMen | kTraitMaterialMisleads,
    .drops = Drops,
    .after_move = KeepHands,
    .can_win = Always,
    .lean = Hand,
    .mark = '~',
    .write_hand = WriteHand,
    .read_hand = ReadHand,
};

}  // namespace chess::rules
