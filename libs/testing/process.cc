#include "testing/process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/check.h"
#include "testing/wait.h"

extern char** environ;

namespace chess::testing {
namespace {

// In the child: no memory allocation from here to exec, since other threads may hold the heap.
[[noreturn]] void BecomeProgram(const char* const* argv, const char* const* environment, int output,
                                const passwd* user) {
  setpgid(0, 0);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  if (user != nullptr &&
      (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) {
    _exit(126);
  }
  // A test that is killed leaves nothing running.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execve(argv[0], const_cast<char* const*>(argv), const_cast<char* const*>(environment));
  _exit(127);
}

}  // namespace

Process::Process(Options options) {
  std::vector<const char*> argv, environment;
  for (const std::string& a : options.argv) argv.push_back(a.c_str());
  argv.push_back(nullptr);
  // Later entries must win, so ours that are overridden are left out.
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('=') + 1);
    bool overridden = false;
    for (const std::string& own : options.environment) overridden |= own.rfind(name, 0) == 0;
    if (!overridden) environment.push_back(*entry);
  }
  for (const std::string& own : options.environment) environment.push_back(own.c_str());
  environment.push_back(nullptr);
  const passwd* user = nullptr;
  if (options.as_postgres && geteuid() == 0) {
    user = getpwnam("postgres");
    CHESS_CHECK(user != nullptr);
  }
  const std::string& file = options.output_file;
  const int output = open(file.empty() ? "/dev/null" : file.c_str(),
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  CHESS_CHECK(output >= 0);
  pid_ = fork();
  CHESS_CHECK(pid_ >= 0);
  if (pid_ == 0) BecomeProgram(argv.data(), environment.data(), output, user);
  setpgid(pid_, pid_);  // in both, whoever comes first
  close(output);
}

Process::~Process() {
  if (Running()) {
    SignalGroup(SIGKILL);
    Wait(10'000);
  }
}

bool Process::Running() { return Wait(0) < 0; }

void Process::Signal(int signal) {
  if (status_ < 0) kill(pid_, signal);
}

void Process::SignalGroup(int signal) {
  if (status_ < 0) kill(-pid_, signal);
}

int Process::Wait(int timeout_ms) {
  WaitFor(
      [this] {
        int raw = 0;
        if (status_ < 0 && waitpid(pid_, &raw, WNOHANG) == pid_) {
          status_ = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
        }
        return status_ >= 0;
      },
      timeout_ms);
  return status_;
}

TempDir::TempDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "chess-test-XXXXXX").string();
  CHESS_CHECK(mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
  chmod(path_.c_str(), 0755);
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

int FreePort() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHESS_CHECK(fd >= 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  CHESS_CHECK(bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0);
  CHESS_CHECK(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  close(fd);
  return ntohs(address.sin_port);
}

std::string SourcePath(const std::string& relative) {
  return std::string(CHESS_SOURCE_DIR) + "/" + relative;
}

std::string ReadFileOrDie(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fprintf(stderr, "cannot read %s\n", path.c_str());
  CHESS_CHECK(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace chess::testing
