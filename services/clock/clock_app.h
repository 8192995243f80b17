#pragma once
// The whole service in one object. For main and for tests.

#include <memory>

#include "clock/config.h"
#include "metrics/registry.h"

namespace chess::clock {

class ClockApp {
 public:
  explicit ClockApp(const Options& options);
  ~ClockApp();
  ClockApp(const ClockApp&) = delete;
  ClockApp& operator=(const ClockApp&) = delete;

  rpc::Server& server();
  metrics::Registry& registry();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace chess::clock
