#include "credential/operator.h"

#include <algorithm>

#include "credential/token.h"

namespace chess::credential {
namespace {

constexpr size_t kTokenLength = 43;

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string NewOperatorToken() { return std::string(kOperatorTokenPrefix) + NewToken(); }

bool IsOperatorToken(std::string_view text) {
  if (!text.starts_with(kOperatorTokenPrefix)) return false;
  text.remove_prefix(kOperatorTokenPrefix.size());
  return text.size() == kTokenLength && std::all_of(text.begin(), text.end(), [](char c) {
           return IsLower(c) || IsDigit(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
         });
}

bool IsOperatorName(std::string_view text) {
  return text.size() >= 2 && text.size() <= 32 && IsLower(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return IsLower(c) || IsDigit(c) || c == '.' || c == '-' || c == '_';
         });
}

}  // namespace chess::credential
