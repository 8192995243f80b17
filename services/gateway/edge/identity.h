#pragma once
// From tokens to players: the lobby's answers remembered for seconds, also the negative ones, and
// used longer while the lobby is away. Bounded: the token that was not used longest is forgotten.

#include <cstdint>
#include <functional>
#include <list>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "gateway/edge/session.h"
#include "gateway/upstream/internal_client.h"

namespace chess::gateway {

struct IdentityOptions {
  int64_t fresh_ms = 5'000;
  int64_t stale_ms = 60'000;
  int64_t negative_ms = 2'000;
  size_t capacity = 65'536;
};

// Loop's thread only.
class Identity {
 public:
  // True where the lobby has said that this token gets nobody in; false where it said nothing.
  static bool Refuses(const base::Error& error);

  // The session; or kUnauthenticated TOKEN_INVALID, kPermissionDenied ACCOUNT_BANNED or
  // ACCOUNT_CLOSED (Refuses), kUnavailable DEPENDENCY_AWAY.
  using Resolved = std::function<void(const base::Result<SessionPtr>&)>;

  Identity(InternalClient& client, Endpoints& lobby, IdentityOptions options);

  // The session of a token that was resolved lately; null: ask with Resolve.
  SessionPtr Find(const TokenHash& token, int64_t now_ms);
  // Answers at once where it is known, else when the lobby has answered. Questions for one token at
  // a time are one question.
  void Resolve(const TokenHash& token, int64_t now_ms, Resolved resolved);
  // True if Resolve would ask the lobby about a token never seen before.
  bool IsUnknown(const TokenHash& token) const { return !entries_.contains(token); }
  // The next use asks the lobby again.
  void Forget(const TokenHash& token);
  void ForgetPlayer(std::string_view player_id);

  size_t size() const { return entries_.size(); }
  uint64_t asked() const { return asked_; }
  uint64_t stale_uses() const { return stale_uses_; }

 private:
  struct Entry {
    TokenHash token{};
    SessionPtr session;      // null: refused, or not known yet
    base::Error refusal;     // why there is no session
    int64_t at_ms = 0;       // of the lobby's answer; 0: none yet
    bool forgotten = false;  // not to be believed without asking, nor while the lobby is away
    uint32_t forgets = 0;    // an answer asked for before the last of them proves nothing
    bool asking = false;
    std::vector<Resolved> waiting;
  };
  using Entries = std::list<Entry>;  // most lately used first

  Entry& Touch(const TokenHash& token);
  bool Fresh(const Entry& entry, int64_t now_ms) const;
  void Answered(const TokenHash& token, uint32_t forgets, const grpc::Status& status,
                std::string_view answer);

  InternalClient& client_;
  Endpoints& lobby_;
  IdentityOptions options_;
  Entries used_;
  std::unordered_map<TokenHash, Entries::iterator, TokenHashHash> entries_;
  uint64_t asked_ = 0;
  uint64_t stale_uses_ = 0;
};

}  // namespace chess::gateway
