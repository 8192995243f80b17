#include "gateway/edge/session.h"

#include <openssl/sha.h>

#include <algorithm>
#include <cstring>

namespace chess::gateway {

TokenHash HashToken(std::string_view token) {
  TokenHash hash;
  SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), hash.data());
  return hash;
}

uint64_t ShortKey(const TokenHash& hash) {
  uint64_t key;
  std::memcpy(&key, hash.data(), sizeof(key));
  return key;
}

size_t TokenHashHash::operator()(const TokenHash& hash) const { return ShortKey(hash); }

void RoundTrips::Add(int32_t ms) {
  last_[next_] = ms;
  next_ = (next_ + 1) % static_cast<int>(last_.size());
  count_ = std::min(count_ + 1, static_cast<int>(last_.size()));
  text_ = std::to_string(median()) + "," + std::to_string(minimum());
}

int32_t RoundTrips::median() const {
  std::array<int32_t, 5> sorted = last_;
  std::sort(sorted.begin(), sorted.begin() + count_);
  return count_ == 0 ? 0 : sorted[count_ / 2];
}

int32_t RoundTrips::minimum() const {
  return count_ == 0 ? 0 : *std::min_element(last_.begin(), last_.begin() + count_);
}

bool Session::HasScope(std::string_view scope) const {
  return scope.empty() || std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
}

bool Session::is_operator() const { return player_id.empty() && HasScope("operator"); }

}  // namespace chess::gateway
