#pragma once
// What the libraries that also run in WebAssembly may not use: Emscripten's standard library is
// older than GCC's.

#include <string>
#include <vector>

#include "tidy/layering.h"

namespace chess::tidy {

std::vector<Finding> CheckPortable(const std::string& path, const std::vector<std::string>& lines);

}  // namespace chess::tidy
