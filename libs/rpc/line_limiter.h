#pragma once
// Keeps a fault that repeats from filling the disk: of lines that say the same, a few are written
// at once and then one a second. Not thread-safe; the time is an argument.

#include <array>
#include <cstdint>

namespace chess::rpc {

class LineLimiter {
 public:
  static constexpr int kBurst = 20;                  // lines at once
  static constexpr int64_t kEachNs = 1'000'000'000;  // then one in this time

  // True if a line of this kind may be written; *left_out is then how many like it were not since
  // the last one. Kinds share a bounded table: one that takes another's place begins anew.
  bool Take(uint64_t kind, int64_t now_ns, uint64_t* left_out);

 private:
  struct Slot {
    uint64_t kind = 0;
    int64_t paid_until_ns = 0;  // the burst is used up when it is kBurst * kEachNs ahead
    uint64_t left_out = 0;
  };
  std::array<Slot, 512> slots_{};
};

}  // namespace chess::rpc
