#pragma once
// gRPC runs callbacks on threads of its own, half as many as the machine has cores but at least
// two, and after every poll of the sockets one hands over to the next: a futex and two context
// switches for each event. Our callbacks never block, so fewer threads do the same work cheaper.

#include <memory>

namespace chess::rpc {

// Keeps half of the process' callback threads asleep for its own lifetime; of two, one. Make it
// before traffic begins; it must end before the process' last server and channel do. Does nothing
// while another one lives, or with versions of gRPC that share work in another way.
class FewerCallbackThreads {
 public:
  FewerCallbackThreads();
  ~FewerCallbackThreads();
  FewerCallbackThreads(const FewerCallbackThreads&) = delete;
  FewerCallbackThreads& operator=(const FewerCallbackThreads&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::rpc
