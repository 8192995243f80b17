#include "rules/wasm/json.h"

namespace chess::rules::wasm {
namespace {

constexpr char kHex[] = "0123456789abcdef";

void AppendQuoted(std::string_view text, std::string* out) {
  *out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *out += '\\';
      *out += c;
    } else if (byte < 0x20) {
      *out += "\\u00";
      *out += kHex[byte >> 4];
      *out += kHex[byte & 15];
    } else {
      *out += c;
    }
  }
  *out += '"';
}

}  // namespace

void Json::Separate() {
  if (!first_) *out_ += ',';
  first_ = false;
}

Json& Json::Open(char bracket) {
  Separate();
  *out_ += bracket;
  first_ = true;
  return *this;
}

Json& Json::Close(char bracket) {
  *out_ += bracket;
  first_ = false;
  return *this;
}

Json& Json::Key(std::string_view key) {
  Separate();
  AppendQuoted(key, out_);
  *out_ += ':';
  first_ = true;
  return *this;
}

Json& Json::Text(std::string_view text) {
  Separate();
  AppendQuoted(text, out_);
  return *this;
}

Json& Json::Number(int64_t number) {
  Separate();
  *out_ += std::to_string(number);
  return *this;
}

Json& Json::Bool(bool value) {
  Separate();
  *out_ += value ? "true" : "false";
  return *this;
}

}  // namespace chess::rules::wasm
