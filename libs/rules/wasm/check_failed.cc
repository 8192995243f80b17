// In WebAssembly nothing can be printed: a broken invariant traps, and its text stays in the output
// for whoever catches the trap.

#include "rules/wasm/module.h"

namespace chess::base {

[[noreturn]] void CheckFailed(const char*, int, const char* condition) {
  rules::wasm::SetFault(condition);
  __builtin_trap();
}

}  // namespace chess::base
