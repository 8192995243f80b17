#pragma once
// A TCP proxy on 127.0.0.1 that tests can close: cut connections, silence, refuse, delay.

#include <memory>
#include <string>

namespace chess::testing {

class TcpGate {
 public:
  // Forwards to 127.0.0.1:target_port from a free port.
  explicit TcpGate(int target_port);
  ~TcpGate();
  TcpGate(const TcpGate&) = delete;
  TcpGate& operator=(const TcpGate&) = delete;

  int port() const;
  void Cut();                      // resets all connections; new ones still pass
  void Refuse();                   // resets all, and new ones at once, until Open
  void Silence();                  // keeps connections, forwards nothing, until Open
  void Open();                     // normal again
  void DelayMs(int milliseconds);  // each chunk waits this long, both ways
  int connections() const;         // now

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::testing
