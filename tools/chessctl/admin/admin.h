#pragma once

#include <string>
#include <vector>

namespace chess::chessctl::admin {

// `chessctl admin ARGS…`: the exit status.
int Run(std::vector<std::string> args);

}  // namespace chess::chessctl::admin
