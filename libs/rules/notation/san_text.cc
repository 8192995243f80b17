#include "rules/notation/san_text.h"

#include <string>

namespace chess::rules {
namespace {

bool IsFile(char c) { return c >= 'a' && c <= 'h'; }
bool IsRank(char c) { return c >= '1' && c <= '8'; }
bool IsPieceLetter(char c) { return c != '\0' && std::string_view("KQRBNP").find(c) < 6; }

// Figurines (U+2654 to U+265F, white and black alike) become letters.
std::string SpellFigurines(std::string_view text) {
  constexpr std::string_view kLetters = "KQRBNP";
  std::string spelled;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool figurine = text.size() - i >= 3 && text[i] == '\xE2' && text[i + 1] == '\x99' &&
                          text[i + 2] >= '\x94' && text[i + 2] <= '\x9F';
    if (!figurine) {
      spelled += text[i];
      continue;
    }
    spelled += kLetters[static_cast<size_t>(text[i + 2] - '\x94') % 6];
    i += 2;
  }
  return spelled;
}

// Takes off what is said about the move and does not tell which move it is.
void StripSuffixes(std::string* text) {
  for (bool again = true; again;) {
    again = false;
    while (!text->empty() && std::string_view("+#!? ").find(text->back()) < 5) {
      text->pop_back();
      again = true;
    }
    for (const std::string_view suffix : {"e.p.", "e.p", "ep"}) {
      if (text->ends_with(suffix) && text->size() > suffix.size() + 1) {
        text->resize(text->size() - suffix.size());
        again = true;
      }
    }
  }
}

SanText::Castle ReadCastle(std::string_view text) {
  std::string circles;
  for (const char c : text) circles += c == '0' || c == 'o' ? 'O' : c;
  if (circles == "O-O") return SanText::Castle::kShort;
  if (circles == "O-O-O") return SanText::Castle::kLong;
  return SanText::Castle::kNone;
}

// Takes "=Q", "(Q)", "/Q" or a bare letter behind the target's rank off the end.
bool TakePromotion(std::string* text, SanText* san) {
  std::string& t = *text;
  const bool brackets = t.size() >= 5 && t.back() == ')' && t[t.size() - 3] == '(';
  if (brackets) t = t.substr(0, t.size() - 3) + t[t.size() - 2];
  if (t.size() < 3 || IsRank(t.back())) return !brackets;
  char letter = t.back();
  t.pop_back();
  if (t.back() == '=' || t.back() == '/') t.pop_back();
  if (t.size() < 2 || !IsRank(t.back())) return false;
  if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  if (!IsPieceLetter(letter)) return false;
  if (letter == 'P') {
    san->promotes_to_pawn = true;
  } else {
    san->promotion = RoleOf(letter);
  }
  return true;
}

bool ReadDrop(const std::string& text, size_t at, SanText* san) {
  san->drop = true;
  if (at == 0) {
    san->role = Role::kPawn;
  } else if (at == 1 && IsPieceLetter(text[0])) {
    san->role = RoleOf(text[0]);
  } else {
    return false;
  }
  const auto to = ParseSquare(std::string_view(text).substr(at + 1));
  if (to) san->to = *to;
  return to.has_value();
}

// What is left once suffixes and promotion are off: [piece] [file] [rank] [x] target.
bool ReadOrigin(std::string text, SanText* san) {
  const bool has_letter = IsPieceLetter(text[0]);
  if (has_letter) {
    san->role = RoleOf(text[0]);
    text.erase(0, 1);
  }
  if (text.size() < 2) return false;
  const auto to = ParseSquare(std::string_view(text).substr(text.size() - 2));
  if (!to) return false;
  san->to = *to;
  text.resize(text.size() - 2);
  if (!text.empty() && std::string_view("x:-").find(text.back()) < 3) text.pop_back();
  size_t at = 0;
  if (at < text.size() && IsFile(text[at])) san->from_file = text[at++] - 'a';
  if (at < text.size() && IsRank(text[at])) san->from_rank = text[at++] - '1';
  if (at != text.size()) return false;
  const bool coordinates = san->from_file >= 0 && san->from_rank >= 0;
  if (!has_letter && !coordinates) san->role = Role::kPawn;
  return true;
}

}  // namespace

std::optional<SanText> ParseSanText(std::string_view text) {
  constexpr size_t kLongest = 32;
  if (text.size() > kLongest) return std::nullopt;
  std::string rest = SpellFigurines(text);
  StripSuffixes(&rest);
  SanText san;
  san.castle = ReadCastle(rest);
  if (san.castle != SanText::Castle::kNone) return san;
  if (const size_t at = rest.find('@'); at != std::string::npos) {
    if (!ReadDrop(rest, at, &san)) return std::nullopt;
    return san;
  }
  if (rest.size() < 2 || !TakePromotion(&rest, &san) || !ReadOrigin(rest, &san)) {
    return std::nullopt;
  }
  return san;
}

}  // namespace chess::rules
