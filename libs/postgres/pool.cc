#include "postgres/pool.h"

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "postgres/connection_text.h"

namespace chess::postgres {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kWatchTick{50};       // how exactly call_timeout_ms is kept
constexpr milliseconds kFirstRetry{50};      // after a failed connect, doubling …
constexpr milliseconds kLongestRetry{1000};  // … up to this

}  // namespace

struct Lease::Slot {
  std::unique_ptr<pqxx::connection> connection;
  std::unique_ptr<pqxx::quiet_errorhandler> quiet;  // notices are not ours to print on stderr
  // A second descriptor of the same socket: the watchdog may shut the socket down at any time
  // without racing against libpq closing (and the kernel re-using) its own descriptor.
  int socket = -1;
  uint64_t age = 0;  // the pool's generation when it was opened
  bool reused = false;
  bool broken = false;
  bool cut = false;
  SteadyClock::time_point deadline;

  ~Slot() {
    quiet.reset();
    connection.reset();
    if (socket >= 0) close(socket);
  }

  // True if the server has closed the idle connection or said why it will.
  bool Stale() const {
    if (!connection->is_open()) return true;
    char byte = 0;
    const ssize_t got = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got == 0) return true;
    if (got < 0) return errno != EAGAIN && errno != EWOULDBLOCK;
    return byte == 'E';  // an ErrorResponse nobody asked for: the farewell of a stopping server
  }
};

struct Pool::Impl {
  using Slot = Lease::Slot;
  using Slots = std::vector<std::unique_ptr<Slot>>;

  PoolOptions options;
  mutable std::mutex mutex;
  std::condition_variable changed;    // waiters in Acquire and WaitHealthy
  std::condition_variable connector;  // the connecting thread
  std::condition_variable watchdog;   // the watching thread, when nothing is leased
  Slots idle;
  std::set<Slot*> leased;
  PoolStats stats;
  uint64_t generation = 0;
  bool down = false;     // known to be away
  bool healthy = false;  // the last contact succeeded
  bool probe = false;    // a new connection must be opened to learn how things are
  bool closed = false;
  bool watching = true;  // false: the watchdog sleeps until told, since nothing was leased
  std::thread connect_thread, watch_thread;

  int Open() const { return static_cast<int>(idle.size() + leased.size()); }

  bool WantsConnection() const {
    if (closed || Open() >= options.size) return false;
    // Opened on demand: one to know the server is there, more when somebody waits.
    return probe || Open() == 0 || (stats.waiting > 0 && idle.empty());
  }

  void Tell(const std::string& text) const {
    if (options.on_state) options.on_state(text);
  }

  void ConnectLoop();
  void WatchLoop();
  std::unique_ptr<Slot> Connect(std::string* why);
  void ForgetIdle(Slots* dead);
  base::Result<Lease> NoConnection(bool timed_out);
};

// --- The connecting thread ---

std::unique_ptr<Lease::Slot> Pool::Impl::Connect(std::string* why) {
  const auto text = ConnectionText(options);
  if (!text.ok()) {
    *why = text.error().message;
    return nullptr;
  }
  try {
    auto slot = std::make_unique<Slot>();
    slot->connection = std::make_unique<pqxx::connection>(*text);
#if PQXX_VERSION_MAJOR < 7
    // A lost connection must be seen, not silently replaced in the middle of a caller's work.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    slot->connection->inhibit_reactivation(true);
#pragma GCC diagnostic pop
#endif
    slot->quiet = std::make_unique<pqxx::quiet_errorhandler>(*slot->connection);
    slot->socket = dup(slot->connection->sock());
    if (options.on_connect) options.on_connect(*slot->connection);
    return slot;
  } catch (const std::exception& failure) {
    *why = failure.what();
    return nullptr;
  }
}

