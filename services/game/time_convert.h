#pragma once
// Times as messages have them.

#include <algorithm>

#include "base/clock.h"
#include "google/protobuf/timestamp.pb.h"

namespace chess::game {

inline constexpr base::TimeMs kLatestMs = 32'503'680'000'000;  // the year 3000

inline void SetTime(base::TimeMs time, google::protobuf::Timestamp* out) {
  out->set_seconds(time / 1000);
  out->set_nanos(static_cast<int32_t>(time % 1000) * 1'000'000);
}

// Between 1970 and the year 3000, whatever the message says.
inline base::TimeMs TimeOf(const google::protobuf::Timestamp& time) {
  const int64_t seconds = std::clamp<int64_t>(time.seconds(), 0, kLatestMs / 1000);
  return std::clamp<base::TimeMs>(seconds * 1000 + time.nanos() / 1'000'000, 0, kLatestMs);
}

}  // namespace chess::game
