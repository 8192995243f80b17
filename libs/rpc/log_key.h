#pragma once
// What logs say instead of a player's id, and which traces are logged: both keyed by a secret of
// the installation, so that all its services agree and nobody else can tell or choose. No gRPC
// here: the command line uses it, too.

#include <cstdint>
#include <string>
#include <string_view>

namespace chess::rpc {

// SipHash-2-4 (Aumasson and Bernstein, 2012), a keyed hash of 64 bits.
uint64_t SipHash24(uint64_t key0, uint64_t key1, std::string_view bytes);

class LogKey {
 public:
  // Keys that say nothing, for tests and programs without a secret.
  LogKey() = default;
  // Made of the service secret by PBKDF2-HMAC-SHA-256 (slow, a few ms, so that logs are of no use
  // for guessing a weak secret).
  explicit LogKey(std::string_view service_secret);

  // "p-" and 16 hexadecimal digits; empty for an empty id.
  std::string PlayerLogId(std::string_view player_id) const;
  // True for one in `every` traces, the same ones everywhere; 0: none, 1: all.
  bool Sampled(uint64_t id_high, uint64_t id_low, uint64_t every) const;

 private:
  uint64_t player_[2] = {0, 0};
  uint64_t sample_[2] = {0, 0};
};

}  // namespace chess::rpc
