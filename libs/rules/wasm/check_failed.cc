// In WebAssembly a broken invariant traps; nothing can be printed there. `chess_fault` of the module
// tells what it was.

#include "rules/wasm/module.h"

namespace chess::base {

void CheckFailed(const char*, int, const char* condition) {
  rules::wasm::SetFault(condition);
  __builtin_trap();
}

}  // namespace chess::base