void Pool::Impl::ConnectLoop() {
  milliseconds pause = kFirstRetry;
  std::unique_lock lock(mutex);
  while (!closed) {
    connector.wait(lock, [this] { return closed || WantsConnection(); });
    if (closed) return;
    const uint64_t age = generation;
    lock.unlock();
    std::string why;
    auto slot = Connect(&why);
    lock.lock();
    if (slot != nullptr) {
      pause = kFirstRetry;
      slot->age = age;
      ++stats.connects;
      const bool was_down = down;
      down = false;
      healthy = true;
      probe = false;
      if (!closed && age == generation) idle.push_back(std::move(slot));
      changed.notify_all();
      lock.unlock();
      slot.reset();
      if (was_down) Tell("up");
      lock.lock();
      continue;
    }
    ++stats.connect_failures;
    // With connections that still serve, one more refused (too many clients) is no outage.
    const bool away = probe || Open() == 0;
    const bool news = away && !down;
    if (away) {
      down = true;
      healthy = false;
      probe = true;
      changed.notify_all();
    }
    if (news) {
      lock.unlock();
      Tell("down: " + why);
      lock.lock();
    }
    connector.wait_for(lock, pause, [this] { return closed; });
    pause = std::min(pause * 2, kLongestRetry);
  }
}

// --- The watching thread ---

void Pool::Impl::WatchLoop() {
  std::unique_lock lock(mutex);
  while (!closed || !leased.empty()) {
    if (leased.empty()) {
      watching = false;
      watchdog.wait(lock);
      watching = true;
      continue;
    }
    watchdog.wait_for(lock, kWatchTick);
    const auto now = SteadyClock::now();
    bool cut = false;
    for (Slot* slot : leased) {
      if (slot->cut || now < slot->deadline) continue;
      // The server's own statement_timeout should have ended this long ago: it does not answer.
      shutdown(slot->socket, SHUT_RDWR);
      slot->cut = true;
      ++stats.cuts;
      cut = true;
    }
    if (!cut) continue;
    const bool news = !down;
    down = true;
    healthy = false;
    probe = true;
    Slots dead;
    ForgetIdle(&dead);
    changed.notify_all();
    connector.notify_all();
    lock.unlock();
    dead.clear();
    if (news) Tell("down: a call got no answer in time");
    lock.lock();
  }
}

// Takes out all idle connections (to be closed by the caller without the lock) and disowns those
// being opened.
void Pool::Impl::ForgetIdle(Slots* dead) {
  ++generation;
  dead->swap(idle);
}

// --- The pool ---

std::shared_ptr<Pool> Pool::Create(PoolOptions options) {
  return std::shared_ptr<Pool>(new Pool(std::move(options)));
}

Pool::Pool(PoolOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  impl_->connect_thread = std::thread([impl = impl_.get()] { impl->ConnectLoop(); });
  impl_->watch_thread = std::thread([impl = impl_.get()] { impl->WatchLoop(); });
  pthread_setname_np(impl_->connect_thread.native_handle(), "pg-connect");
  pthread_setname_np(impl_->watch_thread.native_handle(), "pg-watch");
}

Pool::~Pool() {
  Close();
  impl_->connect_thread.join();
  impl_->watch_thread.join();
}

void Pool::Close() {
  Impl::Slots dead;
  std::lock_guard lock(impl_->mutex);
  impl_->closed = true;
  impl_->ForgetIdle(&dead);
  impl_->changed.notify_all();
  impl_->connector.notify_all();
  impl_->watchdog.notify_all();
}

base::Result<Lease> Pool::Impl::NoConnection(bool timed_out) {
  ++stats.refused;
  if (timed_out && healthy && Open() >= options.size) {
    base::Error error = base::MakeError(base::Code::kResourceExhausted, "POOL_BUSY",
                                        "All database connections are busy.");
    error.retry_after_ms = 200;
    return error;
  }
  return base::MakeError(base::Code::kUnavailable, "POSTGRES_AWAY",
                         "The database does not answer.");
}

