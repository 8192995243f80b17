#pragma once
// A service's server: one public and one internal port, an admin HTTP port, health, reflection,
// metrics, logs, the credential check and the graceful end. Handlers use gRPC's callback API.
//
//   rpc::ServerOptions options; rpc::AddServerOptions(config, &options); config.ParseOrExit(…);
//   rpc::Server server("game", options, registry);
//   server.AddPublic(&game_service); server.AddInternal(&internal_service);
//   server.AddReadiness("postgres", [&] { return pool->Healthy(); });
//   server.OnDrain([&] { loop.FinishQueues(); });
//   return server.Run();                        // prints the ports, waits for SIGTERM
//
// Each port is a grpc::Server of its own, so internal services cannot be reached on the public
// port. Both serve grpc.health.v1.Health and reflection without credential; every other call must
// carry x-chess-service-key equal to `service_secret` (compared in constant time) or is refused
// with UNAUTHENTICATED before its handler runs; calls to unknown methods too.
// Every call is counted in grpc_server_handled_total{grpc_service,grpc_method,grpc_code} and timed
// in grpc_server_handling_seconds{grpc_service,grpc_method}, and logged with its trace (rpc/log.h).

#include <grpcpp/impl/service_type.h>

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "metrics/registry.h"
#include "rpc/config.h"

namespace chess::rpc {

struct ServerOptions {
  std::string listen = "127.0.0.1:0";           // public; host:port, or unix:/path
  std::string internal_listen = "127.0.0.1:0";  // internal; empty: none
  std::string admin_listen = "127.0.0.1:0";     // HTTP: /metrics /healthz /readyz; empty: none
  std::string service_secret;                   // empty: refuses to start
  std::string log_level = "info";
  int64_t log_sample = 100;  // one trace in so many is logged; 1: all, 0: none
  std::string instance;      // of logs; empty: the host's name
  std::string ports_file;          // written once listening; empty: none
  int drain_pause_ms = 0;          // not ready, still serving (load balancers notice)
  int drain_deadline_ms = 10'000;  // then calls still running are cancelled
  int start_wait_seconds = 60;     // for the requirements; 0: for ever
};

// listen, internal_listen, admin_listen, service_secret (shared, needed), log_level, log_sample and
// instance (shared), ports_file, drain_*, start_wait_seconds.
void AddServerOptions(Config& config, ServerOptions* options);
// log_level, log_sample, instance: for programs that are no Server.
void AddLogOptions(Config& config, ServerOptions* options);
// InitLog and SetLogPolicy from them. In main, right after parsing: pools and engines have
// something to say before there is a server.
void OpenLog(const std::string& service, const ServerOptions& options,
             double requested_per_second = 2);
// The same, and the counters of lines.
void StartLog(const std::string& service, const ServerOptions& options,
              metrics::Registry& registry, double requested_per_second = 2);

// Where somebody listens, for people: the address asked for, with the port that was bound in place
// of its own. Empty and Unix addresses (port 0) stay as they are.
std::string BoundAddress(const std::string& address, int port);

class Server {
 public:
  // Starts the log too (StartLog). `registry` must outlive the server.
  Server(std::string name, ServerOptions options, metrics::Registry& registry);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Before Start. Services must outlive the server.
  void AddPublic(grpc::Service* service);
  void AddInternal(grpc::Service* service);
  // All must hold for readiness (/readyz, health SERVING). Asked each 200 ms and by /readyz. Never
  // depends on a peer service. Must be quick.
  void AddReadiness(std::string name, std::function<bool()> ready);
  // What must hold once before the service is of any use: the database answers and has the tables.
  // `missing` returns "" when it does (then it is not asked again), else one sentence: what is
  // wrong and what to do. The service is not ready until then; after start_wait_seconds Run logs
  // the sentence and returns 3. Asked each 200 ms; may block for a call to the store.
  void AddRequirement(std::function<std::string()> missing);
  // Called once when draining begins, after the pause, before calls are waited for: end streams,
  // finish queues, refuse what is new with UNAVAILABLE DRAINING. In order of addition.
  void OnDrain(std::function<void()> hook);

  // Binds and serves; CANNOT_LISTEN with the address, CONFIG_INVALID without a secret. Then writes
  // one line to ports_file, or to stdout where none is named: "public=PORT internal=PORT
  // admin=PORT", 0 for a Unix socket and for what is not there.
  base::Status Start();
  int public_port() const;
  int internal_port() const;
  int admin_port() const;
  bool Ready() const;
  bool draining() const;

  // Start (if not started), wait for SIGTERM or SIGINT, drain, return the exit status: 0, 1 if it
  // could not start, 3 if a requirement did not come to hold. A second signal ends the process at
  // once with status 130.
  int Run();
  // Drains from any thread as a signal would; Run returns.
  void RequestStop();
  // For tests that call Start: drains and stops.
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::rpc
