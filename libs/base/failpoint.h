#pragma once
// Failpoints: named places where a test makes the process die, stall or fail, so that crashes
// "just before" and "just after" something can be provoked on the real program.
//
// Armed only through the environment, read once at the first use:
//   CHESS_FAILPOINTS="name:action@probability:seed[,name:…]"
//   action       crash (SIGKILL to oneself), sleep=MS, error (Failpoint returns true)
//   probability  0…1, default 1; seed: unsigned, default 1; a seed and a call count replay a crash
//                (CHESS_LIFE=N, the number of the process's life, is added to the seed)
// e.g. CHESS_FAILPOINTS=commit_before:crash@0.001:42,commit_after:sleep=50@0.1:7
// A malformed value ends the process with status 2 and its text: a test that arms nothing by a slip
// would prove nothing. Unarmed, a failpoint costs one relaxed load. Thread-safe.

#include <atomic>
#include <string_view>

namespace chess::base {

namespace failpoint_internal {
// 0 not read yet, 1 nothing armed, 2 something armed.
extern std::atomic<int> state;
bool Hit(std::string_view name);
}  // namespace failpoint_internal

// Runs what is armed at `name`. True if the caller should fail here as if its work had failed.
inline bool Failpoint(std::string_view name) {
  if (failpoint_internal::state.load(std::memory_order_relaxed) == 1) [[likely]]
    return false;
  return failpoint_internal::Hit(name);
}

// For tests within one process: replaces what is armed by `spec` (same grammar, "" disarms all).
// False and no change if the text is malformed.
bool ArmFailpoints(std::string_view spec);

}  // namespace chess::base
