#pragma once
// Pieces of a text that was given by somebody, for messages: cut between characters, never in one.
// A message that holds half a character is no valid string on the wire.

#include <string>
#include <string_view>

namespace chess::base {

// The first character of a UTF-8 text with all its bytes; one byte where the text is no UTF-8;
// empty for an empty text.
std::string_view FirstCharacter(std::string_view text);

// The longest beginning of a UTF-8 text that has at most `bytes` bytes and ends between characters.
std::string_view Clip(std::string_view text, size_t bytes);

// How many characters a UTF-8 text has.
size_t Characters(std::string_view text);

// The text with a blank for each character that does something instead of showing: control
// characters (of one byte and of two), line and paragraph separators, and those that turn the
// direction of what follows. Bytes that are no UTF-8 become '?'. What it returns can be written to
// a terminal, and stays on its line.
std::string Plain(std::string_view text);

// Whether somebody said something: one line as Plain leaves it, of `least` to `most` characters of
// which at least `least` are no blanks.
bool IsSentence(std::string_view text, size_t least, size_t most);

}  // namespace chess::base
