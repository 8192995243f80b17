#include "chessctl/admin/when.h"

#include <charconv>
#include <ctime>
#include <optional>

namespace chess::chessctl::admin {
namespace {

constexpr int64_t kMinuteMs = 60'000;
constexpr int64_t kMost = 100'000;  // of any unit

std::optional<int64_t> UnitMs(char unit) {
  switch (unit) {
    case 'm':
      return kMinuteMs;
    case 'h':
      return 60 * kMinuteMs;
    case 'd':
      return 24 * 60 * kMinuteMs;
    case 'w':
      return 7 * 24 * 60 * kMinuteMs;
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> Number(const std::string& text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<base::TimeMs> Length(const std::string& text) {
  if (text.size() < 2) return std::nullopt;
  const auto unit = UnitMs(text.back());
  const auto count = Number(text.substr(0, text.size() - 1));
  if (!unit || !count || *count < 1 || *count > kMost) return std::nullopt;
  return *unit * *count;
}

std::optional<base::TimeMs> Moment(std::string text) {
  if (text.ends_with('Z')) text.pop_back();
  if (text.size() > 10 && text[10] == 'T') text[10] = ' ';
  for (const char* form : {"%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"}) {
    std::tm parts = {};
    const char* end = strptime(text.c_str(), form, &parts);
    if (end == nullptr || *end != '\0') continue;
    const std::tm read = parts;
    const std::time_t seconds = timegm(&parts);
    // 2026-02-30 is no day of March.
    if (parts.tm_mday != read.tm_mday || parts.tm_mon != read.tm_mon) return std::nullopt;
    return int64_t{seconds} * 1000;
  }
  return std::nullopt;
}

}  // namespace

base::Result<base::TimeMs> ParseWhen(const std::string& text, base::TimeMs now_ms) {
  if (const auto length = Length(text)) return now_ms + *length;
  if (const auto moment = Moment(text)) return *moment;
  return base::MakeError(base::Code::kInvalidArgument, "USAGE",
                         "a time is 30m, 12h, 7d, 2w, or 2026-12-24T18:00Z; not " + text);
}

}  // namespace chess::chessctl::admin
