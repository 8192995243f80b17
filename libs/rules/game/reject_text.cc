#include "rules/game/reject_text.h"

#include "rules/core/bitboard.h"

namespace chess::rules {
namespace {

std::vector<Square> Squares(Bitboard b) {
  std::vector<Square> list;
  while (b) list.push_back(PopFirst(&b));
  return list;
}

}  // namespace

Rejection Reject(RejectReason reason, std::string text, Bitboard squares) {
  text[0] = static_cast<char>(text[0] >= 'a' ? text[0] & ~0x20 : text[0]);
  return {reason, std::move(text) + ".", Squares(squares)};
}

std::string Man(const Position& position, Square square) {
  const std::optional<Role> role = position.RoleAt(square);
  if (!role) return ToText(square);
  return "the " + std::string(NameOf(*role)) + " on " + ToText(square);
}

std::string Men(const Position& position, Bitboard squares) {
  std::string text;
  while (squares) {
    const std::string man = Man(position, PopFirst(&squares));
    text += text.empty() ? man : (squares ? ", " : " and ") + man;
  }
  return text;
}

std::string AnyOf(Powers types) {
  std::string text;
  for (int r = 0; r < kRoles; ++r) {
    const Role role = static_cast<Role>(r);
    if ((types & Bit(role)) == 0) continue;
    const bool last = types >> (r + 1) == 0;
    if (!text.empty()) text += last ? " or " : ", ";
    text += (role == Role::kKing ? "the " : "a ") + std::string(NameOf(role));
  }
  return text;
}

}  // namespace chess::rules
