#include "gateway/upstream/endpoints.h"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "base/clock.h"
#include "rpc/client.h"

namespace chess::gateway {
namespace {

namespace asio = boost::asio;

constexpr auto kResolveEvery = std::chrono::seconds(2);
constexpr auto kResolveSoon = std::chrono::milliseconds(200);
constexpr int64_t kFirstSkipMs = 250;
constexpr int64_t kLongestSkipMs = 2000;

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

// FNV-1a with a final mix: the same in every gateway, so that all agree on a game's replica.
uint64_t Hash(std::string_view text, uint64_t seed) {
  uint64_t h = 0xcbf29ce484222325ULL ^ seed;
  for (const char c : text) h = (h ^ static_cast<uint8_t>(c)) * 0x100000001b3ULL;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ULL;
  return h ^ (h >> 32);
}

// "host:port" whose host is a name to resolve.
bool IsName(std::string_view address, std::string* host, std::string* port) {
  const size_t colon = address.rfind(':');
  if (address.starts_with("unix:") || address.find("//") != std::string_view::npos ||
      colon == std::string_view::npos) {
    return false;
  }
  *host = address.substr(0, colon);
  *port = address.substr(colon + 1);
  boost::system::error_code error;
  asio::ip::make_address(host->starts_with('[') ? host->substr(1, host->size() - 2) : *host, error);
  return error && *host != "localhost";
}

}  // namespace

struct Endpoints::Resolving : std::enable_shared_from_this<Resolving> {
  struct Name {
    size_t entry;
    std::string host, port;
  };
  Resolving(asio::io_context& io, Endpoints* o) : owner(o), resolver(io), timer(io) {}

  void Start() {
    for (const Name& name : names) {
      resolver.async_resolve(
          name.host, name.port,
          [self = shared_from_this(), &name](const boost::system::error_code& error,
                                             const asio::ip::tcp::resolver::results_type& found) {
            if (self->owner == nullptr || error) return;  // what was known stays
            std::vector<std::string> addresses;
            for (const auto& one : found) {
              const auto address = one.endpoint().address();
              addresses.push_back(address.is_v6() ? "[" + address.to_string() + "]"
                                                  : address.to_string());
            }
            self->owner->Replace(name.entry, addresses, name.port);
          });
    }
    Again(kResolveEvery);
  }
  void Again(std::chrono::milliseconds after) {
    timer.expires_after(after);
    timer.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error && self->owner != nullptr) self->Start();
    });
  }

  Endpoints* owner;  // null once stopped
  asio::ip::tcp::resolver resolver;
  asio::steady_timer timer;
  std::vector<Name> names;
};

Endpoint::Endpoint(std::string t, uint64_t k)
    : target(std::move(t)), key(k), channel(rpc::MakeChannel(target)), stub(channel) {}

Endpoints::Endpoints(asio::io_context& io, std::string name, std::string_view addresses)
    : name_(std::move(name)), resolving_(std::make_shared<Resolving>(io, this)) {
  for (size_t entry = 0; !addresses.empty(); ++entry) {
    const size_t comma = std::min(addresses.find(','), addresses.size());
    const std::string_view address = addresses.substr(0, comma);
    addresses.remove_prefix(std::min(comma + 1, addresses.size()));
    std::string host, port;
    if (address.empty()) continue;
    if (IsName(address, &host, &port)) {
      resolving_->names.push_back({entry, host, port});
    } else {
      endpoints_.push_back(
          std::make_shared<Endpoint>(std::string(address), Hash("#" + std::to_string(entry), 0)));
      owned_.emplace_back(entry, endpoints_.back());
    }
  }
  if (!resolving_->names.empty()) resolving_->Start();
}

Endpoints::~Endpoints() { Stop(); }

void Endpoints::Stop() {
  resolving_->owner = nullptr;
  resolving_->timer.cancel();
  resolving_->resolver.cancel();
}

void Endpoints::Replace(size_t entry, const std::vector<std::string>& addresses,
                        const std::string& port) {
  std::vector<std::pair<size_t, EndpointPtr>> kept;
  for (auto& one : owned_) {
    if (one.first != entry) kept.push_back(one);
  }
  for (const std::string& address : addresses) {
    const std::string target = address + ":" + port;
    const auto known = std::find_if(owned_.begin(), owned_.end(), [&](const auto& one) {
      return one.first == entry && one.second->target == target;
    });
    kept.emplace_back(entry, known != owned_.end()
                                 ? known->second
                                 : std::make_shared<Endpoint>(target, Hash(address, 0)));
  }
  owned_ = std::move(kept);
  endpoints_.clear();
  for (const auto& one : owned_) endpoints_.push_back(one.second);
}

EndpointPtr Endpoints::Pick(std::string_view hint, std::span<const EndpointPtr> tried) {
  if (endpoints_.size() == 1) return endpoints_[0];
  const int64_t now = NowMs();
  const EndpointPtr* best = nullptr;
  std::pair<int, uint64_t> best_score;
  const size_t first = endpoints_.empty() ? 0 : next_++ % endpoints_.size();
  for (size_t i = 0; i < endpoints_.size(); ++i) {
    const EndpointPtr& one = endpoints_[(first + i) % endpoints_.size()];
    const bool again = std::find(tried.begin(), tried.end(), one) != tried.end();
    const int rank = (again ? 0 : 2) + (one->skip_until_ms <= now ? 1 : 0);
    const std::pair score{rank, hint.empty() ? endpoints_.size() - i : Hash(hint, one->key)};
    if (best == nullptr || score > best_score) {
      best = &one;
      best_score = score;
    }
  }
  return best == nullptr ? nullptr : *best;
}

void Endpoints::Succeeded(Endpoint& endpoint) {
  endpoint.failures = 0;
  endpoint.skip_until_ms = 0;
}

void Endpoints::Failed(Endpoint& endpoint) {
  const int64_t skip = std::min(kLongestSkipMs, kFirstSkipMs << std::min(endpoint.failures, 6));
  ++endpoint.failures;
  endpoint.skip_until_ms = NowMs() + skip;
  if (!resolving_->names.empty() && resolving_->owner != nullptr) resolving_->Again(kResolveSoon);
}

}  // namespace chess::gateway
