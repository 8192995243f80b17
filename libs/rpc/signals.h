#pragma once
// SIGTERM and SIGINT as something to wait for. One instance per process at a time.

namespace chess::rpc {

class StopSignals {
 public:
  // From now on the first signal makes Wait return, the second ends the process with status 130.
  StopSignals();
  ~StopSignals();  // the former handlers are back
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  void Wait();
  // As the first signal would do. Thread-safe.
  void Raise();
};

}  // namespace chess::rpc
