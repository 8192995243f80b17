#pragma once
// The commands inside PGN comments that carry data: `[%clk 0:02:57.3]`, `[%eval 0.17]`,
// `[%roll 7 Q,N]` and `[%brain N]`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/notation/pgn.h"

namespace chess::rules {

// Takes well-formed commands of ours out of a comment into `node` and returns what is left,
// with blanks at both ends removed. Other commands stay in the text.
std::string TakePgnCommands(std::string_view comment, PgnNode* node);

// "h:mm:ss", with a fraction or without, also "mm:ss"; nothing when malformed.
std::optional<int64_t> ReadPgnClock(std::string_view text);
// "0:02:57.3": hours, minutes, seconds and tenths, rounded down. Negative time reads as zero.
std::string WritePgnClock(int64_t clock_ms);

// "0.17", "-1.5", "#-3", "0.17,20" (the depth is dropped); nothing when malformed.
std::optional<PgnEval> ReadPgnEval(std::string_view text);
std::string WritePgnEval(const PgnEval& eval);

// "7 Q,N": the number of the draw and at least one type, each once, in any order (written K Q R B N
// P); nothing when malformed.
std::optional<PgnRoll> ReadPgnRoll(std::string_view text);
std::string WritePgnRoll(const PgnRoll& roll);

}  // namespace chess::rules
