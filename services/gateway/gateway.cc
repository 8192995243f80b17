#include "gateway/gateway.h"

#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <thread>

#include "base/ids.h"
#include "gateway/edge/identity.h"
#include "gateway/edge/router.h"
#include "gateway/http/front.h"
#include "gateway/http/server.h"
#include "gateway/live/live.h"
#include "gateway/native/native_server.h"
#include "gateway/upstream/game_time.h"
#include "rpc/admin_http.h"
#include "rpc/callback_threads.h"
#include "rpc/log.h"
#include "rpc/server.h"

namespace chess::gateway {
namespace {

namespace asio = boost::asio;

constexpr auto kSampleEvery = std::chrono::seconds(1);
constexpr auto kDrainLook = std::chrono::milliseconds(10);
constexpr int64_t kLastWaitMs = 3000;  // for gRPC to give back what was cancelled
constexpr int kNativeStopMs = 300;

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

// A connection is a file: as many as the system lets us have.
void RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

HttpOptions ToHttpOptions(const Config& config) {
  return {config.max_connections,    config.max_connections_per_address,
          config.header_deadline_ms, config.body_deadline_ms,
          config.idle_deadline_ms,   config.write_deadline_ms};
}

}  // namespace

struct Gateway::Impl {
  Impl(Config c, metrics::Registry& r);

  base::Status Start();
  void WritePorts() const;
  rpc::HttpAnswer Admin(const std::string& path);
  void Sample();
  void WaitForSignal();
  void BeginDrain();
  void EndStreams();
  void LookWhetherDone();
  void Finish();
  void LookWhetherReturned();

