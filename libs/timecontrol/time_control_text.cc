#include "timecontrol/time_control_text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace chess::timecontrol {
namespace {

constexpr size_t kMaxText = 128;

// "90", "0.5", "2.25": seconds with as many decimals as needed.
std::string Seconds(DurationMs ms) {
  std::string text = std::to_string(ms / 1000);
  if (ms % 1000 == 0) return text;
  std::string decimals = std::to_string(1000 + ms % 1000).substr(1);
  while (decimals.back() == '0') decimals.pop_back();
  return text + "." + decimals;
}

std::string SideText(const SideControl& side) {
  if (side.kind == Kind::kNone) return "-";
  if (side.kind == Kind::kCorrespondence) return "1/" + std::to_string(side.days * kDayMs / 1000);
  if (side.kind == Kind::kByoyomi) {
    return Seconds(side.stages[0].time_ms) + "+" + std::to_string(side.periods) + "x" +
           Seconds(side.period_ms);
  }
  const char sign = side.kind == Kind::kDelay ? 'd' : side.kind == Kind::kBronstein ? 'b' : '+';
  std::string text;
  for (int i = 0; i < side.stage_count; ++i) {
    const Stage& stage = side.stages[i];
    if (i > 0) text += ':';
    if (stage.moves > 0) text += std::to_string(stage.moves) + "/";
    text += Seconds(stage.time_ms);
    // A delay of nothing keeps its letter, or the kind would be lost.
    if (stage.bonus_ms > 0 || side.stage_count == 1 || sign != '+') {
      text += sign + Seconds(stage.bonus_ms);
    }
  }
  return text;
}

base::Error Bad(std::string_view text) {
  return base::MakeError(base::Code::kInvalidArgument, "TIME_CONTROL_INVALID",
                         "\"" + std::string(text.substr(0, kMaxText)) +
                             "\" is not a time control such as 300+3, 40/5400:1800 or 1/259200.");
}

std::optional<int64_t> Whole(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool all = error == std::errc() && end == text.data() + text.size();
  // Bounded, so that nothing below can overflow; the exact limits are Validate's.
  if (!all || text.front() == '-' || value > 1'000'000'000) return std::nullopt;
  return value;
}

std::optional<DurationMs> ReadSeconds(std::string_view text) {
  const size_t dot = text.find('.');
  const std::optional<int64_t> whole = Whole(text.substr(0, dot));
  if (!whole) return std::nullopt;
  if (dot == std::string_view::npos) return *whole * 1000;
  std::string decimals(text.substr(dot + 1));
  if (decimals.empty() || decimals.size() > 3) return std::nullopt;
  decimals.resize(3, '0');
  const std::optional<int64_t> fraction = Whole(decimals);
  if (!fraction) return std::nullopt;
  return *whole * 1000 + *fraction;
}

struct ReadStage {
  Stage stage;
  Kind kind = Kind::kFischer;
  bool has_bonus = false;
};

// "40/5400", "40/5400+30", "300d5".
std::optional<ReadStage> ReadOneStage(std::string_view text) {
  ReadStage read;
  if (const size_t slash = text.find('/'); slash != std::string_view::npos) {
    const std::optional<int64_t> moves = Whole(text.substr(0, slash));
    if (!moves || *moves < 1 || *moves > kMaxStageMoves) return std::nullopt;
    read.stage.moves = static_cast<int32_t>(*moves);
    text.remove_prefix(slash + 1);
  }
  const size_t sign = text.find_first_of("+db");
  if (sign != std::string_view::npos) {
    read.kind = text[sign] == 'd' ? Kind::kDelay : text[sign] == 'b' ? Kind::kBronstein
                                                                     : Kind::kFischer;
    read.has_bonus = true;
    const std::optional<DurationMs> bonus = ReadSeconds(text.substr(sign + 1));
    if (!bonus) return std::nullopt;
    read.stage.bonus_ms = *bonus;
  }
  const std::optional<DurationMs> time = ReadSeconds(text.substr(0, sign));
  if (!time) return std::nullopt;
  read.stage.time_ms = *time;
  return read;
}

std::optional<SideControl> ReadByoyomi(std::string_view text) {
  const size_t plus = text.find('+');
  const size_t times = text.find('x');
  if (plus == std::string_view::npos || times < plus) return std::nullopt;
  const std::optional<DurationMs> main = ReadSeconds(text.substr(0, plus));
  const std::optional<int64_t> periods = Whole(text.substr(plus + 1, times - plus - 1));
  const std::optional<DurationMs> period = ReadSeconds(text.substr(times + 1));
  if (!main || !periods || !period || *periods > kMaxPeriods) return std::nullopt;
  return Byoyomi(*main, static_cast<int>(*periods), *period).side[0];
}

// One stage of a single move and whole days: so many days for each move.
bool IsCorrespondence(const SideControl& side) {
  const Stage& stage = side.stages[0];
  return side.stage_count == 1 && stage.moves == 1 && stage.bonus_ms == 0 &&
         stage.time_ms >= kDayMs && stage.time_ms % kDayMs == 0 &&
         stage.time_ms <= kMaxDays * kDayMs;
}

std::optional<SideControl> ReadSide(std::string_view text) {
  if (text == "-" || text == "?") return SideControl{};
  if (text.find('x') != std::string_view::npos) return ReadByoyomi(text);
  SideControl side;
  side.kind = Kind::kFischer;
  bool kind_known = false;
  while (true) {
    const size_t colon = text.find(':');
    const std::optional<ReadStage> read = ReadOneStage(text.substr(0, colon));
    if (!read || side.stage_count == kMaxStages) return std::nullopt;
    if (read->has_bonus) {
      if (kind_known && side.kind != read->kind) return std::nullopt;
      side.kind = read->kind;
      kind_known = true;
    }
    side.stages[side.stage_count++] = read->stage;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  if (IsCorrespondence(side)) {
    return Correspondence(static_cast<int>(side.stages[0].time_ms / kDayMs)).side[0];
  }
  return side;
}

}  // namespace

std::string FormatTimeControl(const TimeControl& control) {
  std::string text = SideText(control.side[kWhite]);
  if (control.side[kWhite] != control.side[kBlack]) text += "|" + SideText(control.side[kBlack]);
  return text;
}

base::Result<TimeControl> ParseTimeControl(std::string_view text) {
  if (text.empty() || text.size() > kMaxText) return Bad(text);
  const size_t bar = text.find('|');
  const std::optional<SideControl> white = ReadSide(text.substr(0, bar));
  const std::optional<SideControl> black =
      bar == std::string_view::npos ? white : ReadSide(text.substr(bar + 1));
  if (!white || !black) return Bad(text);
  const TimeControl control{{*white, *black}};
  if (auto status = Validate(control); !status.ok()) return status.error();
  return control;
}

}  // namespace chess::timecontrol
