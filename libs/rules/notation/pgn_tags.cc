// The tag section of PgnReader.
#include <utility>

#include "rules/notation/pgn_reader.h"

namespace chess::rules {
namespace {

bool IsBlank(int c) { return c == ' ' || c == '\t'; }
bool IsLineEnd(int c) { return c == '\n' || c == '\r' || c == PgnInput::kEnd; }
bool IsLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsNameByte(int c) { return IsLetter(c) || (c >= '0' && c <= '9') || c == '_'; }

// How far ahead is looked for what must follow: a line of any length costs no memory.
constexpr size_t kFarthest = 16 * 1024;

void SkipBlanks(PgnInput* input) {
  while (IsBlank(input->Peek())) input->Get();
}

// At a quote inside a tag: does a closing bracket follow it?
bool BracketFollows(PgnInput* input) {
  size_t ahead = 1;
  while (ahead < kFarthest && IsBlank(input->Peek(ahead))) ++ahead;
  return input->Peek(ahead) == ']';
}

// At a quote inside a tag: is there another one before the line ends?
bool QuoteFollows(PgnInput* input) {
  for (size_t ahead = 1; ahead < kFarthest && !IsLineEnd(input->Peek(ahead)); ++ahead) {
    if (input->Peek(ahead) == '"') return true;
  }
  return false;
}

}  // namespace

bool PgnReader::TagFollows() {
  const bool line_start = input_.AtLineStart();
  size_t ahead = 1;
  while (ahead < kFarthest && IsBlank(input_.Peek(ahead))) ++ahead;
  if (!IsLetter(input_.Peek(ahead))) return false;
  // A damaged tag still begins a game when it has a line of its own.
  if (line_start) return true;
  while (ahead < kFarthest && IsNameByte(input_.Peek(ahead))) ++ahead;
  while (ahead < 2 * kFarthest && IsBlank(input_.Peek(ahead))) ++ahead;
  return input_.Peek(ahead) == '"';
}

void PgnReader::ReadTags(PgnGame* game) {
  for (SkipBlank(); input_.Peek() == '['; SkipBlank()) {
    ReadTag(game);
    if (OverLimit(game)) return;
  }
}

void PgnReader::ReadTag(PgnGame* game) {
  const PgnPlace start = input_.place();
  input_.Get();
  SkipBlanks(&input_);
  std::string name;
  while (IsNameByte(input_.Peek()) && name.size() < limits_.tag_bytes) {
    name += static_cast<char>(input_.Get());
  }
  SkipBlanks(&input_);
  if (name.empty()) return BadTag(game, start, "a tag begins with its name");
  if (input_.Peek() != '"') return BadTag(game, start, "the tag has no value in quotes");
  std::string value;
  if (!ReadTagValue(game, start, &value)) return;
  SkipBlanks(&input_);
  if (input_.Peek() != ']') return BadTag(game, start, "the tag has no closing bracket");
  input_.Get();
  AddTag(game, start, std::move(name), std::move(value));
}

bool PgnReader::ReadTagValue(PgnGame* game, const PgnPlace& start, std::string* value) {
  const PgnPlace quote = input_.place();
  input_.Get();
  bool stray_quote = false;
  while (true) {
    const int c = input_.Peek();
    if (IsLineEnd(c)) {
      // With the bracket on this line the quote was forgotten; without, the value was broken.
      const bool bracket = value->find(']') != std::string::npos;
      BadTag(game, bracket ? start : quote,
             bracket ? "the closing quote is missing" : "a tag value ends on its own line");
      if (!bracket && input_.Peek() != '[' && !IsLineEnd(input_.Peek())) input_.SkipLine();
      return false;
    }
    if (value->size() > limits_.tag_bytes) {
      BadTag(game, start, "the tag value is longer than is read");
      return false;
    }
    if (c == '"') {
      if (BracketFollows(&input_)) break;
      if (!QuoteFollows(&input_)) {
        BadTag(game, start, "the tag has no closing bracket");
        return false;
      }
      stray_quote = true;
    }
    const bool escape = c == '\\' && (input_.Peek(1) == '"' || input_.Peek(1) == '\\');
    if (escape) input_.Get();
    *value += static_cast<char>(input_.Get());
  }
  input_.Get();
  if (stray_quote) {
    Report(game, PgnSeverity::kWarning, quote, "PGN_BAD_TAG",
           "quotes inside the value were not escaped");
  }
  return true;
}

void PgnReader::BadTag(PgnGame* game, const PgnPlace& place, std::string_view message) {
  Report(game, PgnSeverity::kError, place, "PGN_BAD_TAG", message);
  input_.SkipLine();
}

void PgnReader::AddTag(PgnGame* game, const PgnPlace& place, std::string name, std::string value) {
  if (game->tags.size() >= limits_.tags) {
    Report(game, PgnSeverity::kWarning, place, "PGN_TOO_LONG", "more tags than are read");
    return;
  }
  // Several Variant tags together name one rule set; any other name counts once.
  if (name != "Variant" && game->Tag(name) != nullptr) {
    Report(game, PgnSeverity::kWarning, place, "PGN_DUPLICATE_TAG",
           "the tag " + name + " is given twice; the first counts");
    return;
  }
  game->tags.push_back({std::move(name), std::move(value), place});
}

}  // namespace chess::rules
