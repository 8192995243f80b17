#include "chessctl/epd.h"

#include <algorithm>
#include <charconv>

#include "rules/notation/fen.h"
#include "rules/notation/variant_names.h"

namespace chess::chessctl {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) < 4) text.remove_suffix(1);
  return text;
}

template <typename Number>
bool ReadNumber(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

base::Error Bad(std::string_view what) {
  return base::MakeError(base::Code::kInvalidArgument, "EPD_INVALID",
                         "cannot read \"" + std::string(what) + "\"");
}

}  // namespace

base::Result<EpdLine> ParseEpdLine(std::string_view text) {
  EpdLine line;
  size_t semicolon = text.find(';');
  line.fen = Trim(text.substr(0, semicolon));
  while (semicolon != std::string_view::npos) {
    text.remove_prefix(semicolon + 1);
    semicolon = text.find(';');
    const std::string_view part = Trim(text.substr(0, semicolon));
    const size_t blank = part.find(' ');
    const std::string_view name = part.substr(0, blank);
    const std::string_view value =
        blank == std::string_view::npos ? std::string_view() : Trim(part.substr(blank));
    int depth = 0;
    if (name.size() > 1 && name[0] == 'D' && ReadNumber(name.substr(1), &depth)) {
      uint64_t count = 0;
      if (!ReadNumber(value, &count)) return Bad(part);
      line.counts[depth] = count;
    } else if (!name.empty()) {
      line.fields[std::string(name)] = value;
    }
  }
  if (line.fen.empty() || line.counts.empty()) return Bad(line.fen);
  return line;
}

base::Result<rules::RuleSet> RulesOfEpd(const EpdLine& line, std::string_view otherwise) {
  std::vector<std::string_view> names;
  if (const auto it = line.fields.find("variant"); it != line.fields.end()) {
    names.push_back(it->second);
  }
  if (const auto it = line.fields.find("chess960"); it != line.fields.end() && it->second == "1") {
    names.push_back("chess960");
  }
  if (!names.empty()) return rules::ReadVariantNames(names);
  if (!otherwise.empty()) return rules::ReadVariantName(otherwise);
  const auto parsed = rules::ReadFen(line.fen, rules::RuleSet());
  if (!parsed) return rules::RuleSet();
  const bool odd_castling =
      std::find(parsed->faults.begin(), parsed->faults.end(),
                rules::SetupFault::kImpossibleCastling) != parsed->faults.end();
  return odd_castling ? rules::ReadVariantName("chess960") : rules::RuleSet();
}

}  // namespace chess::chessctl
