#include "redis/resolver.h"

#include <netdb.h>
#include <sys/socket.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

namespace chess::redis {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kFresh{3};  // addresses are good so long: those that came late, too

Resolved Ask(const std::string& host, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(host.c_str(), nullptr, &hints, &found); error != 0) {
    return {{}, gai_strerror(error)};
  }
  Resolved answer;
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    char text[NI_MAXHOST];
    if (getnameinfo(at->ai_addr, at->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST) ==
        0) {
      answer.addresses.push_back(text);
    }
  }
  freeaddrinfo(found);
  if (answer.addresses.empty()) answer.why = "the name has no address";
  return answer;
}

}  // namespace

Resolved LookUp(const std::string& host) { return Ask(host, 0); }

struct Resolver::State {
  struct Lookup {
    std::optional<Resolved> answer;  // none while it is under way
    SteadyClock::time_point since;   // of the answer
  };
  std::function<Resolved(const std::string&)> look_up;
  std::mutex mutex;
  std::condition_variable answered;
  std::unordered_map<std::string, std::shared_ptr<Lookup>> lookups;  // the last of each name
};

Resolver::Resolver(std::function<Resolved(const std::string&)> look_up)
    : state_(std::make_shared<State>()) {
  state_->look_up = std::move(look_up);
}

Resolved Resolver::Resolve(const std::string& host, int timeout_ms) {
  // What is an address needs nobody to be asked.
  if (Resolved numeric = Ask(host, AI_NUMERICHOST); !numeric.addresses.empty()) return numeric;
  const auto now = SteadyClock::now();
  std::unique_lock lock(state_->mutex);
  std::shared_ptr<State::Lookup>& last = state_->lookups[host];
  if (last && last->answer && (last->answer->addresses.empty() || now - last->since > kFresh)) {
    last = nullptr;
  }
  if (!last) {
    last = std::make_shared<State::Lookup>();
    std::thread([state = state_, host, lookup = last] {
      Resolved answer = state->look_up(host);
      {
        const std::lock_guard held(state->mutex);
        lookup->answer = std::move(answer);
        lookup->since = SteadyClock::now();
      }
      state->answered.notify_all();
    }).detach();
  }
  const std::shared_ptr<State::Lookup> mine = last;
  if (!state_->answered.wait_until(lock, now + std::chrono::milliseconds(timeout_ms),
                                   [&] { return mine->answer.has_value(); })) {
    return {{}, "the name " + host + " was not resolved in time"};
  }
  return *mine->answer;
}

}  // namespace chess::redis
