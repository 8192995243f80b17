#pragma once
// Reads a file of cases: a JSON list of cases, or one of two reference files whose entries are
// turned into cases on the fly (SAN cases with `cases`, Chess960 castling inputs with `positions`).

#include <string>
#include <vector>

#include "base/result.h"
#include "chessctl/cases/runner.h"

namespace chess::chessctl {

// Errors: a sentence about the file.
base::Result<std::vector<Json>> ReadCaseFile(const std::string& path);

}  // namespace chess::chessctl
