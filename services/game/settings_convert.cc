#include "game/settings_convert.h"

#include "chess/common/v1/match.pb.h"

namespace chess::game {
namespace {

using timecontrol::Kind;
using timecontrol::SideControl;

base::Error BadTime(std::string message) {
  return base::MakeError(base::Code::kInvalidArgument, "TIME_CONTROL_INVALID", std::move(message));
}

Kind KindOf(const common::v1::TimeControl& control) {
  if (control.byoyomi_periods() > 0) return Kind::kByoyomi;
  switch (control.increment_kind()) {
    case common::v1::INCREMENT_KIND_DELAY: return Kind::kDelay;
    case common::v1::INCREMENT_KIND_BRONSTEIN: return Kind::kBronstein;
    default: return Kind::kFischer;
  }
}

base::Result<SideControl> SideFromProto(const common::v1::TimeControl& control) {
  SideControl side;
  if (control.days_per_move() != 0) {
    if (control.stages_size() > 0) return BadTime("Days per move exclude stages.");
    if (control.days_per_move() < 0 || control.days_per_move() > timecontrol::kMaxDays) {
      return BadTime("Days per move are 1 to 30.");
    }
    side.kind = Kind::kCorrespondence;
    side.days = static_cast<int16_t>(control.days_per_move());
    return side;
  }
  if (control.stages_size() == 0) {
    if (control.increment_ms() != 0 || control.byoyomi_periods() != 0) {
      return BadTime("Extra time needs a stage.");
    }
    return side;  // no clock
  }
  if (control.stages_size() > timecontrol::kMaxStages) return BadTime("At most four stages.");
  if (control.byoyomi_periods() < 0 || control.byoyomi_periods() > timecontrol::kMaxPeriods) {
    return BadTime("Byo-yomi periods are 1 to 30.");
  }
  side.kind = KindOf(control);
  side.stage_count = static_cast<uint8_t>(control.stages_size());
  side.periods = static_cast<int16_t>(control.byoyomi_periods());
  side.period_ms = control.byoyomi_periods() > 0 ? control.byoyomi_ms() : 0;
  for (int i = 0; i < control.stages_size(); ++i) {
    side.stages[i] = {control.stages(i).moves(), control.stages(i).time_ms(),
                      control.increment_ms()};
  }
  return side;
}

void SideToProto(const SideControl& side, common::v1::TimeControl* out) {
  if (side.kind == Kind::kCorrespondence) out->set_days_per_move(side.days);
  for (int i = 0; i < side.stage_count; ++i) {
    auto* stage = out->add_stages();
    stage->set_time_ms(side.stages[i].time_ms);
    stage->set_moves(side.stages[i].moves);
  }
  if (side.stage_count > 0) {
    out->set_increment_ms(side.stages[0].bonus_ms);
    switch (side.kind) {
      case Kind::kDelay:
        out->set_increment_kind(common::v1::INCREMENT_KIND_DELAY);
        break;
      case Kind::kBronstein:
        out->set_increment_kind(common::v1::INCREMENT_KIND_BRONSTEIN);
        break;
      default:
        out->set_increment_kind(common::v1::INCREMENT_KIND_FISCHER);
    }
  }
  if (side.kind == Kind::kByoyomi) {
    out->set_byoyomi_periods(side.periods);
    out->set_byoyomi_ms(side.period_ms);
  }
}

}  // namespace

base::Result<timecontrol::TimeControl> TimeFromProto(const common::v1::MatchSettings& settings) {
  timecontrol::TimeControl time;
  auto white = SideFromProto(settings.time_control());
  if (!white.ok()) return white.error();
  time.side[0] = time.side[1] = *white;
  if (settings.has_black_time_control()) {
    auto black = SideFromProto(settings.black_time_control());
    if (!black.ok()) return black.error();
    time.side[1] = *black;
  }
  const base::Status valid = timecontrol::Validate(time);
  if (!valid.ok()) return valid.error();
  return time;
}

base::Result<match::Settings> SettingsFromProto(const common::v1::MatchSettings& proto) {
  auto time = TimeFromProto(proto);
  if (!time.ok()) return time.error();
  match::Settings settings;
  settings.time = *time;
  settings.rule_set = proto.rule_set().empty() ? "standard" : proto.rule_set();
  settings.start_fen = proto.start_fen();
  settings.draft_ms = proto.draft_ms();
  settings.rated = proto.rated();
  settings.draw_policy = proto.draw_policy() == common::v1::DRAW_POLICY_BY_CLAIM
                             ? rules::DrawPolicy::kByClaim
                             : rules::DrawPolicy::kAutomatic;
  switch (proto.visibility()) {
    case common::v1::VISIBILITY_LINK:
      settings.visibility = match::Visibility::kLink;
      break;
    case common::v1::VISIBILITY_PRIVATE:
      settings.visibility = match::Visibility::kPrivate;
      break;
    default:
      settings.visibility = match::Visibility::kPublic;
  }
  return settings;
}

void SettingsToProto(const match::Settings& settings, common::v1::MatchSettings* out) {
  out->set_rule_set(settings.rule_set);
  out->set_start_fen(settings.start_fen);
  out->set_draft_ms(settings.draft_ms);
  SideToProto(settings.time.side[0], out->mutable_time_control());
  if (!(settings.time.side[0] == settings.time.side[1])) {
    SideToProto(settings.time.side[1], out->mutable_black_time_control());
  }
  out->set_rated(settings.rated);
  out->set_draw_policy(settings.draw_policy == rules::DrawPolicy::kByClaim
                           ? common::v1::DRAW_POLICY_BY_CLAIM
                           : common::v1::DRAW_POLICY_AUTOMATIC);
  switch (settings.visibility) {
    case match::Visibility::kPublic:
      out->set_visibility(common::v1::VISIBILITY_PUBLIC);
      break;
    case match::Visibility::kLink:
      out->set_visibility(common::v1::VISIBILITY_LINK);
      break;
    case match::Visibility::kPrivate:
      out->set_visibility(common::v1::VISIBILITY_PRIVATE);
  }
}

std::string_view WordOf(match::Visibility visibility) {
  switch (visibility) {
    case match::Visibility::kPublic: return "public";
    case match::Visibility::kLink: return "link";
    default: return "private";
  }
}

std::string_view WordOf(rules::DrawPolicy policy) {
  return policy == rules::DrawPolicy::kByClaim ? "by_claim" : "automatic";
}

match::Visibility VisibilityOf(std::string_view word) {
  if (word == "public") return match::Visibility::kPublic;
  return word == "link" ? match::Visibility::kLink : match::Visibility::kPrivate;
}

rules::DrawPolicy DrawPolicyOf(std::string_view word) {
  return word == "by_claim" ? rules::DrawPolicy::kByClaim : rules::DrawPolicy::kAutomatic;
}

}  // namespace chess::game
