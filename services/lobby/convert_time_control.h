#pragma once
// Time controls between protobuf and timecontrol. Pure, thread-safe.

#include "base/result.h"
#include "timecontrol/time_control.h"

namespace chess::common::v1 {
class MatchSettings;
}  // namespace chess::common::v1

namespace chess::lobby {

// Both sides' controls. TIME_CONTROL_INVALID where fields contradict each other (days and stages,
// byo-yomi and an increment, extra time without a stage); limits are timecontrol::Validate's.
base::Result<timecontrol::TimeControl> TimeControlFromProto(
    const common::v1::MatchSettings& settings);
// Sets time_control, and black_time_control where Black's differs.
void TimeControlToProto(const timecontrol::TimeControl& control,
                        common::v1::MatchSettings* settings);

}  // namespace chess::lobby
