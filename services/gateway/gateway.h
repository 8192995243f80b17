#pragma once
// The gateway as a whole: its parts, their order, its start and its end.

#include <atomic>
#include <memory>

#include "base/result.h"
#include "gateway/config.h"
#include "metrics/registry.h"

namespace chess::gateway {

class Gateway {
 public:
  // `registry` must outlive it.
  Gateway(Config config, metrics::Registry& registry);
  ~Gateway();
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  // Listens on all ports and writes the ports file; CANNOT_LISTEN, CONFIG_INVALID.
  base::Status Start();
  int http_port() const;
  int grpc_port() const;   // 0: none
  int admin_port() const;  // 0: none
  // Runs the loop on this thread until it has drained after RequestStop (or, with `signals`,
  // SIGTERM or SIGINT; a second one ends the process at once with status 130).
  void Run(bool signals);
  // Thread-safe.
  void RequestStop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::gateway
