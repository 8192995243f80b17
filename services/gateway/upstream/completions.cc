#include "gateway/upstream/completions.h"

#include <pthread.h>

#include <boost/asio/post.hpp>

namespace chess::gateway {

Completions::Completions(boost::asio::io_context& io) : io_(io), thread_([this] { Run(); }) {}

Completions::~Completions() {
  queue_.Shutdown();
  thread_.join();
}

void Completions::Run() {
  pthread_setname_np(pthread_self(), "grpc-answers");
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
    bool first = false;
    {
      const std::lock_guard lock(mutex_);
      first = arrived_.empty();
      arrived_.push_back(static_cast<Waiter*>(tag));
    }
    if (first) boost::asio::post(io_, [this] { Deliver(); });
  }
}

void Completions::Deliver() {
  {
    const std::lock_guard lock(mutex_);
    batch_.swap(arrived_);
  }
  for (Waiter* waiter : batch_) waiter->Completed();
  batch_.clear();
}

}  // namespace chess::gateway
