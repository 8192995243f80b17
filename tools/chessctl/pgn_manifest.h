#pragma once
// Compares PGN files with a manifest: JSON {files: [{file, games: [{uci, result, final_fen, tags,
// clk}]}]} for files that must read well, or {file, line, column_bytes, severity} for files with a
// fault that must be found where it is.

#include <string>

namespace chess::chessctl {

// Prints what differs, ends with `N passed, N failed, N skipped`; files of rule sets that are not
// known here are skipped. The exit status of chessctl.
int RunManifest(const std::string& path);

}  // namespace chess::chessctl
