#include "rules/core/types.h"

namespace chess::rules {

char LetterOf(Role role) { return "PNBRQK"[Index(role)]; }

std::optional<Role> RoleOf(char letter) {
  switch (letter) {
    case 'P':
    case 'p':
      return Role::kPawn;
    case 'N':
    case 'n':
      return Role::kKnight;
    case 'B':
    case 'b':
      return Role::kBishop;
    case 'R':
    case 'r':
      return Role::kRook;
    case 'Q':
    case 'q':
      return Role::kQueen;
    case 'K':
    case 'k':
      return Role::kKing;
    default:
      return std::nullopt;
  }
}

std::string_view NameOf(Role role) {
  constexpr std::string_view kNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  return kNames[Index(role)];
}

std::string_view NameOf(Color color) { return color == Color::kWhite ? "white" : "black"; }

std::string ToText(Square s) {
  if (s >= 64) return {};
  return {static_cast<char>('a' + FileOf(s)), static_cast<char>('1' + RankOf(s))};
}

std::optional<Square> ParseSquare(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    return std::nullopt;
  }
  return SquareOf(text[0] - 'a', text[1] - '1');
}

}  // namespace chess::rules
