#include "postgres/values.h"

#include <charconv>

#include "base/check.h"
#include "base/ids.h"

namespace chess::postgres {
namespace {

// An element of an array literal: always quoted, so that no text means anything but itself.
void AppendQuoted(std::string_view value, std::string* out) {
  *out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') *out += '\\';
    *out += c;
  }
  *out += '"';
}

template <typename Values, typename Append>
std::string ArrayOf(const Values& values, Append append) {
  std::string out = "{";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append(i, &out);
  }
  return out + "}";
}

}  // namespace

std::string ToBytea(std::string_view bytes) { return "\\x" + base::ToHex(bytes); }

std::string FromBytea(std::string_view text) {
  if (text.substr(0, 2) != "\\x") return "";
  return base::FromHex(text.substr(2));
}

std::string FromBytea(const pqxx::field& field) {
  return field.is_null() ? "" : FromBytea(std::string_view(field.c_str(), field.size()));
}

std::string TextArray(const std::vector<std::string>& values) {
  return ArrayOf(values, [&](size_t i, std::string* out) { AppendQuoted(values[i], out); });
}

std::string ByteaArray(const std::vector<std::string>& values) {
  // Within an array literal the backslash of \x must itself be escaped.
  return ArrayOf(values, [&](size_t i, std::string* out) {
    *out += "\"\\\\x";
    *out += base::ToHex(values[i]);
    *out += '"';
  });
}

std::string BigintArray(const std::vector<int64_t>& values) {
  return ArrayOf(values, [&](size_t i, std::string* out) { *out += std::to_string(values[i]); });
}

std::string BigintArray(const std::vector<int64_t>& values, const std::vector<bool>& present) {
  CHESS_CHECK(values.size() == present.size());
  return ArrayOf(values, [&](size_t i, std::string* out) {
    *out += present[i] ? std::to_string(values[i]) : "NULL";
  });
}

std::string DoubleArray(const std::vector<double>& values) {
  return ArrayOf(values, [&](size_t i, std::string* out) {
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, values[i]);
    CHESS_CHECK(error == std::errc());
    out->append(text, end);
  });
}

std::vector<std::string> FromTextArray(std::string_view text) {
  std::vector<std::string> out;
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return out;
  text = text.substr(1, text.size() - 2);
  if (text.empty()) return out;
  std::string element;
  bool quoted = false, was_quoted = false;
  const auto finish = [&] {
    out.push_back(!was_quoted && element == "NULL" ? "" : element);
    element.clear();
    was_quoted = false;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      element += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
      was_quoted = true;
    } else if (c == ',' && !quoted) {
      finish();
    } else {
      element += c;
    }
  }
  finish();
  return out;
}

std::string TextOf(const pqxx::field& field) {
  return field.is_null() ? "" : std::string(field.c_str(), field.size());
}

int64_t IntOf(const pqxx::field& field, int64_t missing) {
  return field.is_null() ? missing : field.as<int64_t>();
}

}  // namespace chess::postgres