base::Result<Lease> Pool::Acquire() {
  Impl::Slots dead;  // closed after the lock is gone: closing writes to the network
  std::unique_ptr<Lease::Slot> slot;
  {
    std::unique_lock lock(impl_->mutex);
    const auto begin = SteadyClock::now();
    const auto limit = begin + milliseconds(impl_->options.acquire_timeout_ms);
    while (slot == nullptr) {
      if (impl_->closed || impl_->down) return impl_->NoConnection(false);
      if (!impl_->idle.empty()) {
        slot = std::move(impl_->idle.back());
        impl_->idle.pop_back();
        if (!slot->Stale()) break;
        dead.push_back(std::move(slot));
        impl_->healthy = false;
        impl_->probe = true;
        Impl::Slots others;
        impl_->ForgetIdle(&others);
        for (auto& other : others) dead.push_back(std::move(other));
        continue;
      }
      ++impl_->stats.waiting;
      impl_->connector.notify_one();
      const bool timed_out = impl_->changed.wait_until(lock, limit) == std::cv_status::timeout;
      --impl_->stats.waiting;
      if (timed_out && impl_->idle.empty()) return impl_->NoConnection(true);
    }
    const auto now = SteadyClock::now();
    impl_->stats.wait_us +=
        std::chrono::duration_cast<std::chrono::microseconds>(now - begin).count();
    ++impl_->stats.acquired;
    const int allowed = impl_->options.call_timeout_ms;
    slot->deadline = allowed > 0 ? now + milliseconds(allowed) : SteadyClock::time_point::max();
    impl_->leased.insert(slot.get());
    if (!impl_->watching) impl_->watchdog.notify_one();
  }
  return Lease(shared_from_this(), std::move(slot));
}

void Pool::GiveBack(std::unique_ptr<Lease::Slot> slot, bool broken) {
  Impl::Slots dead;
  {
    std::lock_guard lock(impl_->mutex);
    impl_->leased.erase(slot.get());
    slot->reused = true;
    const bool lost = broken || !slot->connection->is_open();
    if (lost && slot->age == impl_->generation) {
      impl_->ForgetIdle(&dead);
      impl_->healthy = false;
      impl_->probe = true;
    }
    if (lost || slot->cut || impl_->closed || slot->age != impl_->generation) {
      dead.push_back(std::move(slot));
    } else {
      impl_->healthy = true;
      impl_->idle.push_back(std::move(slot));
    }
    impl_->changed.notify_one();
    if (impl_->WantsConnection()) impl_->connector.notify_one();
    if (impl_->closed) impl_->watchdog.notify_all();
  }
}

bool Pool::Healthy() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->healthy && !impl_->down;
}

bool Pool::WaitHealthy(int timeout_ms) {
  std::unique_lock lock(impl_->mutex);
  return impl_->changed.wait_for(lock, milliseconds(timeout_ms),
                                 [this] { return impl_->healthy && !impl_->down; });
}

PoolStats Pool::Stats() const {
  std::lock_guard lock(impl_->mutex);
  PoolStats stats = impl_->stats;
  stats.open = impl_->Open();
  stats.idle = static_cast<int>(impl_->idle.size());
  return stats;
}

const PoolOptions& Pool::options() const { return impl_->options; }

void Pool::CountRetry() {
  std::lock_guard lock(impl_->mutex);
  ++impl_->stats.retries;
}

// --- Leases ---

Lease::Lease(std::shared_ptr<Pool> pool, std::unique_ptr<Slot> slot)
    : pool_(std::move(pool)), slot_(std::move(slot)) {}
Lease::Lease(Lease&&) noexcept = default;

Lease::~Lease() {
  if (slot_ == nullptr) return;
  const bool broken = slot_->broken;
  pool_->GiveBack(std::move(slot_), broken);
}

pqxx::connection& Lease::connection() { return *slot_->connection; }
bool Lease::reused() const { return slot_->reused; }
void Lease::MarkBroken() { slot_->broken = true; }

}  // namespace chess::postgres
