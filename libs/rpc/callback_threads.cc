#include "rpc/callback_threads.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/version_info.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace chess::rpc {
namespace {

// From 1.58 on, an event engine with a pool of workers does this work.
constexpr bool kThreadsTakeTurns = GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR < 58;

size_t ThreadsToKeepAsleep() {
  return std::clamp<size_t>(std::thread::hardware_concurrency() / 2, 2, 16) / 2;
}

std::atomic<bool> in_use{false};  // two at once would keep all threads asleep

}  // namespace

// A call that fails at once has its callback run on such a thread; there it stays.
struct FewerCallbackThreads::Impl {
  struct Call {
    grpc::ClientContext context;
    grpc::Slice nothing;
    grpc::ByteBuffer request{&nothing, 1}, response;
  };

  std::shared_ptr<grpc::Channel> channel =
      grpc::CreateChannel("unix:/", grpc::InsecureChannelCredentials());
  grpc::GenericStub stub{channel};
  std::vector<std::unique_ptr<Call>> calls;
  std::mutex mutex;
  std::condition_variable changed;
  size_t running = 0;
  bool released = false;

  void Occupy() {
    calls.push_back(std::make_unique<Call>());
    Call& call = *calls.back();
    call.context.set_deadline(std::chrono::system_clock::now());
    {
      std::lock_guard lock(mutex);
      ++running;
    }
    stub.UnaryCall(&call.context, "/none/None", {}, &call.request, &call.response,
                   [this, maker = std::this_thread::get_id()](const grpc::Status&) {
                     std::unique_lock lock(mutex);
                     if (std::this_thread::get_id() != maker) {
                       changed.wait(lock, [this] { return released; });
                     }
                     --running;
                     changed.notify_all();
                   });
  }
};

FewerCallbackThreads::FewerCallbackThreads() {
  if (!kThreadsTakeTurns || in_use.exchange(true)) return;
  impl_ = std::make_unique<Impl>();
  for (size_t i = ThreadsToKeepAsleep(); i > 0; --i) impl_->Occupy();
}

FewerCallbackThreads::~FewerCallbackThreads() {
  if (impl_ == nullptr) return;
  std::unique_lock lock(impl_->mutex);
  impl_->released = true;
  impl_->changed.notify_all();
  impl_->changed.wait(lock, [this] { return impl_->running == 0; });
  lock.unlock();
  in_use.store(false);
}

}  // namespace chess::rpc
