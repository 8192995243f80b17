#include "rules/notation/pgn_commands.h"

#include <algorithm>
#include <cstdlib>

namespace chess::rules {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Takes a decimal number of at most nine digits off the front; -1 when there is none.
int64_t TakeNumber(std::string_view* text) {
  size_t count = 0;
  int64_t number = 0;
  while (count < text->size() && count < 9 && IsDigit((*text)[count])) {
    number = number * 10 + ((*text)[count++] - '0');
  }
  text->remove_prefix(count);
  return count == 0 ? -1 : number;
}

// Thousandths from the digits after a decimal point; digits beyond the third are dropped.
int64_t TakeThousandths(std::string_view* text) {
  int64_t scale = 100;
  int64_t sum = 0;
  while (!text->empty() && IsDigit(text->front())) {
    sum += (text->front() - '0') * scale;
    scale /= 10;
    text->remove_prefix(1);
  }
  return sum;
}

// One capital piece letter.
std::optional<Role> ReadType(std::string_view text) {
  if (text.size() != 1 || text[0] < 'A' || text[0] > 'Z') return std::nullopt;
  return RoleOf(text[0]);
}

// Applies one command ("clk 0:01:02"); false when it is not ours or malformed.
bool Apply(std::string_view command, PgnNode* node) {
  const size_t blank = command.find(' ');
  if (blank == std::string_view::npos) return false;
  const std::string_view name = command.substr(0, blank);
  const std::string_view value = Trim(command.substr(blank));
  if (name == "clk") {
    const auto clock_ms = ReadPgnClock(value);
    if (clock_ms) node->clock_ms = clock_ms;
    return clock_ms.has_value();
  }
  if (name == "eval") {
    const auto eval = ReadPgnEval(value);
    if (eval) node->eval = eval;
    return eval.has_value();
  }
  if (name == "roll") {
    const auto roll = ReadPgnRoll(value);
    if (roll) node->next_roll = roll;
    return roll.has_value();
  }
  if (name == "brain") {
    const auto role = ReadType(value);
    if (role) node->next_brain = role;
    return role.has_value();
  }
  return false;
}

// 0 to 99. Not with printf, which would add a twentieth to the WebAssembly module.
std::string TwoDigits(int64_t number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

}  // namespace

std::string TakePgnCommands(std::string_view comment, PgnNode* node) {
  std::string rest;
  while (!comment.empty()) {
    const size_t open = comment.find("[%");
    const size_t close = open == std::string_view::npos ? open : comment.find(']', open);
    if (close == std::string_view::npos) break;
    const std::string_view before = comment.substr(0, open);
    const bool taken = Apply(comment.substr(open + 2, close - open - 2), node);
    rest += before;
    if (!taken) rest += comment.substr(open, close - open + 1);
    comment.remove_prefix(close + 1);
    // The blank that parted the command from its neighbours must not be left double.
    const bool double_blank = taken && (rest.empty() || rest.back() == ' ');
    if (double_blank && !comment.empty() && comment.front() == ' ') comment.remove_prefix(1);
  }
  rest += comment;
  return std::string(Trim(rest));
}

std::optional<int64_t> ReadPgnClock(std::string_view text) {
  int64_t seconds = 0;
  for (int part = 0; part < 3; ++part) {
    const int64_t number = TakeNumber(&text);
    if (number < 0) return std::nullopt;
    seconds = seconds * 60 + number;
    if (text.empty() || text.front() != ':') break;
    if (part == 2) return std::nullopt;
    text.remove_prefix(1);
  }
  int64_t thousandths = 0;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    thousandths = TakeThousandths(&text);
  }
  if (!text.empty()) return std::nullopt;
  return seconds * 1000 + thousandths;
}

std::string WritePgnClock(int64_t clock_ms) {
  const int64_t tenths = std::max<int64_t>(clock_ms, 0) / 100;
  const int64_t seconds = tenths / 10;
  return std::to_string(seconds / 3600) + ':' + TwoDigits(seconds / 60 % 60) + ':' +
         TwoDigits(seconds % 60) + '.' + std::to_string(tenths % 10);
}

std::optional<PgnEval> ReadPgnEval(std::string_view text) {
  if (const size_t comma = text.find(','); comma != std::string_view::npos) {
    text = text.substr(0, comma);
  }
  PgnEval eval;
  if (!text.empty() && text.front() == '#') {
    eval.is_mate = true;
    text.remove_prefix(1);
  }
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const int64_t whole = TakeNumber(&text);
  if (whole < 0 || whole > 1'000'000) return std::nullopt;
  int64_t value = whole;
  if (!eval.is_mate) {
    int64_t thousandths = 0;
    if (!text.empty() && text.front() == '.') {
      text.remove_prefix(1);
      thousandths = TakeThousandths(&text);
    }
    value = whole * 100 + (thousandths + 5) / 10;
  }
  if (!text.empty()) return std::nullopt;
  eval.value = static_cast<int>(negative ? -value : value);
  return eval;
}

std::optional<PgnRoll> ReadPgnRoll(std::string_view text) {
  const int64_t draw = TakeNumber(&text);
  if (draw < 0 || text.empty() || text.front() != ' ') return std::nullopt;
  PgnRoll roll;
  roll.draw = static_cast<uint32_t>(draw);
  for (text = Trim(text);;) {
    const size_t comma = text.find(',');
    const auto role = ReadType(Trim(text.substr(0, comma)));
    if (!role || (roll.types & Bit(*role))) return std::nullopt;
    roll.types |= Bit(*role);
    if (comma == std::string_view::npos) return roll;
    text.remove_prefix(comma + 1);
  }
}

std::string WritePgnRoll(const PgnRoll& roll) {
  std::string text = std::to_string(roll.draw);
  char before = ' ';
  for (int r = kRoles - 1; r >= 0; --r) {
    if ((roll.types >> r & 1) == 0) continue;
    text += before;
    text += LetterOf(static_cast<Role>(r));
    before = ',';
  }
  return text;
}

std::string WritePgnEval(const PgnEval& eval) {
  const std::string sign = eval.value < 0 ? "-" : "";
  const int64_t size = std::abs(int64_t{eval.value});
  if (eval.is_mate) return '#' + sign + std::to_string(size);
  return sign + std::to_string(size / 100) + '.' + TwoDigits(size % 100);
}

}  // namespace chess::rules
