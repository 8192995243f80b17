#include "rpc/server.h"

#include <absl/synchronization/mutex.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/limits.h"
#include "rpc/admin_http.h"
#include "rpc/call_observer.h"
#include "rpc/callback_threads.h"
#include "rpc/log.h"
#include "rpc/server_credentials.h"
#include "rpc/signals.h"

namespace chess::rpc {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kReadinessEvery{200};
constexpr int kMaxStreamsPerConnection = 100'000;

// Plugins and the default health service are set for the whole process, before the first builder.
void SetUpGrpcOnce() {
  static const bool done = [] {
    // gRPC's locks look for deadlocks in Debian's build of absl, at a cost that shows in profiles.
    absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  (void)done;
}

base::Error CannotListen(const std::string& address) {
  return base::MakeError(base::Code::kInternal, "CANNOT_LISTEN",
                         address + ": cannot listen there (in use, or not an address)");
}

}  // namespace

std::string BoundAddress(const std::string& address, int port) {
  if (address.empty() || port == 0) return address;
  return address.substr(0, address.rfind(':') + 1) + std::to_string(port);
}

void AddServerOptions(Config& config, ServerOptions* options) {
  config.Add("listen", &options->listen, "Public gRPC address; port 0 takes a free one.");
  config.Add("internal_listen", &options->internal_listen,
             "Internal gRPC address for other services; empty for none.");
  config.Add("admin_listen", &options->admin_listen,
             "HTTP address of /metrics, /healthz and /readyz; empty for none.");
  config.AddSharedSecret("service_secret", &options->service_secret,
                         "Secret that services show each other.");
  config.Check("service_secret", IsServiceSecret, kServiceSecretIs);
  config.Require("service_secret", "the same long random text for all services");
  AddLogOptions(config, options);
  config.Add("ports_file", &options->ports_file, "File for the bound ports; empty: stdout.");
  config.Add("drain_pause_ms", &options->drain_pause_ms,
             "After SIGTERM: not ready but serving for this long.", 0, 600'000);
  config.Add("drain_deadline_ms", &options->drain_deadline_ms,
             "Then calls have this long to end before they are cancelled.", 0, 600'000);
  config.Add("start_wait_seconds", &options->start_wait_seconds,
             "At start: how long to wait for what it cannot work without; 0: for ever.", 0, 86'400);
}

void AddLogOptions(Config& config, ServerOptions* options) {
  config.Add("log_level", &options->log_level, "Least level that is logged.");
  config.Check(
      "log_level",
      [](const std::string& value) {
        Level ignored;
        return ParseLevel(value, &ignored);
      },
      "debug, info, warning or error");
  config.AddShared("log_sample", &options->log_sample,
                   "One request in so many is logged when it goes well; 1: all, 0: none.", 0,
                   1'000'000'000);
  config.AddShared("instance", &options->instance,
                   "Name of this replica in logs; empty: the host's.");
}

void OpenLog(const std::string& service, const ServerOptions& options,
             double requested_per_second) {
  Level level = Level::kInfo;
  ParseLevel(options.log_level, &level);
  InitLog(service, level, options.instance);
  SetLogPolicy({options.service_secret, options.log_sample, requested_per_second});
}

void StartLog(const std::string& service, const ServerOptions& options, metrics::Registry& registry,
              double requested_per_second) {
  OpenLog(service, options, requested_per_second);
  for (int i = 0; i < 4; ++i) {
    registry.MirrorCounter("chess_log_lines_total", "Lines written to the log.",
                           {{"level", LevelName(static_cast<Level>(i))}},
                           [i] { return static_cast<double>(GetLogCounts().lines[i]); });
  }
  registry.MirrorCounter("chess_log_left_out_total",
                         "Lines left out because the same was logged too often.", {},
                         [] { return static_cast<double>(GetLogCounts().left_out); });
}

struct Server::Impl {
  struct Port {
    std::string address;
    std::vector<grpc::Service*> services;
    std::unique_ptr<grpc::Server> server;
    int port = 0;
  };
  struct Check {
    std::string name;
    std::function<bool()> ready;
  };

  std::string name;
  ServerOptions options;
  metrics::Registry& registry;
  Port open, internal;  // the public port and the other
  std::vector<Check> checks;
  std::vector<std::function<std::string()>> requirements;  // those not yet fulfilled
  std::vector<std::function<void()>> drain_hooks;
  std::unique_ptr<AdminHttp> admin;
  std::atomic<bool> started{false}, draining{false};
  std::atomic<bool> fulfilled{true};  // all requirements
  bool unfulfilled = false;           // they never were, and the time is up
  bool stopped = false;

  std::mutex mutex;  // readiness thread and stop requests
  std::condition_variable changed;
  bool end_readiness = false;
  bool stop_requested = false;
  StopSignals* signals = nullptr;
  std::thread readiness;
  std::unique_ptr<FewerCallbackThreads> fewer_threads;  // while started

  explicit Impl(metrics::Registry& r) : registry(r) {}

  // The names of the checks that fail; empty when ready.
  std::string NotReady() const {
    if (draining.load()) return "draining";
    std::string missing = fulfilled.load() ? "" : "requirements";
    for (const Check& check : checks) {
      if (!check.ready()) missing += (missing.empty() ? "" : " ") + check.name;
    }
    return missing;
  }

  base::Status Listen(Port& port) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(port.address, MakeServerCredentials(options.service_secret),
                             &port.port);
    for (grpc::Service* service : port.services) builder.RegisterService(service);
    builder.SetMaxReceiveMessageSize(static_cast<int>(base::kMaxPgnBytes + 64 * 1024));
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreamsPerConnection);
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);  // two of us on one port: an error
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 5000);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    // Only reflection is synchronous: one thread waits for it, one more works if it is asked.
    builder.SetSyncServerOption(grpc::ServerBuilder::NUM_CQS, 1);
    builder.SetSyncServerOption(grpc::ServerBuilder::MIN_POLLERS, 1);
    builder.SetSyncServerOption(grpc::ServerBuilder::MAX_POLLERS, 2);
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> observers;
    observers.push_back(MakeCallObserver(registry));
    builder.experimental().SetInterceptorCreators(std::move(observers));
    port.server = builder.BuildAndStart();
    const bool unix_socket = port.address.rfind("unix:", 0) == 0;
    if (port.server == nullptr || (port.port <= 0 && !unix_socket)) {
      return CannotListen(port.address);
    }
    if (unix_socket) port.port = 0;  // gRPC says 1
    if (auto* health = port.server->GetHealthCheckService()) health->SetServingStatus(false);
    return {};
  }

  base::Status StartAdmin() {
    if (options.admin_listen.empty()) return {};
    admin = std::make_unique<AdminHttp>([this](const std::string& path) -> HttpAnswer {
      if (path == "/metrics") {
        return {200, "text/plain; version=0.0.4; charset=utf-8", registry.Render()};
      }
      if (path == "/healthz") return {200, "text/plain", "ok\n"};
      if (path != "/readyz") return {404, "text/plain", "/metrics /healthz /readyz\n"};
      const std::string missing = NotReady();
      if (missing.empty()) return {200, "text/plain", "ready\n"};
      return {503, "text/plain", "not ready: " + missing + "\n"};
    });
    admin->OnDrain(options.service_secret, [this] {
      Info("asked to drain");
      RequestStop();
    });
    return admin->Start(options.admin_listen);
  }

  void RequestStop() {
    std::lock_guard lock(mutex);
    stop_requested = true;
    if (signals != nullptr) signals->Raise();
  }

  void ShowHealth(bool serving) {
    for (Port* port : {&open, &internal}) {
      if (port->server == nullptr) continue;
      if (auto* health = port->server->GetHealthCheckService()) health->SetServingStatus(serving);
    }
  }

  // The first sentence of what is missing at the start; "" when all is there.
  std::string Unfulfilled() {
    while (!requirements.empty()) {
      std::string missing = requirements.back()();
      if (!missing.empty()) return missing;
      requirements.pop_back();
    }
    fulfilled.store(true);
    return "";
  }

  void GiveUp(const std::string& missing) {
    LogError("cannot start", {{"reason", "REQUIREMENT"}, {"error", missing}});
    std::lock_guard lock(mutex);
    unfulfilled = true;
    stop_requested = true;
    if (signals != nullptr) signals->Raise();
  }

  void WatchReadiness() {
    std::string before = "starting";
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::seconds patience(options.start_wait_seconds);
    metrics::Gauge& ready =
        registry.AddGauge("chess_ready", "1 while the service is ready: see /readyz.");
    std::unique_lock lock(mutex);
    while (!end_readiness) {
      lock.unlock();
      if (!fulfilled.load()) {
        const std::string wanted = Unfulfilled();
        const bool late = std::chrono::steady_clock::now() - begin >= patience;
        if (!wanted.empty() && late && patience.count() > 0) return GiveUp(wanted);
      }
      const std::string missing = NotReady();
      ShowHealth(missing.empty());
      ready.Set(missing.empty() ? 1 : 0);
      if (missing != before) {
        if (missing.empty()) {
          Info("ready");
        } else {
          Warn("not ready", {{"missing", missing}});
        }
        before = missing;
      }
      lock.lock();
      changed.wait_for(lock, kReadinessEvery, [this] { return end_readiness; });
    }
  }

  void EndReadiness() {
    {
      std::lock_guard lock(mutex);
      end_readiness = true;
    }
    changed.notify_all();
    if (readiness.joinable()) readiness.join();
  }

  std::string Ports() const {
    return "public=" + std::to_string(open.port) + " internal=" + std::to_string(internal.port) +
           " admin=" + std::to_string(admin == nullptr ? 0 : admin->port());
  }

  // The file whole or not at all: whoever waits for it must not read half of it.
  void WritePorts() const {
    if (options.ports_file.empty()) {
      printf("%s\n", Ports().c_str());
      fflush(stdout);
      return;
    }
    const std::string partial = options.ports_file + ".partial";
    FILE* file = fopen(partial.c_str(), "w");
    if (file == nullptr) return LogError("cannot write ports file", {{"file", partial}});
    fprintf(file, "%s\n", Ports().c_str());
    fclose(file);
    if (rename(partial.c_str(), options.ports_file.c_str()) != 0) {
      LogError("cannot write ports file", {{"file", options.ports_file}});
    }
  }
};

Server::Server(std::string name, ServerOptions options, metrics::Registry& registry)
    : impl_(std::make_unique<Impl>(registry)) {
  StartLog(name, options, registry);
  impl_->name = std::move(name);
  impl_->open.address = options.listen;
  impl_->internal.address = options.internal_listen;
  impl_->options = std::move(options);
}

Server::~Server() { Stop(); }

void Server::AddPublic(grpc::Service* service) {
  CHESS_CHECK(!impl_->started.load());
  impl_->open.services.push_back(service);
}

void Server::AddInternal(grpc::Service* service) {
  CHESS_CHECK(!impl_->started.load());
  impl_->internal.services.push_back(service);
}

void Server::AddReadiness(std::string name, std::function<bool()> ready) {
  CHESS_CHECK(!impl_->started.load());
  impl_->checks.push_back({std::move(name), std::move(ready)});
}

void Server::AddRequirement(std::function<std::string()> missing) {
  CHESS_CHECK(!impl_->started.load());
  impl_->requirements.push_back(std::move(missing));
  impl_->fulfilled.store(false);
}

void Server::OnDrain(std::function<void()> hook) { impl_->drain_hooks.push_back(std::move(hook)); }

base::Status Server::Start() {
  CHESS_CHECK(!impl_->started.exchange(true));
  if (impl_->options.service_secret.empty()) {
    return base::MakeError(base::Code::kInvalidArgument, "CONFIG_INVALID",
                           "CHESS_SERVICE_SECRET is not set");
  }
  SetUpGrpcOnce();
  if (const auto listening = impl_->Listen(impl_->open); !listening.ok()) return listening;
  if (!impl_->internal.address.empty()) {
    if (const auto listening = impl_->Listen(impl_->internal); !listening.ok()) return listening;
  } else {
    CHESS_CHECK(impl_->internal.services.empty());
  }
  if (const auto admin = impl_->StartAdmin(); !admin.ok()) return admin;
  impl_->fewer_threads = std::make_unique<FewerCallbackThreads>();
  impl_->readiness = std::thread([impl = impl_.get()] { impl->WatchReadiness(); });
  pthread_setname_np(impl_->readiness.native_handle(), "readiness");
  impl_->WritePorts();
  Info("listening", {{"public", BoundAddress(impl_->open.address, public_port())},
                     {"internal", BoundAddress(impl_->internal.address, internal_port())},
                     {"admin", BoundAddress(impl_->options.admin_listen, admin_port())}});
  return {};
}

int Server::public_port() const { return impl_->open.port; }
int Server::internal_port() const { return impl_->internal.port; }
int Server::admin_port() const { return impl_->admin == nullptr ? 0 : impl_->admin->port(); }
bool Server::Ready() const { return impl_->NotReady().empty(); }
bool Server::draining() const { return impl_->draining.load(); }

int Server::Run() {
  StopSignals signals;
  if (!impl_->started.load()) {
    if (const auto started = Start(); !started.ok()) {
      LogError("cannot start",
               {{"reason", started.error().reason}, {"error", started.error().message}});
      Stop();
      return 1;
    }
  }
  bool already = false;
  {
    std::lock_guard lock(impl_->mutex);
    impl_->signals = &signals;
    already = impl_->stop_requested;
  }
  if (!already) signals.Wait();
  {
    std::unique_lock lock(impl_->mutex);
    impl_->signals = nullptr;
    if (impl_->unfulfilled) {
      lock.unlock();
      Stop();
      return 3;
    }
  }
  Info("draining", {{"pause_ms", impl_->options.drain_pause_ms}});
  impl_->draining.store(true);
  impl_->ShowHealth(false);
  std::this_thread::sleep_for(milliseconds(impl_->options.drain_pause_ms));
  Stop();
  Info("stopped");
  return 0;
}

void Server::RequestStop() { impl_->RequestStop(); }

void Server::Stop() {
  if (impl_->stopped) return;
  impl_->stopped = true;
  impl_->draining.store(true);
  impl_->ShowHealth(false);
  for (const auto& hook : impl_->drain_hooks) hook();
  const auto deadline =
      std::chrono::system_clock::now() + milliseconds(impl_->options.drain_deadline_ms);
  // Both ports stop taking calls at once and share the deadline.
  std::thread internal([this, deadline] {
    if (impl_->internal.server != nullptr) impl_->internal.server->Shutdown(deadline);
  });
  if (impl_->open.server != nullptr) impl_->open.server->Shutdown(deadline);
  internal.join();
  impl_->EndReadiness();
  if (impl_->admin != nullptr) impl_->admin->Stop();
  impl_->fewer_threads.reset();
  // Destroying them waits for handlers that are still running on other threads.
  impl_->open.server.reset();
  impl_->internal.server.reset();
}

}  // namespace chess::rpc
