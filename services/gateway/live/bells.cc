#include "gateway/live/bells.h"

#include <boost/asio/post.hpp>
#include <mutex>
#include <utility>
#include <vector>

#include "redis/keys.h"
#include "redis/subscriber.h"
#include "rpc/store_log.h"

namespace chess::gateway {
namespace {

constexpr size_t kMostWaiting = 65'536;  // messages; more are a gap
constexpr std::string_view kGamePrefix = "chess.game.v1.events.";
constexpr std::string_view kPlayerPrefix = "chess.lobby.v1.player.";

enum class Kind { kGame, kDigest, kPlayer };

}  // namespace

struct Bells::Impl : std::enable_shared_from_this<Impl> {
  Impl(boost::asio::io_context& i, Handlers h) : io(i), handlers(std::move(h)) {}

  // Redis' thread.
  void Heard(std::string_view channel, std::string_view payload) {
    Kind kind = Kind::kDigest;
    if (channel.starts_with(kGamePrefix)) kind = Kind::kGame;
    if (channel.starts_with(kPlayerPrefix)) kind = Kind::kPlayer;
    {
      const std::lock_guard lock(mutex);
      if (waiting.size() >= kMostWaiting) {
        lost = true;
        return;
      }
      waiting.emplace_back(kind, payload);
      if (std::exchange(scheduled, true)) return;
    }
    boost::asio::post(io, [self = shared_from_this()] { self->Deliver(); });
  }

  // Loop's thread.
  void Deliver() {
    std::vector<std::pair<Kind, std::string>> batch;
    bool gap = false;
    {
      const std::lock_guard lock(mutex);
      batch.swap(waiting);
      gap = std::exchange(lost, false);
      scheduled = false;
    }
    if (stopped) return;
    for (const auto& [kind, payload] : batch) {
      if (kind == Kind::kGame) handlers.game(payload);
      if (kind == Kind::kDigest) handlers.digest(payload);
      if (kind == Kind::kPlayer) handlers.player(payload);
    }
    if (gap) handlers.gap();
  }

  boost::asio::io_context& io;
  Handlers handlers;
  std::mutex mutex;
  std::vector<std::pair<Kind, std::string>> waiting;
  bool scheduled = false;
  bool lost = false;
  bool stopped = false;  // loop's thread
  std::unique_ptr<redis::Subscriber> subscriber;
};

Bells::Bells(boost::asio::io_context& io, const std::string& redis_url, Handlers handlers)
    : impl_(std::make_shared<Impl>(io, std::move(handlers))) {
  if (redis_url.empty()) return;
  redis::Subscriber::Handlers hooks;
  Impl* impl = impl_.get();  // outlives the subscriber's thread, which Stop joins
  hooks.on_message = [impl](std::string_view channel, std::string_view payload) {
    impl->Heard(channel, payload);
  };
  hooks.on_gap = [impl] {
    boost::asio::post(impl->io, [self = impl->shared_from_this()] {
      if (!self->stopped) self->handlers.gap();
    });
  };
  redis::Options options;
  options.url = redis_url;
  options.name = "chess-gateway";
  options.on_state = rpc::LogsStateOf("redis", "subscriber");
  impl_->subscriber = std::make_unique<redis::Subscriber>(options, std::move(hooks));
  impl_->subscriber->Subscribe(redis::GameDigestChannel());
}

Bells::~Bells() { Stop(); }

void Bells::Stop() {
  impl_->stopped = true;
  impl_->subscriber.reset();
}

void Bells::Subscribe(const std::string& channel, std::function<void(bool)> confirmed) {
  const auto answer = [impl = impl_, confirmed = std::move(confirmed)](bool ok) {
    boost::asio::post(impl->io, [impl, confirmed, ok] {
      if (!impl->stopped) confirmed(ok);
    });
  };
  if (impl_->subscriber == nullptr) return answer(false);
  impl_->subscriber->Subscribe(channel,
                               [answer](const base::Status& status) { answer(status.ok()); });
}

void Bells::Unsubscribe(const std::string& channel) {
  if (impl_->subscriber) impl_->subscriber->Unsubscribe(channel);
}

bool Bells::Healthy() const { return impl_->subscriber && impl_->subscriber->Healthy(); }

}  // namespace chess::gateway
