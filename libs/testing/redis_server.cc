#include "testing/redis_server.h"

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "redis/client.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::testing {

struct RedisServer::Impl {
  TempDir directory;
  int port = FreePort();
  std::string log = directory.path() + "/log";
  std::unique_ptr<Process> server;

  std::string Url() const { return "unix://" + directory.path() + "/redis.sock"; }

  bool Answers() const {
    redis::Client client({.url = Url()});
    return client.Command({"PING"}).ok();
  }

  void Start() {
    const char* named = getenv("CHESS_REDIS_SERVER");
    Process::Options options;
    options.argv = {named != nullptr ? named : "/usr/bin/redis-server",
                    "--port",
                    std::to_string(port),
                    "--bind",
                    "127.0.0.1",
                    "--unixsocket",
                    directory.path() + "/redis.sock",
                    "--dir",
                    directory.path(),
                    "--save",
                    "",
                    "--appendonly",
                    "no",
                    "--daemonize",
                    "no"};
    options.output_file = log;
    server = std::make_unique<Process>(options);
    WaitFor([this] { return !server->Running() || Answers(); }, 30'000);
    if (server->Running()) return;
    std::ifstream in(log);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    fprintf(stderr, "private Redis does not start:\n%s\n", text.c_str());
    abort();
  }
};

RedisServer::RedisServer() : impl_(std::make_unique<Impl>()) { impl_->Start(); }
RedisServer::~RedisServer() = default;

RedisServer& RedisServer::Shared() {
  static RedisServer server;
  return server;
}

std::string RedisServer::Url() const { return impl_->Url(); }
std::string RedisServer::TcpUrl() const {
  return "redis://127.0.0.1:" + std::to_string(impl_->port);
}
int RedisServer::port() const { return impl_->port; }

void RedisServer::Flush() {
  redis::Client client({.url = impl_->Url(), .timeout_ms = 5000});
  (void)client.Command({"FLUSHALL"});
}

void RedisServer::Kill() {
  impl_->server->Signal(SIGKILL);
  impl_->server->Wait(10'000);
}

void RedisServer::Stop() { impl_->server->Signal(SIGSTOP); }
void RedisServer::Continue() { impl_->server->Signal(SIGCONT); }

void RedisServer::Restart() {
  impl_->server->Signal(SIGCONT);
  Kill();
  unlink((impl_->directory.path() + "/redis.sock").c_str());
  impl_->Start();
}

}  // namespace chess::testing
