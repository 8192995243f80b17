#pragma once
// Times as people write them on a command line. Pure.

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace chess::chessctl::admin {

// "30m", "12h", "7d", "2w" from `now_ms` on; "2026-12-24T18:00Z", "2026-12-24 18:00" (UTC, seconds
// may follow) or "2026-12-24" (its beginning). USAGE: a sentence.
base::Result<base::TimeMs> ParseWhen(const std::string& text, base::TimeMs now_ms);

}  // namespace chess::chessctl::admin
