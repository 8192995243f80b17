#pragma once
// The nouns every other file uses: colours, roles, squares, boards of 64 bits.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chess::rules {

using Bitboard = uint64_t;  // bit 0 = a1, bit 7 = h1, bit 63 = h8
using Key = uint64_t;       // Zobrist key

enum class Color : uint8_t { kWhite = 0, kBlack = 1 };
constexpr Color operator!(Color c) { return static_cast<Color>(static_cast<uint8_t>(c) ^ 1); }
constexpr int Index(Color c) { return static_cast<int>(c); }
constexpr Color kColors[] = {Color::kWhite, Color::kBlack};

// A way of moving. A piece may have several (its powers); in orthodox chess it has exactly one.
enum class Role : uint8_t { kPawn = 0, kKnight, kBishop, kRook, kQueen, kKing };
constexpr int kRoles = 6;
constexpr int Index(Role r) { return static_cast<int>(r); }

// The powers of a man: a set of roles, one bit each (bit Index(role)).
using Powers = uint8_t;
constexpr Powers Bit(Role r) { return static_cast<Powers>(1u << Index(r)); }
constexpr Powers kAllRoles = 0x3f;

// 'P' 'N' 'B' 'R' 'Q' 'K'.
char LetterOf(Role role);
// Either case; nothing for other letters.
std::optional<Role> RoleOf(char letter);
// "pawn" … "king".
std::string_view NameOf(Role role);
// "white" / "black".
std::string_view NameOf(Color color);

using Square = uint8_t;  // 0 = a1, 1 = b1 … 63 = h8
constexpr Square kNoSquare = 64;
constexpr Square SquareOf(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr int FileOf(Square s) { return s & 7; }
constexpr int RankOf(Square s) { return s >> 3; }
// The rank as `color` counts it: its own first rank is 0.
constexpr int RelativeRank(Color c, Square s) { return RankOf(s) ^ (c == Color::kWhite ? 0 : 7); }
constexpr Bitboard Bit(Square s) { return Bitboard{1} << s; }
// True on a1, c1, b2, …
constexpr bool IsDark(Square s) { return ((FileOf(s) + RankOf(s)) & 1) == 0; }

// "e4"; empty for kNoSquare.
std::string ToText(Square s);
// Exactly two characters a–h, 1–8.
std::optional<Square> ParseSquare(std::string_view text);

}  // namespace chess::rules
