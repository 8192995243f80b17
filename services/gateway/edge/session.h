#pragma once
// Who a token belongs to, and what the gateway measured of that session's connection.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace chess::gateway {

// SHA-256 of a token. Tokens themselves are kept nowhere.
using TokenHash = std::array<uint8_t, 32>;
TokenHash HashToken(std::string_view token);
struct TokenHashHash {
  size_t operator()(const TokenHash& hash) const;
};
// 64 bits of a hash, for tables keyed by caller.
uint64_t ShortKey(const TokenHash& hash);

// The last five round trips of a session.
class RoundTrips {
 public:
  void Add(int32_t ms);
  bool known() const { return count_ > 0; }
  int32_t median() const;
  int32_t minimum() const;
  // "<median ms>,<minimum ms>", as x-chess-rtt says it; empty: not known.
  const std::string& text() const { return text_; }

 private:
  std::array<int32_t, 5> last_{};
  int count_ = 0;
  int next_ = 0;
  std::string text_;
};

// Changed on the loop's thread only.
struct Session {
  TokenHash token{};
  std::string player_id;
  std::string name;
  std::string session_id;
  std::vector<std::string> scopes;
  std::string scopes_text;  // comma-separated
  RoundTrips round_trips;

  bool HasScope(std::string_view scope) const;
  // An operator has a name and no player.
  bool is_operator() const;
};
using SessionPtr = std::shared_ptr<Session>;

}  // namespace chess::gateway
