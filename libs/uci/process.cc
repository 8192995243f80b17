#include "uci/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace chess::uci {
namespace {

constexpr size_t kMaxLine = 16 * 1024;

base::Error Failed(const std::string& what) {
  return base::MakeError(base::Code::kUnavailable, "ENGINE_FAILED", what);
}

}  // namespace

base::Result<Process> Process::Start(const std::vector<std::string>& command) {
  CHESS_CHECK(!command.empty());
  // A child that dies must not take us along when we write to it.
  signal(SIGPIPE, SIG_IGN);
  int to_child[2], from_child[2];
  if (pipe2(to_child, O_CLOEXEC) != 0) return Failed("The engine's pipe could not be made.");
  if (pipe2(from_child, O_CLOEXEC) != 0) {
    close(to_child[0]), close(to_child[1]);
    return Failed("The engine's pipe could not be made.");
  }
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_child[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from_child[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to_child[0]);
  close(from_child[1]);
  if (error != 0) {
    close(to_child[1]), close(from_child[0]);
    return Failed("The engine " + command[0] + " could not be started: " + std::strerror(error));
  }
  Process process;
  process.pid_ = pid;
  process.in_ = to_child[1];
  process.out_ = from_child[0];
  return process;
}

Process::Process(Process&& other) noexcept { *this = std::move(other); }

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  Release();
  pid_ = std::exchange(other.pid_, -1);
  in_ = std::exchange(other.in_, -1);
  out_ = std::exchange(other.out_, -1);
  closed_ = std::exchange(other.closed_, true);
  buffer_ = std::move(other.buffer_);
  return *this;
}

Process::~Process() { Release(); }

void Process::Release() {
  if (in_ >= 0) close(in_);
  if (out_ >= 0) close(out_);
  in_ = out_ = -1;
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  pid_ = -1;
}

void Process::Kill() {
  if (pid_ > 0) kill(pid_, SIGKILL);
}

bool Process::WriteLine(std::string_view line) {
  std::string text(line);
  text += '\n';
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(in_, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      closed_ = true;
      return false;
    }
    done += static_cast<size_t>(n);
  }
  return true;
}

std::optional<std::string> Process::ReadLine(base::DurationMs timeout_ms) {
  const int64_t deadline = base::SystemClock().SteadyNs() + timeout_ms * 1'000'000;
  while (true) {
    const size_t end = buffer_.find('\n');
    if (end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (buffer_.size() > kMaxLine) {
      closed_ = true;  // no engine does this: treat it as broken
      return std::nullopt;
    }
    const int64_t left_ns = deadline - base::SystemClock().SteadyNs();
    if (closed_ || left_ns <= 0) return std::nullopt;
    pollfd waiting{out_, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(left_ns / 1'000'000) + 1);
    if (ready < 0 && errno != EINTR) closed_ = true;
    if (ready <= 0) continue;
    char chunk[4096];
    const ssize_t n = read(out_, chunk, sizeof chunk);
    if (n > 0) {
      buffer_.append(chunk, static_cast<size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      closed_ = true;
    }
  }
}

}  // namespace chess::uci
