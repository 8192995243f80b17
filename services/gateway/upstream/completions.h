#pragma once
// gRPC's answers to unary calls, brought to the loop: one completion queue and one thread, which
// hands over whatever has come as one batch. Cheaper than gRPC's callback threads, which wake each
// other for every event.

#include <grpcpp/completion_queue.h>

#include <boost/asio/io_context.hpp>
#include <mutex>
#include <thread>
#include <vector>

namespace chess::gateway {

class Completions {
 public:
  // What waits for an operation; its address is the operation's tag.
  class Waiter {
   public:
    virtual ~Waiter() = default;
    // Loop's thread.
    virtual void Completed() = 0;
  };

  explicit Completions(boost::asio::io_context& io);
  // Waits for operations under way: cancel them before. They are not told any more.
  ~Completions();
  Completions(const Completions&) = delete;
  Completions& operator=(const Completions&) = delete;

  grpc::CompletionQueue* queue() { return &queue_; }

 private:
  void Run();
  void Deliver();

  boost::asio::io_context& io_;
  grpc::CompletionQueue queue_;
  std::mutex mutex_;
  std::vector<Waiter*> arrived_;
  std::vector<Waiter*> batch_;  // loop's thread; kept for its memory
  std::thread thread_;
};

}  // namespace chess::gateway
