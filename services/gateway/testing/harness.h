#pragma once
// A whole gateway in the test's process, with fake services behind it.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "gateway/config.h"
#include "gateway/gateway.h"
#include "gateway/testing/fake_service.h"
#include "gateway/testing/http_client.h"
#include "metrics/registry.h"

namespace chess::gateway {

inline constexpr char kSecret[] = "a secret of the tests";

// A lobby that knows the tokens "alice", "bob", "reader" (scope read only) and "op_olga" (an
// operator), and a game service
// that answers beats and echoes requests.
class Harness {
 public:
  // Changes a configuration that listens on free ports.
  using Configure = std::function<void(Config&)>;
  // `handler` answers what is not a beat and not a token; null: echoes.
  explicit Harness(FakeService::Handler handler = nullptr, const Configure& configure = nullptr);
  ~Harness();

  // Drains and waits for the end; what Run took in ms.
  int64_t Stop();
  // Begins to drain.
  void RequestStop() { gateway_->RequestStop(); }
  bool running() const { return running_; }

  int http() const { return gateway_->http_port(); }
  int grpc() const { return gateway_->grpc_port(); }
  int admin() const { return gateway_->admin_port(); }
  // All services in one: public and internal sides.
  FakeService& service() { return *service_; }
  metrics::Registry& registry() { return registry_; }
  // The value of a metric without labels in the text form; -1: not there.
  double Metric(const std::string& name) const;

  WebAnswer Call(const std::string& method, std::string_view message = {},
                 const WebCallOptions& options = {}) {
    return CallWeb(http(), method, message, options);
  }
  void RevokeToken(const std::string& token);
  // From now on the lobby says ACCOUNT_BANNED of the token, until 2030.
  void BanToken(const std::string& token);
  void SetLobbyAway(bool away) { lobby_away_ = away; }
  int resolved() const { return resolved_; }
  void set_game_time_ahead_ms(int64_t ms) { ahead_ms_ = ms; }

 private:
  FakeService::Answer Handle(const FakeService::Request& request);
  FakeService::Answer ResolveToken(const FakeService::Request& request);

  FakeService::Handler handler_;
  std::mutex mutex_;
  std::map<std::string, std::string> tokens_;  // by hash, hex: the player's name
  std::set<std::string> banned_;               // by hash, hex
  std::atomic<bool> lobby_away_{false};
  std::atomic<int> resolved_{0};
  std::atomic<int64_t> ahead_ms_{0};
  std::unique_ptr<FakeService> service_;
  metrics::Registry registry_;
  std::unique_ptr<Gateway> gateway_;
  std::atomic<bool> running_{false};
  std::thread thread_;
};

}  // namespace chess::gateway
