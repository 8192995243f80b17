#pragma once
// The text of a time control: the PGN `TimeControl` tag and the platform's canonical form, one and
// the same. Seconds, with up to three decimals where they are not whole.
//   -              no clock                     300+3          Fischer, 300 s plus 3 s a move
//   40/5400:1800   40 moves in 5400 s, then…    40/5400+30:900+30
//   300d5          simple (US) delay of 5 s     300b5          Bronstein, 5 s
//   600+5x30       600 s, then 5 byo-yomi periods of 30 s
//   1/259200       correspondence, three days a move
//   300+3|60+1     White's and Black's where they differ
// The letters d and b, the x and the bar are extensions of ours; PGN has no form for these.

#include <string>
#include <string_view>

#include "base/result.h"
#include "timecontrol/time_control.h"

namespace chess::timecontrol {

// "300+0" is written "300+0" (with its increment) for a single sudden-death stage, so that it reads
// as people write it; stages without bonus leave it out.
std::string FormatTimeControl(const TimeControl& control);

// Reads what FormatTimeControl writes, "300" for "300+0", and "?" as no clock. The result is
// validated. Errors: INVALID_ARGUMENT TIME_CONTROL_INVALID. At most 128 bytes.
base::Result<TimeControl> ParseTimeControl(std::string_view text);

}  // namespace chess::timecontrol
