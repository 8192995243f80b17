#include "gateway/edge/identity.h"

#include "base/clock.h"
#include "gateway/edge/wire.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

constexpr char kResolveToken[] = "/chess.lobby.internal.v1.LobbyInternalService/ResolveToken";
constexpr int64_t kTimeoutMs = 2000;

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

// Metadata values are printable ASCII; gRPC itself would abort on others.
std::string Printable(std::string_view text) {
  std::string printable;
  for (const char c : text) {
    if (c >= 0x20 && c < 0x7f) printable += c;
  }
  return printable;
}

// ResolveTokenResponse{player{player_id, name}, scopes, session_id} into a session.
SessionPtr ReadSession(const TokenHash& token, std::string_view answer, SessionPtr session) {
  if (session == nullptr) session = std::make_shared<Session>();
  session->token = token;
  session->scopes.clear();
  session->scopes_text.clear();
  for (WireReader reader(answer); reader.Next();) {
    if (reader.field() == 1) {
      for (WireReader player(reader.text()); player.Next();) {
        if (player.field() == 1) session->player_id = Printable(player.text());
        if (player.field() == 2) session->name = Printable(player.text());
      }
    } else if (reader.field() == 2) {
      session->scopes.push_back(Printable(reader.text()));
      if (!session->scopes_text.empty()) session->scopes_text += ',';
      session->scopes_text += session->scopes.back();
    } else if (reader.field() == 3) {
      session->session_id = Printable(reader.text());
    }
  }
  return session;
}

}  // namespace

Identity::Identity(InternalClient& client, Endpoints& lobby, IdentityOptions options)
    : client_(client), lobby_(lobby), options_(options) {}

bool Identity::Refuses(const base::Error& error) {
  return error.reason == "TOKEN_INVALID" || error.reason == "ACCOUNT_BANNED" ||
         error.reason == "ACCOUNT_CLOSED";
}

bool Identity::Fresh(const Entry& entry, int64_t now_ms) const {
  if (entry.at_ms == 0 || entry.forgotten) return false;
  return now_ms - entry.at_ms <= (entry.session ? options_.fresh_ms : options_.negative_ms);
}

Identity::Entry& Identity::Touch(const TokenHash& token) {
  const auto found = entries_.find(token);
  if (found != entries_.end()) {
    used_.splice(used_.begin(), used_, found->second);
    return *found->second;
  }
  while (entries_.size() >= options_.capacity && !used_.back().asking) {
    entries_.erase(used_.back().token);
    used_.pop_back();
  }
  used_.emplace_front().token = token;
  entries_[token] = used_.begin();
  return used_.front();
}

SessionPtr Identity::Find(const TokenHash& token, int64_t now_ms) {
  const auto found = entries_.find(token);
  if (found == entries_.end() || !Fresh(*found->second, now_ms)) return nullptr;
  used_.splice(used_.begin(), used_, found->second);
  return found->second->session;
}

void Identity::Resolve(const TokenHash& token, int64_t now_ms, Resolved resolved) {
  Entry& entry = Touch(token);
  if (Fresh(entry, now_ms)) {
    if (entry.session) return resolved(entry.session);
    return resolved(entry.refusal);
  }
  entry.waiting.push_back(std::move(resolved));
  if (entry.asking) return;
  entry.asking = true;
  ++asked_;
  std::string request;
  AppendText(&request, 1, {reinterpret_cast<const char*>(token.data()), token.size()});
  client_.Ask(
      lobby_, kResolveToken, request, kTimeoutMs, {},
      [this, token, forgets = entry.forgets](const grpc::Status& status, std::string_view answer) {
        Answered(token, forgets, status, answer);
      });
}

void Identity::Answered(const TokenHash& token, uint32_t forgets, const grpc::Status& status,
                        std::string_view answer) {
  const auto found = entries_.find(token);
  if (found == entries_.end()) return;
  Entry& entry = *found->second;
  const int64_t now_ms = NowMs();
  base::Result<SessionPtr> result = SessionPtr();
  entry.asking = false;
  if (status.ok()) {
    entry.session = ReadSession(token, answer, entry.session);
    entry.at_ms = now_ms;
    entry.forgotten = entry.forgets != forgets;
    result = entry.session;
  } else if (base::Error refusal = rpc::FromGrpc(status); Refuses(refusal)) {
    entry.session = nullptr;
    entry.refusal = refusal;
    result = std::move(refusal);
    entry.at_ms = now_ms;
    entry.forgotten = entry.forgets != forgets;
  } else if (entry.session && !entry.forgotten && now_ms - entry.at_ms <= options_.stale_ms) {
    ++stale_uses_;
    result = entry.session;
  } else {
    result = base::MakeError(base::Code::kUnavailable, "DEPENDENCY_AWAY",
                             "It cannot be checked at present who you are; try again.");
  }
  // The entry may be dropped by what the waiting do next.
  const std::vector<Resolved> waiting = std::exchange(entry.waiting, {});
  for (const Resolved& resolved : waiting) resolved(result);
}

void Identity::Forget(const TokenHash& token) {
  const auto found = entries_.find(token);
  if (found == entries_.end()) return;
  found->second->forgotten = true;
  ++found->second->forgets;
}

void Identity::ForgetPlayer(std::string_view player_id) {
  for (Entry& entry : used_) {
    if (entry.session == nullptr || entry.session->player_id != player_id) continue;
    entry.forgotten = true;
    ++entry.forgets;
  }
}

}  // namespace chess::gateway
