#pragma once
// Pieces of a text that was given by somebody, for messages: cut between characters, never in one.
// A message that holds half a character is no valid string on the wire.

#include <string_view>

namespace chess::base {

// The first character of a UTF-8 text with all its bytes; one byte where the text is no UTF-8;
// empty for an empty text.
std::string_view FirstCharacter(std::string_view text);

// The longest beginning of a UTF-8 text that has at most `bytes` bytes and ends between characters.
std::string_view Clip(std::string_view text, size_t bytes);

}  // namespace chess::base
