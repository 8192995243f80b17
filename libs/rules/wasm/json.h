#pragma once
// Writes JSON into a string, value after value. Commas and quotes are its business; that objects
// and lists are closed in order is the caller's. Pure, no exceptions.

#include <cstdint>
#include <string>
#include <string_view>

namespace chess::rules::wasm {

class Json {
 public:
  explicit Json(std::string* out) : out_(out) {}

  Json& Open(char bracket);   // '{' or '['
  Json& Close(char bracket);  // '}' or ']'
  Json& Key(std::string_view key);
  Json& Text(std::string_view text);
  Json& Number(int64_t number);
  Json& Bool(bool value);

  // A member of an object.
  Json& Text(std::string_view key, std::string_view text) { return Key(key).Text(text); }
  Json& Number(std::string_view key, int64_t number) { return Key(key).Number(number); }
  Json& Bool(std::string_view key, bool value) { return Key(key).Bool(value); }

 private:
  void Separate();

  std::string* out_;
  bool first_ = true;  // nothing stands before the next value in its object or list
};

}  // namespace chess::rules::wasm
