#include "testing/postgres_server.h"

#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <pqxx/pqxx>
#include <vector>

#include "base/check.h"
#include "postgres/migrate.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::testing {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Die(const std::string& why, const std::string& log_file) {
  std::ifstream in(log_file);
  const std::string log{std::istreambuf_iterator<char>(in), {}};
  fprintf(stderr, "private Postgres: %s\n%s\n", why.c_str(), log.c_str());
  abort();
}

// Directory of postgres and initdb: CHESS_PG_BIN, else Debian's newest version, else PATH's first.
std::string BinDirectory() {
  if (const char* named = getenv("CHESS_PG_BIN")) return named;
  std::vector<std::string> found;
  std::error_code code;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", code)) {
    const fs::path bin = version.path() / "bin";
    if (fs::exists(bin / "postgres")) found.push_back(bin.string());
  }
  if (!found.empty()) return *std::max_element(found.begin(), found.end());
  for (const char* bin : {"/usr/local/bin", "/usr/bin"}) {
    if (fs::exists(std::string(bin) + "/postgres")) return bin;
  }
  Die("no Postgres found; set CHESS_PG_BIN", "");
}

// The process and all its children: Postgres' backends lead sessions of their own, so signals to
// the group do not reach them.
std::vector<pid_t> Family(pid_t parent) {
  std::vector<pid_t> family = {parent};
  std::error_code code;
  for (const auto& entry : fs::directory_iterator("/proc", code)) {
    const int pid = atoi(entry.path().filename().c_str());
    if (pid <= 0) continue;
    std::ifstream in(entry.path() / "stat");
    std::string line;
    std::getline(in, line);
    const size_t name_end = line.rfind(')');  // the name may hold anything
    if (name_end == std::string::npos) continue;
    char state = 0;
    int ppid = 0;
    if (sscanf(line.c_str() + name_end + 1, " %c %d", &state, &ppid) == 2 && ppid == parent) {
      family.push_back(pid);
    }
  }
  return family;
}

}  // namespace

struct PostgresServer::Impl {
  TempDir directory;
  std::string bin = BinDirectory();
  std::string log = directory.path() + "/log";
  int port = FreePort();
  int databases = 0;
  bool template_ready = false;
  std::unique_ptr<Process> server;

  std::string Data() const { return directory.path() + "/data"; }

  std::string Url(const std::string& database) const {
    return "postgresql:///" + database + "?host=" + directory.path() +
           "&port=" + std::to_string(port) + "&user=postgres";
  }

  void Initialise() {
    if (geteuid() == 0) {
      const passwd* user = getpwnam("postgres");
      CHESS_CHECK(user != nullptr);
      CHESS_CHECK(chown(directory.path().c_str(), user->pw_uid, user->pw_gid) == 0);
    }
    Process::Options options;
    options.argv = {bin + "/initdb",    "-D", Data(), "-U", "postgres", "-A", "trust", "--no-sync",
                    "--locale=C.UTF-8", "-E", "UTF8"};
    options.output_file = log;
    options.as_postgres = true;
    Process initdb(options);
    if (initdb.Wait(60'000) != 0) Die("initdb failed", log);
  }

  bool Answers() const {
    try {
      pqxx::connection connection(Url("postgres"));
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  void Start() {
    Process::Options options;
    // No fsync: what is killed here is a process, never the machine under it.
    options.argv = {bin + "/postgres",
                    "-D",
                    Data(),
                    "-p",
                    std::to_string(port),
                    "-k",
                    directory.path(),
                    "-c",
                    "listen_addresses=127.0.0.1",
                    "-c",
                    "fsync=off",
                    "-c",
                    "full_page_writes=off",
                    "-c",
                    "max_connections=200",
                    "-c",
                    "shared_buffers=32MB"};
    options.output_file = log;
    options.as_postgres = true;
    // After a kill the old backends may take a moment to let go of their memory: try again.
    for (int attempt = 0; attempt < 20; ++attempt) {
      server = std::make_unique<Process>(options);
      WaitFor([this] { return !server->Running() || Answers(); }, 30'000);
      if (server->Running() && Answers()) return;
      usleep(100'000);
    }
    Die("does not start", log);
  }

  void Execute(const std::string& sql) const {
    pqxx::connection connection(Url("postgres"));
    pqxx::nontransaction(connection).exec(sql);
  }

  void MakeTemplate() {
    if (template_ready) return;
    Execute("CREATE DATABASE chess_template");
    const std::string files = SourcePath("deploy/postgres/migrations");
    if (fs::exists(files)) {
      const auto loaded = postgres::LoadMigrations(files);
      if (!loaded.ok()) Die(loaded.error().message, "");
      const auto report = postgres::Migrate(Url("chess_template"), *loaded, nullptr);
      if (!report.ok()) Die(report.error().message, "");
    }
    template_ready = true;
  }

  void SignalAll(int signal) const {
    for (const pid_t pid : Family(server->pid())) kill(pid, signal);
  }
};

PostgresServer::PostgresServer() : impl_(std::make_unique<Impl>()) {
  impl_->Initialise();
  impl_->Start();
}

PostgresServer::~PostgresServer() {
  impl_->SignalAll(SIGCONT);
  impl_->server->Signal(SIGQUIT);  // immediate shutdown, with all children
  impl_->server->Wait(10'000);
}

PostgresServer& PostgresServer::Shared() {
  static PostgresServer server;
  static const bool made = [] {
    server.impl_->MakeTemplate();
    server.impl_->Execute("CREATE DATABASE chess TEMPLATE chess_template");
    return true;
  }();
  (void)made;
  return server;
}

std::string PostgresServer::Url(const std::string& database) const { return impl_->Url(database); }

std::string PostgresServer::TcpUrl(const std::string& database) const {
  return "postgresql://postgres@127.0.0.1:" + std::to_string(impl_->port) + "/" + database;
}

int PostgresServer::port() const { return impl_->port; }

std::string PostgresServer::NewDatabase(bool migrated) {
  const std::string name = "test_" + std::to_string(++impl_->databases);
  if (migrated) impl_->MakeTemplate();
  impl_->Execute("CREATE DATABASE " + name +
                 (migrated ? " TEMPLATE chess_template" : " TEMPLATE template0"));
  return Url(name);
}

void PostgresServer::Kill() {
  impl_->SignalAll(SIGKILL);
  impl_->server->Wait(10'000);
}

void PostgresServer::Stop() { impl_->SignalAll(SIGSTOP); }
void PostgresServer::Continue() { impl_->SignalAll(SIGCONT); }

void PostgresServer::Restart() {
  if (impl_->server->Running()) {
    impl_->SignalAll(SIGCONT);
    impl_->server->Signal(SIGINT);  // fast shutdown: clients are thrown out
    if (impl_->server->Wait(30'000) < 0) Die("does not stop", impl_->log);
  }
  impl_->Start();
}

}  // namespace chess::testing