  Config config;
  metrics::Registry& registry;
  std::string gateway_id = "gw-" + base::RandomBase62(10);
  asio::io_context io{1};
  MethodTable methods;
  Metrics metrics;
  Endpoints lobby, lobby_internal, game, game_internal, clock, analysis;
  Completions completions;
  InternalClient client;
  GameTime game_time;
  Identity identity;
  RateLimiter limiter;
  Proxy proxy;
  Live live;
  Router router;
  Front front;
  HttpServer http;
  NativeServer native;
  rpc::AdminHttp admin;
  asio::signal_set signals;
  asio::steady_timer timer;
  asio::steady_timer sample_timer;
  std::thread native_stopper;
  std::atomic<bool> ready{false};
  bool draining = false;
  bool finishing = false;
  int64_t drain_end_ms = 0;
  std::unique_ptr<rpc::FewerCallbackThreads> fewer_threads;  // ends before servers and channels
};

Gateway::Impl::Impl(Config c, metrics::Registry& r)
    : config(std::move(c)),
      registry(r),
      metrics(r, methods),
      lobby(io, "lobby", config.lobby_address),
      lobby_internal(io, "lobby", config.lobby_internal_address),
      game(io, "game", config.game_address),
      game_internal(io, "game", config.game_internal_address),
      clock(io, "clock", config.clock_address),
      analysis(io, "analysis", config.analysis_address),
      completions(io),
      client(io, completions, config.service_secret),
      game_time(io, client, game_internal, gateway_id, config.beat_ms),
      identity(client, lobby_internal,
               {config.token_fresh_ms, config.token_stale_ms,
                std::min<int64_t>(2000, config.token_fresh_ms),
                static_cast<size_t>(config.token_cache)}),
      limiter(config.limit_table),
      proxy(io, completions, {&lobby, &game, &clock, &analysis, nullptr}, config.service_secret,
            metrics),
      live(io, client, game_internal, lobby_internal, identity, game_time, metrics,
           {gateway_id, config.redis_url, config.heartbeat_ms, config.poll_ms, config.audit_ms,
            config.digest_grace_ms, config.slow_reader_ms, config.max_streams_per_caller}),
      router(proxy, identity, limiter, metrics,
             {[this](const CallPtr& call) { live.Start(call); },
              [this](const SessionPtr& session) {
                live.EndSession(session->player_id, session->session_id);
              }}),
      front({config.trusted_hops, config.content_security_policy}, methods,
            Cors(config.allowed_origins), StaticFiles(config.web_dir),
            {[this](const CallPtr& call) { router.Start(call); },
             [this] { return game_time.NowMs(); }, [this] { return ready.load(); }}),
      http(io, ToHttpOptions(config), front),
      native(
          io, methods,
          {[this](const CallPtr& call) { router.Start(call); },
           [this] { return game_time.NowMs(); }, [this] { metrics.unknown_methods.Increment(); }}),
      admin([this](const std::string& path) { return Admin(path); }),
      signals(io),
      timer(io),
      sample_timer(io) {}

base::Status Gateway::Impl::Start() {
  if (config.service_secret.empty()) {
    return base::MakeError(base::Code::kInvalidArgument, "CONFIG_INVALID",
                           "CHESS_SERVICE_SECRET is not set");
  }
  RaiseFileLimit();
  if (base::Status status = http.Listen(config.http_listen); !status.ok()) return status;
  if (!config.listen.empty()) {
    if (base::Status status = native.Listen(config.listen); !status.ok()) return status;
    fewer_threads = std::make_unique<rpc::FewerCallbackThreads>();
  }
  if (!config.admin_listen.empty()) {
    admin.OnDrain(config.service_secret, [this] {
      rpc::Info("asked to drain");
      asio::post(io, [this] { BeginDrain(); });
    });
    if (base::Status status = admin.Start(config.admin_listen); !status.ok()) return status;
  }
  game_time.Start();
  ready = true;
  Sample();
  WritePorts();
  return {};
}

void Gateway::Impl::WritePorts() const {
  const std::string line =
      "http=" + std::to_string(http.port()) + " grpc=" + std::to_string(native.port()) +
      " admin=" + std::to_string(config.admin_listen.empty() ? 0 : admin.port());
  rpc::Info("listening", {{"http", rpc::BoundAddress(config.http_listen, http.port())},
                          {"grpc", rpc::BoundAddress(config.listen, native.port())},
                          {"admin", rpc::BoundAddress(config.admin_listen, admin.port())},
                          {"gateway_id", gateway_id}});
  if (config.ports_file.empty()) {
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
    return;
  }
  const std::string draft = config.ports_file + ".new";  // readers never see half a line
  std::ofstream(draft) << line << "\n";
  std::rename(draft.c_str(), config.ports_file.c_str());
}

rpc::HttpAnswer Gateway::Impl::Admin(const std::string& path) {
  if (path == "/metrics") return {200, "text/plain; version=0.0.4", registry.Render()};
  if (path == "/healthz") return {200, "text/plain; charset=utf-8", "ok\n"};
  if (path == "/readyz") {
    return ready ? rpc::HttpAnswer{200, "text/plain; charset=utf-8", "ready\n"}
                 : rpc::HttpAnswer{503, "text/plain; charset=utf-8", "draining\n"};
  }
  return {404, "text/plain; charset=utf-8", "not found\n"};
}

void Gateway::Impl::Sample() {
  const auto set = [](metrics::Gauge& gauge, size_t value) {
    gauge.Set(static_cast<double>(value));
  };
  const auto raise = [](metrics::Counter& counter, uint64_t total) {
    counter.RaiseTo(static_cast<double>(total));
  };
  metrics.ready.Set(ready ? 1 : 0);
  set(metrics.calls, router.active());
  set(metrics.http_connections, http.connections());
  const LiveCounts counts = live.Count();
  set(metrics.player_streams, counts.player_streams);
  set(metrics.anonymous_streams, counts.anonymous_streams);
  set(metrics.game_topics, counts.game_topics);
  set(metrics.player_topics, counts.player_topics);
  set(metrics.players, counts.players);
  set(metrics.watched_games, live.games());
  set(metrics.tokens, identity.size());
  raise(metrics.tokens_asked, identity.asked());
  raise(metrics.tokens_stale, identity.stale_uses());
  metrics.redis_up.Set(live.redis_up() ? 1 : 0);
  raise(metrics.http_accepted, http.stats().accepted);
  raise(metrics.http_refused, http.stats().refused);
  raise(metrics.http_timed_out, http.stats().timed_out);
  raise(metrics.http_bad, http.stats().bad_requests);
  raise(metrics.beats_failed, game_time.beats_failed());
  sample_timer.expires_after(kSampleEvery);
  sample_timer.async_wait([this](const boost::system::error_code& error) {
    if (!error && !finishing) Sample();
  });
}

void Gateway::Impl::WaitForSignal() {
  signals.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    if (draining) _exit(130);
    rpc::Info("signal", {{"signal", signal}});
    BeginDrain();
    WaitForSignal();
  });
}

