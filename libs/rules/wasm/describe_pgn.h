#pragma once
// PGN as JSON for the browser, in the form of the protobuf message chess.rules.v1.ParsePgnResponse.

#include <string>
#include <string_view>

namespace chess::rules::wasm {

// {"games":[…]}: every game of the text with its legal main line, or with its fault, line and
// column (appended to *out).
void DescribePgn(std::string_view text, std::string* out);

}  // namespace chess::rules::wasm
