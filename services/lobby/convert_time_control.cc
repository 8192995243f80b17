#include "lobby/convert_time_control.h"

#include <optional>

#include "chess/common/v1/match.pb.h"

namespace chess::lobby {
namespace {

using base::Result;
using timecontrol::Kind;
using timecontrol::SideControl;

base::Error Invalid(const char* sentence) {
  return base::MakeError(base::Code::kInvalidArgument, "TIME_CONTROL_INVALID", sentence);
}

std::optional<Kind> KindOf(int increment_kind) {
  switch (increment_kind) {
    case common::v1::INCREMENT_KIND_UNSPECIFIED:
    case common::v1::INCREMENT_KIND_FISCHER:
      return Kind::kFischer;
    case common::v1::INCREMENT_KIND_DELAY:
      return Kind::kDelay;
    case common::v1::INCREMENT_KIND_BRONSTEIN:
      return Kind::kBronstein;
    default:
      return std::nullopt;
  }
}

Result<SideControl> WithoutStages(const common::v1::TimeControl& message) {
  if (message.increment_ms() != 0 || message.byoyomi_periods() != 0 || message.byoyomi_ms() != 0) {
    return Invalid("Extra time needs a stage.");
  }
  SideControl side;
  if (message.days_per_move() == 0) return side;
  if (message.days_per_move() < 0 || message.days_per_move() > timecontrol::kMaxDays) {
    return Invalid("Correspondence has 1 to 30 days a move.");
  }
  side.kind = Kind::kCorrespondence;
  side.days = static_cast<int16_t>(message.days_per_move());
  return side;
}

Result<SideControl> SideFromProto(const common::v1::TimeControl& message) {
  if (message.stages().empty()) return WithoutStages(message);
  if (message.days_per_move() != 0) return Invalid("Either stages or days a move, not both.");
  if (message.stages_size() > timecontrol::kMaxStages) return Invalid("At most four stages.");
  const auto kind = KindOf(message.increment_kind());
  if (!kind) return Invalid("There is no such kind of increment.");
  SideControl side;
  side.kind = *kind;
  side.stage_count = static_cast<uint8_t>(message.stages_size());
  for (int i = 0; i < message.stages_size(); ++i) {
    side.stages[i] = {message.stages(i).moves(), message.stages(i).time_ms(),
                      message.increment_ms()};
  }
  if (message.byoyomi_periods() == 0 && message.byoyomi_ms() == 0) return side;
  if (message.increment_ms() != 0) return Invalid("Byo-yomi excludes an increment.");
  if (message.byoyomi_periods() < 1 || message.byoyomi_periods() > timecontrol::kMaxPeriods) {
    return Invalid("Byo-yomi has 1 to 30 periods.");
  }
  side.kind = Kind::kByoyomi;
  side.periods = static_cast<int16_t>(message.byoyomi_periods());
  side.period_ms = message.byoyomi_ms();
  return side;
}

void SideToProto(const SideControl& side, common::v1::TimeControl* message) {
  message->set_days_per_move(side.days);
  for (int i = 0; i < side.stage_count; ++i) {
    auto* stage = message->add_stages();
    stage->set_time_ms(side.stages[i].time_ms);
    stage->set_moves(side.stages[i].moves);
    // Every stage has the same bonus on the wire.
    message->set_increment_ms(side.stages[i].bonus_ms);
  }
  if (side.kind == Kind::kDelay) message->set_increment_kind(common::v1::INCREMENT_KIND_DELAY);
  if (side.kind == Kind::kBronstein) {
    message->set_increment_kind(common::v1::INCREMENT_KIND_BRONSTEIN);
  }
  if (side.kind == Kind::kFischer) {
    message->set_increment_kind(common::v1::INCREMENT_KIND_FISCHER);
  }
  message->set_byoyomi_periods(side.periods);
  message->set_byoyomi_ms(side.period_ms);
}

}  // namespace

Result<timecontrol::TimeControl> TimeControlFromProto(const common::v1::MatchSettings& settings) {
  timecontrol::TimeControl control;
  auto white = SideFromProto(settings.time_control());
  if (!white.ok()) return white.error();
  control.side[timecontrol::kWhite] = control.side[timecontrol::kBlack] = *white;
  if (settings.has_black_time_control()) {
    auto black = SideFromProto(settings.black_time_control());
    if (!black.ok()) return black.error();
    control.side[timecontrol::kBlack] = *black;
  }
  return control;
}

void TimeControlToProto(const timecontrol::TimeControl& control,
                        common::v1::MatchSettings* settings) {
  const SideControl& white = control.side[timecontrol::kWhite];
  const SideControl& black = control.side[timecontrol::kBlack];
  SideToProto(white, settings->mutable_time_control());
  if (!(white == black)) SideToProto(black, settings->mutable_black_time_control());
}

}  // namespace chess::lobby