// Not ready → a pause in which load balancers notice → streams end over the grace period, no new
// connections → what is left is cancelled.
void Gateway::Impl::BeginDrain() {
  if (std::exchange(draining, true)) return;
  ready = false;
  metrics.ready.Set(0);
  native.NotReady();
  timer.expires_after(std::chrono::milliseconds(config.drain_pause_ms));
  timer.async_wait([this](const boost::system::error_code&) { EndStreams(); });
}

void Gateway::Impl::EndStreams() {
  rpc::Info("draining", {{"streams", live.streams()}, {"calls", router.active()}});
  drain_end_ms = NowMs() + config.drain_grace_ms;
  live.Drain(config.drain_grace_ms);
  http.Drain();
  game_time.Stop();  // who cannot reach us must not be charged for it
  LookWhetherDone();
}

void Gateway::Impl::LookWhetherDone() {
  const bool done = router.active() == 0 && http.busy() == 0;
  if (done || NowMs() >= drain_end_ms) return Finish();
  timer.expires_after(kDrainLook);
  timer.async_wait([this](const boost::system::error_code&) { LookWhetherDone(); });
}

void Gateway::Impl::Finish() {
  finishing = true;
  http.Stop();
  // Native calls are answered on the loop, so their server is waited for elsewhere.
  native_stopper = std::thread([this] {
    native.Stop(kNativeStopMs);
    asio::post(io, [this] {
      live.Stop();
      client.Stop();
      sample_timer.cancel();
      for (Endpoints* one : {&lobby, &lobby_internal, &game, &game_internal, &clock, &analysis}) {
        one->Stop();
      }
      drain_end_ms = NowMs() + kLastWaitMs;
      LookWhetherReturned();
    });
  });
}

void Gateway::Impl::LookWhetherReturned() {
  const bool returned = proxy.under_way() == 0 && client.under_way() == 0;
  if (returned || NowMs() >= drain_end_ms) {
    if (!returned) rpc::Warn("calls to services did not come back");
    return io.stop();
  }
  timer.expires_after(kDrainLook);
  timer.async_wait([this](const boost::system::error_code&) { LookWhetherReturned(); });
}

Gateway::Gateway(Config config, metrics::Registry& registry)
    : impl_(std::make_unique<Impl>(std::move(config), registry)) {}

Gateway::~Gateway() {
  if (impl_->native_stopper.joinable()) impl_->native_stopper.join();
}

base::Status Gateway::Start() { return impl_->Start(); }
int Gateway::http_port() const { return impl_->http.port(); }
int Gateway::grpc_port() const { return impl_->native.port(); }
int Gateway::admin_port() const {
  return impl_->config.admin_listen.empty() ? 0 : impl_->admin.port();
}

void Gateway::Run(bool signals) {
  if (signals) {
    impl_->signals.add(SIGTERM);
    impl_->signals.add(SIGINT);
    impl_->WaitForSignal();
  }
  impl_->io.run();
  if (impl_->native_stopper.joinable()) impl_->native_stopper.join();
  impl_->admin.Stop();
  rpc::Info("stopped");
}

void Gateway::RequestStop() {
  asio::post(impl_->io, [impl = impl_.get()] { impl->BeginDrain(); });
}

}  // namespace chess::gateway
