#include "redis/client.h"

#include <condition_variable>
#include <mutex>
#include <unordered_map>

#include "redis/backoff.h"
#include "redis/connection.h"

namespace chess::redis {
namespace {

using SteadyClock = std::chrono::steady_clock;

base::Error Away(const std::string& why) {
  return base::MakeError(base::Code::kUnavailable, "REDIS_AWAY", "Redis does not answer: " + why);
}

}  // namespace

struct Client::Impl {
  Options options;
  size_t most;
  mutable std::mutex mutex;
  std::condition_variable freed;
  std::vector<std::unique_ptr<Connection>> idle;
  size_t in_use = 0;
  Backoff backoff;
  bool healthy = false;
  ClientStats stats;
  std::unordered_map<std::string, std::string> script_ids;  // source -> SHA-1

  // A connection to use, or null and *why.
  std::unique_ptr<Connection> Take(std::string* why, bool* reused) {
    std::unique_lock lock(mutex);
    const auto limit = SteadyClock::now() + std::chrono::milliseconds(options.timeout_ms);
    if (!freed.wait_until(lock, limit, [this] { return in_use < most; })) {
      *why = "all connections are busy";
      return nullptr;
    }
    if (!idle.empty()) {
      auto connection = std::move(idle.back());
      idle.pop_back();
      ++in_use;
      *reused = true;
      return connection;
    }
    if (!backoff.May(SteadyClock::now())) {
      *why = "it did not answer a moment ago";
      return nullptr;
    }
    ++in_use;
    lock.unlock();
    auto connection = Connection::Open(options, why);
    lock.lock();
    if (connection != nullptr) {
      ++stats.connects;
      return connection;
    }
    --in_use;
    freed.notify_one();
    backoff.Failed(SteadyClock::now(), *why);
    healthy = false;
    return nullptr;
  }

  void GiveBack(std::unique_ptr<Connection> connection, bool good) {
    std::vector<std::unique_ptr<Connection>> dead;  // closed after the lock
    std::lock_guard lock(mutex);
    --in_use;
    healthy = good;
    if (good) {
      backoff.Succeeded();
      idle.push_back(std::move(connection));
    } else {
      dead.push_back(std::move(connection));
      for (auto& other : idle) dead.push_back(std::move(other));  // they die of the same cause
      idle.clear();
    }
    freed.notify_one();
  }

  base::Result<std::vector<Reply>> Exchange(const std::vector<Argv>& commands) {
    std::string why;
    for (int attempt = 0; attempt < 2; ++attempt) {
      bool reused = false;
      auto connection = Take(&why, &reused);
      if (connection == nullptr) break;
      const auto begin = SteadyClock::now();
      std::vector<Reply> replies;
      const bool good = connection->Exchange(commands, &replies);
      if (!good) why = connection->error();
      const bool timed_out =
          SteadyClock::now() - begin >= std::chrono::milliseconds(options.timeout_ms);
      GiveBack(std::move(connection), good);
      if (good) {
        std::lock_guard lock(mutex);
        stats.commands += commands.size();
        return replies;
      }
      if (timed_out) {
        std::lock_guard lock(mutex);
        backoff.Failed(SteadyClock::now(), why);
        break;
      }
      // Only a pooled connection that the server had closed meanwhile deserves a second try.
      if (!reused || !replies.empty()) break;
    }
    std::lock_guard lock(mutex);
    ++stats.failures;
    return Away(why);
  }
};

Client::Client(Options options, int connections) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  impl_->backoff = Backoff(impl_->options.on_state);
  impl_->most = static_cast<size_t>(connections);
}

Client::~Client() = default;

base::Result<Reply> Client::Command(const Argv& argv) {
  auto replies = impl_->Exchange({argv});
  if (!replies.ok()) return replies.error();
  Reply& reply = replies->front();
  if (reply.is_error()) {
    return base::MakeError(base::Code::kInternal, "REDIS_ERROR", reply.text);
  }
  return std::move(reply);
}

base::Result<std::vector<Reply>> Client::Pipeline(const std::vector<Argv>& commands) {
  if (commands.empty()) return std::vector<Reply>{};
  return impl_->Exchange(commands);
}

base::Result<Reply> Client::Script(const std::string& source, const std::vector<std::string>& keys,
                                   const std::vector<std::string>& arguments) {
  for (int attempt = 0;; ++attempt) {
    std::string id;
    {
      std::lock_guard lock(impl_->mutex);
      id = impl_->script_ids[source];
    }
    if (id.empty()) {
      auto loaded = Command({"SCRIPT", "LOAD", source});
      if (!loaded.ok()) return loaded.error();
      id = loaded->text;
      std::lock_guard lock(impl_->mutex);
      impl_->script_ids[source] = id;
    }
    Argv argv = {"EVALSHA", id, std::to_string(keys.size())};
    argv.insert(argv.end(), keys.begin(), keys.end());
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    auto reply = Command(argv);
    const bool forgotten = !reply.ok() && reply.error().message.rfind("NOSCRIPT", 0) == 0;
    if (!forgotten || attempt > 0) return reply;
    // Redis was restarted or emptied: load it again.
    std::lock_guard lock(impl_->mutex);
    impl_->script_ids.erase(source);
  }
}

bool Client::Healthy() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->healthy;
}

ClientStats Client::Stats() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->stats;
}

}  // namespace chess::redis
