#pragma once
// What a SAN text says, before it is asked of a position.

#include <optional>
#include <string_view>

#include "rules/core/types.h"

namespace chess::rules {

struct SanText {
  enum class Castle : uint8_t { kNone, kShort, kLong };

  Castle castle = Castle::kNone;
  bool drop = false;
  std::optional<Role> role;  // absent for bare coordinates ("e2e4"), where the board tells
  int from_file = -1;        // 0–7; -1: not said
  int from_rank = -1;
  Square to = kNoSquare;
  std::optional<Role> promotion;
  bool promotes_to_pawn = false;  // "a8=P": readable, never legal
};

// Reads the forms listed at ReadSan; nothing for anything else.
std::optional<SanText> ParseSanText(std::string_view text);

}  // namespace chess::rules
