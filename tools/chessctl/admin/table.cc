#include "chessctl/admin/table.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "base/utf8.h"
#include "chessctl/printable.h"

namespace chess::chessctl::admin {
namespace {

std::string Shown(const std::string& text) { return text.empty() ? "-" : Printable(text); }

std::string Padded(const std::string& text, size_t width) {
  const size_t own = base::Characters(text);
  return own >= width ? text : text + std::string(width - own, ' ');
}

}  // namespace

std::string Table::Text(const std::string& nothing) const {
  if (rows_.empty()) return nothing + "\n";
  std::vector<std::vector<std::string>> lines = {heads_};
  for (const auto& row : rows_) {
    auto& line = lines.emplace_back();
    for (const std::string& cell : row) line.push_back(Shown(cell));
  }
  std::vector<size_t> widths(heads_.size(), 0);
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], base::Characters(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      const bool last = i + 1 == line.size();
      text += last ? line[i] + "\n" : Padded(line[i], widths[i]) + "  ";
    }
  }
  return text;
}

void Table::Print(const std::string& nothing) const { std::fputs(Text(nothing).c_str(), stdout); }

std::string Sheet::Text() const {
  size_t width = 0;
  for (const auto& [name, value] : lines_) width = std::max(width, base::Characters(name));
  std::string text;
  for (const auto& [name, value] : lines_) text += Padded(name, width) + "  " + Shown(value) + "\n";
  return text;
}

void Sheet::Print() const { std::fputs(Text().c_str(), stdout); }

std::string TimeText(const google::protobuf::Timestamp& time) {
  if (time.seconds() == 0 && time.nanos() == 0) return "-";
  const std::time_t seconds = time.seconds();
  std::tm parts = {};
  char text[32];
  if (gmtime_r(&seconds, &parts) == nullptr ||
      std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%SZ", &parts) == 0) {
    return "-";
  }
  return text;
}

}  // namespace chess::chessctl::admin
