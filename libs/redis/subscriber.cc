#include "redis/subscriber.h"

#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "redis/backoff.h"
#include "redis/connection.h"

namespace chess::redis {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kPingEvery{500};  // two unanswered: the connection is dead
constexpr int kMostUnanswered = 2;
constexpr size_t kResubscribeBatch = 500;  // channels in one SUBSCRIBE

base::Error Away() {
  return base::MakeError(base::Code::kUnavailable, "REDIS_AWAY", "Redis does not answer.");
}

}  // namespace

struct Subscriber::Impl {
  struct Request {
    bool subscribe = true;
    std::string channel;
    Confirmed confirmed;
  };
  struct Channel {
    bool ready = false;  // confirmed on this connection
    std::vector<Confirmed> waiting;
  };

  Options options;
  Handlers handlers;
  int wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);

  mutable std::mutex mutex;  // the next four
  std::deque<Request> requests;
  SubscriberStats stats;
  bool stopping = false;
  bool healthy = false;

  // The rest belongs to the thread.
  std::unordered_map<std::string, Channel> channels;
  // Confirmations to ignore: of channels taken out before Redis had answered.
  std::unordered_map<std::string, int> overtaken;
  std::unique_ptr<Connection> connection;
  Backoff backoff;
  bool connected_before = false;
  bool gap_due = false;    // call on_gap once nothing of `unconfirmed` is left
  size_t unconfirmed = 0;  // channels not ready on this connection
  int unanswered = 0;
  SteadyClock::time_point next_ping;
  std::thread thread;

  void Wake() {
    const uint64_t one = 1;
    // The counter cannot overflow in practice; a full one is readable anyway.
    if (write(wake, &one, sizeof one) < 0) return;
  }

  void Send(const std::vector<std::string>& argv) {
    std::vector<const char*> texts;
    std::vector<size_t> sizes;
    for (const std::string& a : argv) {
      texts.push_back(a.data());
      sizes.push_back(a.size());
    }
    redisAppendCommandArgv(connection->raw(), static_cast<int>(argv.size()), texts.data(),
                           sizes.data());
  }

  static void Answer(Channel& channel, const base::Status& status) {
    std::vector<Confirmed> waiting;
    waiting.swap(channel.waiting);
    for (const Confirmed& confirmed : waiting) confirmed(status);
  }

  void TakeRequests() {
    std::deque<Request> taken;
    {
      std::lock_guard lock(mutex);
      taken.swap(requests);
    }
    for (Request& request : taken) {
      if (request.subscribe) {
        Add(request);
      } else {
        Remove(request.channel);
      }
    }
    std::lock_guard lock(mutex);
    stats.channels = channels.size();
  }

  void Add(Request& request) {
    const auto [entry, fresh] = channels.try_emplace(request.channel);
    Channel& channel = entry->second;
    if (fresh && connection != nullptr) {
      Send({"SUBSCRIBE", request.channel});
      ++unconfirmed;
    }
    if (request.confirmed == nullptr) return;
    if (channel.ready) {
      request.confirmed(base::Status());
    } else if (connection == nullptr) {
      request.confirmed(Away());
    } else {
      channel.waiting.push_back(std::move(request.confirmed));
    }
  }

  void Remove(const std::string& name) {
    const auto entry = channels.find(name);
    if (entry == channels.end()) return;
    Answer(entry->second,
           base::MakeError(base::Code::kAborted, "UNSUBSCRIBED", "The channel was unsubscribed."));
    if (connection != nullptr) {
      if (!entry->second.ready) {
        --unconfirmed;
        ++overtaken[name];
      }
      Send({"UNSUBSCRIBE", name});
    }
    channels.erase(entry);
    MaybeGap();
  }

  void Connect() {
    std::string why;
    connection = Connection::Open(options, &why);
    if (connection == nullptr) {
      backoff.Failed(SteadyClock::now(), why);
      return;
    }
    redisContext* raw = connection->raw();
    fcntl(raw->fd, F_SETFL, fcntl(raw->fd, F_GETFL) | O_NONBLOCK);
    raw->flags &= ~REDIS_BLOCK;
    unanswered = 0;
    next_ping = SteadyClock::now() + kPingEvery;
    gap_due = connected_before;
    connected_before = true;
    unconfirmed = channels.size();
    overtaken.clear();
    std::vector<std::string> argv = {"SUBSCRIBE"};
    for (auto& [name, channel] : channels) {
      channel.ready = false;
      argv.push_back(name);
      if (argv.size() > kResubscribeBatch) {
        Send(argv);
        argv.resize(1);
      }
    }
    if (argv.size() > 1) Send(argv);
    SetHealthy(true);
    MaybeGap();
  }

  void Disconnect() {
    const redisContext* raw = connection->raw();
    const std::string why = raw->err != 0 ? raw->errstr : "it does not answer";
    connection.reset();
    backoff.Failed(SteadyClock::now(), why);
    SetHealthy(false);
    // Callbacks may not touch `channels` (they only queue requests), so iterating is safe.
    for (auto& [name, channel] : channels) {
      channel.ready = false;
      Answer(channel, Away());
    }
  }

  void SetHealthy(bool value) {
    std::lock_guard lock(mutex);
    healthy = value;
  }

  void MaybeGap() {
    if (!gap_due || unconfirmed > 0 || connection == nullptr) return;
    gap_due = false;
    backoff.Succeeded();
    {
      std::lock_guard lock(mutex);
      ++stats.gaps;
    }
    if (handlers.on_gap) handlers.on_gap();
  }

  void OnConfirmed(const std::string& name) {
    if (const auto old = overtaken.find(name); old != overtaken.end()) {
      if (--old->second == 0) overtaken.erase(old);
      return;
    }
    const auto entry = channels.find(name);
    if (entry == channels.end() || entry->second.ready) return;
    backoff.Succeeded();
    entry->second.ready = true;
    --unconfirmed;
    Answer(entry->second, base::Status());
    MaybeGap();
  }

  void Answered() {
    unanswered = 0;
    backoff.Succeeded();
  }

  void Handle(const redisReply* reply) {
    if (reply->type == REDIS_REPLY_ERROR) return;
    // Without any channel Redis answers a ping with a plain "PONG".
    if (reply->type == REDIS_REPLY_STATUS) return Answered();
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements < 2) return;
    const auto text = [reply](size_t i) {
      const redisReply* element = reply->element[i];
      return element->str == nullptr ? std::string_view()
                                     : std::string_view(element->str, element->len);
    };
    const std::string_view kind = text(0);
    if (kind == "pong") Answered();
    if (reply->elements < 3) return;
    if (kind == "message") {
      unanswered = 0;
      {
        std::lock_guard lock(mutex);
        ++stats.messages;
      }
      if (handlers.on_message) handlers.on_message(text(1), text(2));
    } else if (kind == "subscribe") {
      OnConfirmed(std::string(text(1)));
    }
  }

  // False if the connection is lost.
  bool ReadReplies() {
    if (redisBufferRead(connection->raw()) != REDIS_OK) return false;
    while (true) {
      void* raw = nullptr;
      if (redisGetReplyFromReader(connection->raw(), &raw) != REDIS_OK) return false;
      if (raw == nullptr) return true;
      Handle(static_cast<redisReply*>(raw));
      freeReplyObject(raw);
    }
  }

  // False if the connection is dead.
  bool Ping() {
    const auto now = SteadyClock::now();
    if (now < next_ping) return true;
    if (unanswered >= kMostUnanswered) return false;
    ++unanswered;
    next_ping = now + kPingEvery;
    Send({"PING"});
    return true;
  }

  // One turn of the loop with a connection: writes what is waiting, sleeps, reads.
  void Serve() {
    int flushed = 1;
    if (!Ping() || redisBufferWrite(connection->raw(), &flushed) != REDIS_OK) return Disconnect();
    pollfd fds[2] = {{wake, POLLIN, 0}, {connection->raw()->fd, POLLIN, 0}};
    if (flushed == 0) fds[1].events |= POLLOUT;
    Sleep(fds, 2, next_ping);
    if ((fds[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !ReadReplies()) Disconnect();
  }

  void Sleep(pollfd* fds, nfds_t count, SteadyClock::time_point until) {
    const auto left = std::chrono::ceil<milliseconds>(until - SteadyClock::now()).count();
    poll(fds, count, left > 0 ? static_cast<int>(left) : 0);
    uint64_t ignored = 0;
    if ((fds[0].revents & POLLIN) != 0 && read(wake, &ignored, sizeof ignored) < 0) return;
  }

  bool Stopping() const {
    std::lock_guard lock(mutex);
    return stopping;
  }

  void Run() {
    while (!Stopping()) {
      if (connection == nullptr && backoff.May(SteadyClock::now())) Connect();
      TakeRequests();
      if (connection != nullptr) {
        Serve();
      } else {
        pollfd fd{wake, POLLIN, 0};
        Sleep(&fd, 1, backoff.next());
      }
    }
    TakeRequests();
    for (auto& [name, channel] : channels) Answer(channel, Away());
  }
};

Subscriber::Subscriber(Options options, Handlers handlers) : impl_(std::make_unique<Impl>()) {
  CHESS_CHECK(impl_->wake >= 0);
  impl_->options = std::move(options);
  impl_->backoff = Backoff(impl_->options.on_state);
  impl_->handlers = std::move(handlers);
  impl_->thread = std::thread([impl = impl_.get()] { impl->Run(); });
  pthread_setname_np(impl_->thread.native_handle(), "redis-listen");
}

Subscriber::~Subscriber() {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->Wake();
  impl_->thread.join();
  close(impl_->wake);
}

void Subscriber::Subscribe(const std::string& channel, Confirmed confirmed) {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->requests.push_back({true, channel, std::move(confirmed)});
  }
  impl_->Wake();
}

void Subscriber::Unsubscribe(const std::string& channel) {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->requests.push_back({false, channel, nullptr});
  }
  impl_->Wake();
}

bool Subscriber::Healthy() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->healthy;
}

SubscriberStats Subscriber::Stats() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->stats;
}

}  // namespace chess::redis
