#include "rules/notation/pgn_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/notation/pgn_commands.h"

namespace chess::rules {
namespace {

bool IsDigit(int c) { return c >= '0' && c <= '9'; }
bool IsLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsBlank(int c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool IsLineEnd(int c) { return c == '\n' || c == '\r'; }
bool IsSpace(int c) { return IsBlank(c) || IsLineEnd(c); }
bool IsControl(int c) { return (c >= 0 && c < 0x20 && !IsSpace(c)) || c == 0x7F; }

// Bytes of a move; from 0x80 on they belong to figurines. A stray brace belongs to the word it is
// glued to, so that the word is what gets reported.
bool IsWordByte(int c) {
  return IsDigit(c) || IsLetter(c) || c >= 0x80 ||
         (c > 0 && std::string_view("+-#=/@:.'_}").find(static_cast<char>(c)) !=
                       std::string_view::npos);
}

// Of a UTF-8 character, but not its first.
bool IsContinuationByte(int c) { return c >= 0x80 && c < 0xc0; }

bool MayStartMove(unsigned char c) {
  return c >= 0x80 || std::string_view("abcdefghKQRBNPOo0@Z-").find(static_cast<char>(c)) !=
                          std::string_view::npos;
}

struct Symbol {
  std::string_view text;
  int glyph;  // 0: carries nothing
};

// Words between moves that say something about the move before them (PGN standard, section 10).
constexpr std::array kSymbols = {
    Symbol{"=", 10},     Symbol{"+=", 14},   Symbol{"=+", 15}, Symbol{"+/=", 14},
    Symbol{"=/+", 15},   Symbol{"+/-", 16},  Symbol{"-/+", 17}, Symbol{"+-", 18},
    Symbol{"-+", 19},    Symbol{"N", 146},   Symbol{"e.p.", 0}, Symbol{"e.p", 0},
    Symbol{"ep", 0},     Symbol{"ep.", 0},   Symbol{"+", 0},    Symbol{"++", 0},
    Symbol{"#", 0},
};

// Comments are one line: line ends and runs of blanks become one space.
std::string Unwrap(std::string_view text, bool* had_control) {
  std::string unwrapped;
  for (const char byte : text) {
    const int c = static_cast<unsigned char>(byte);
    *had_control = *had_control || IsControl(c);
    if (IsSpace(c) || IsControl(c)) {
      if (!unwrapped.empty() && unwrapped.back() != ' ') unwrapped += ' ';
    } else {
      unwrapped += byte;
    }
  }
  return unwrapped;
}

void AppendText(std::string* text, std::string_view more) {
  if (more.empty()) return;
  if (!text->empty()) *text += ' ';
  *text += more;
}

}  // namespace

PgnReader::PgnReader(PgnSource source, PgnLimits limits)
    : input_(std::move(source)), limits_(limits) {}

std::optional<PgnGame> PgnReader::Next() {
  SkipBlank();
  if (input_.AtEnd()) return std::nullopt;
  PgnGame game;
  game.place = input_.place();
  lines_.assign(1, Line{});
  plies_ = 0;
  result_place_.reset();
  abandoned_ = false;
  ReadTags(&game);
  ReadMovetext(&game);
  FinishGame(&game);
  const bool empty = game.tags.empty() && game.nodes.size() == 1 && !result_place_;
  // Only stray comments were left before the end of the input.
  if (empty && game.problems.empty()) return input_.AtEnd() ? std::nullopt : Next();
  return game;
}

void PgnReader::SkipBlank() {
  while (true) {
    if (IsSpace(input_.Peek())) {
      input_.Get();
    } else if (input_.AtLineStart() && input_.Peek() == '%') {
      input_.SkipLine();
    } else {
      return;
    }
  }
}

void PgnReader::ReadMovetext(PgnGame* game) {
  while (!abandoned_ && !OverLimit(game) && ReadToken(game)) {
  }
}

bool PgnReader::ReadToken(PgnGame* game) {
  SkipBlank();
  const PgnPlace place = input_.place();
  const int c = input_.Peek();
  switch (c) {
    case PgnInput::kEnd: return false;
    case '{': ReadBraceComment(game); return true;
    case ';': ReadLineComment(game); return true;
    case '(': OpenVariation(game); return true;
    case ')': CloseVariation(game); return true;
    case '$': ReadGlyph(game); return true;
    case '!':
    case '?': ReadSuffix(game); return true;
    case '.': input_.Get(); return true;
    case '*': return TakeResult(game, "*", 1);
    case '[':
      if (!TagFollows()) break;
      // A comment may stand before the tags of its game; otherwise a tag begins the next game.
      if (!game->tags.empty() || game->nodes.size() > 1) return false;
      ReadTags(game);
      return true;
    default:
      if (IsDigit(c)) return ReadNumber(game);
      if (IsWordByte(c)) return ReadWord(game);
  }
  input_.Get();
  const bool control = IsControl(c);
  Garbage(game, place, control ? "PGN_BAD_BYTE" : "PGN_UNKNOWN_TOKEN",
          control ? "a control byte stands between the moves" : "this cannot stand between moves");
  return true;
}

// Move numbers are skipped whatever they say; results and castling with zeros start alike.
bool PgnReader::ReadNumber(PgnGame* game) {
  std::string ahead;
  while (ahead.size() < 8 && IsWordByte(input_.Peek(ahead.size())) &&
         input_.Peek(ahead.size()) != '.') {
    ahead += static_cast<char>(input_.Peek(ahead.size()));
  }
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2"}) {
    if (ahead == result) return TakeResult(game, result, ahead.size());
  }
  if (ahead == "1/2" || ahead == "1/2-½") return TakeResult(game, "1/2-1/2", ahead.size());
  if (ahead.starts_with("0-0")) return ReadWord(game);
  while (IsDigit(input_.Peek())) input_.Get();
  return true;
}

// A result inside a variation ends only that thought; annotators write it there.
bool PgnReader::TakeResult(PgnGame* game, std::string_view result, size_t length) {
  const PgnPlace place = input_.place();
  input_.Skip(length);
  if (lines_.size() > 1) return true;
  game->result = result;
  result_place_ = place;
  // A remark behind the result on the same line still belongs to this game.
  while (IsBlank(input_.Peek())) input_.Get();
  if (input_.Peek() == '{') ReadBraceComment(game);
  return false;
}

bool PgnReader::ReadWord(PgnGame* game) {
  const PgnPlace place = input_.place();
  std::string word;
  while (IsWordByte(input_.Peek()) && word.size() < 64) {
    word += static_cast<char>(input_.Get());
  }
  // It ends between characters: messages quote it.
  while (IsContinuationByte(input_.Peek()) && word.size() < 64 + 3) {
    word += static_cast<char>(input_.Get());
  }
  if (word == "½-½" || word == "½") return TakeResult(game, "1/2-1/2", 0);
  for (const Symbol& symbol : kSymbols) {
    if (word == symbol.text && lines_.back().has_moves) {
      if (symbol.glyph != 0) AddGlyph(game, symbol.glyph);
      return true;
    }
  }
  // "b8(N)" is a promotion, not a variation.
  const int piece = input_.Peek(1);
  if (IsDigit(word.back()) && input_.Peek() == '(' && IsLetter(piece) && input_.Peek(2) == ')') {
    word += static_cast<char>(piece);
    input_.Skip(3);
  }
  if (!MayStartMove(static_cast<unsigned char>(word.front()))) {
    Garbage(game, place, "PGN_UNKNOWN_TOKEN", "\"" + word + "\" is not a move");
    return true;
  }
  AddMove(game, place, std::move(word));
  return true;
}

void PgnReader::AddMove(PgnGame* game, const PgnPlace& place, std::string word) {
  Line& line = lines_.back();
  if (line.broken) return;
  const bool main_line = lines_.size() == 1;
  if (game->nodes.size() >= limits_.nodes || (main_line && plies_ >= limits_.plies)) {
    line.broken = true;
    Report(game, PgnSeverity::kError, place, "PGN_TOO_LONG", "more moves than are read");
    return;
  }
  plies_ += main_line;
  line.last = game->Add(line.last, word, place);
  line.has_moves = true;
  PgnNode& node = game->nodes.back();
  node.null_move = word == "--" || word == "Z0";
  node.comment_before = std::exchange(line.comment_before, {});
}

void PgnReader::ReadBraceComment(PgnGame* game) {
  const PgnPlace place = input_.place();
  input_.Get();
  std::string text;
  while (input_.Peek() != '}') {
    if (input_.AtEnd()) {
      Report(game, PgnSeverity::kError, place, "PGN_UNTERMINATED_COMMENT",
             "the comment that begins here has no closing brace");
      return;
    }
    if (OverLimit(game)) return;
    text += static_cast<char>(input_.Get());
  }
  input_.Get();
  AddComment(game, std::move(text));
}

void PgnReader::ReadLineComment(PgnGame* game) {
  input_.Get();
  std::string text;
  while (!input_.AtEnd() && !IsLineEnd(input_.Peek())) {
    if (OverLimit(game)) return;
    text += static_cast<char>(input_.Get());
  }
  AddComment(game, std::move(text));
}

void PgnReader::AddComment(PgnGame* game, std::string text) {
  bool had_control = false;
  text = Unwrap(text, &had_control);
  if (had_control) {
    Report(game, PgnSeverity::kWarning, input_.place(), "PGN_BAD_BYTE",
           "control bytes in a comment were read as blanks");
  }
  Line& line = lines_.back();
  if (line.broken) return;
  if (!line.has_moves && lines_.size() > 1) {
    AppendText(&line.comment_before, text);
    return;
  }
  PgnNode& node = game->nodes[line.last];
  AppendText(&node.comment, TakePgnCommands(text, &node));
}

void PgnReader::ReadGlyph(PgnGame* game) {
  const PgnPlace place = input_.place();
  input_.Get();
  int glyph = -1;
  while (IsDigit(input_.Peek())) {
    glyph = std::min(256, (glyph < 0 ? 0 : glyph) * 10 + (input_.Get() - '0'));
  }
  if (glyph < 0 || glyph > 255) {
    Report(game, PgnSeverity::kWarning, place, "PGN_BAD_NAG",
           "a numeric glyph is a number from 0 to 255");
    return;
  }
  AddGlyph(game, glyph);
}

void PgnReader::ReadSuffix(PgnGame* game) {
  std::string suffix;
  while (input_.Peek() == '!' || input_.Peek() == '?') {
    suffix += static_cast<char>(input_.Get());
  }
  constexpr std::array<std::string_view, 6> kSuffixes = {"!", "?", "!!", "??", "!?", "?!"};
  for (size_t i = 0; i < kSuffixes.size(); ++i) {
    if (suffix == kSuffixes[i]) AddGlyph(game, static_cast<int>(i) + 1);
  }
}

void PgnReader::AddGlyph(PgnGame* game, int glyph) {
  const Line& line = lines_.back();
  if (line.broken || !line.has_moves) return;
  game->nodes[line.last].nags.push_back(static_cast<uint8_t>(glyph));
}

void PgnReader::OpenVariation(PgnGame* game) {
  const PgnPlace place = input_.place();
  input_.Get();
  Line next;
  next.open = place;
  next.broken = lines_.back().broken;
  if (!next.broken && !lines_.back().has_moves) {
    Report(game, PgnSeverity::kError, place, "PGN_UNBALANCED_PARENTHESIS",
           "a variation needs a move that it replaces");
    next.broken = true;
  }
  if (!next.broken) next.last = game->nodes[lines_.back().last].parent;
  if (lines_.size() > limits_.depth) {
    Report(game, PgnSeverity::kError, place, "PGN_TOO_LONG", "variations are nested too deeply");
    SkipToNextGame();
    return;
  }
  lines_.push_back(std::move(next));
}

void PgnReader::CloseVariation(PgnGame* game) {
  const PgnPlace place = input_.place();
  input_.Get();
  if (lines_.size() == 1) {
    if (lines_.back().broken) return;
    Garbage(game, place, "PGN_UNBALANCED_PARENTHESIS", "this parenthesis closes nothing");
    return;
  }
  lines_.pop_back();
}

void PgnReader::Garbage(PgnGame* game, const PgnPlace& place, std::string_view reason,
                        std::string_view message) {
  if (game->tags.empty() && game->nodes.size() == 1) {
    Report(game, PgnSeverity::kError, place, "PGN_NOT_PGN", "this is not PGN");
    SkipToNextGame();
    return;
  }
  Line& line = lines_.back();
  if (line.broken) return;
  line.broken = true;
  Report(game, lines_.size() == 1 ? PgnSeverity::kError : PgnSeverity::kVariationError, place,
         reason, message);
}

bool PgnReader::OverLimit(PgnGame* game) {
  if (abandoned_) return true;
  if (input_.place().offset - game->place.offset <= limits_.game_bytes) return false;
  Report(game, PgnSeverity::kError, game->place, "PGN_TOO_LONG", "the game is longer than is read");
  SkipToNextGame();
  return true;
}

void PgnReader::SkipToNextGame() {
  abandoned_ = true;
  while (!input_.AtEnd()) {
    input_.SkipLine();
    if (input_.Peek() == '[' && TagFollows()) return;
  }
}

void PgnReader::FinishGame(PgnGame* game) {
  if (lines_.size() > 1 && !abandoned_) {
    Report(game, PgnSeverity::kError, lines_.back().open, "PGN_UNBALANCED_PARENTHESIS",
           "the variation that begins here is not closed");
  }
  const std::string* tag = game->Tag("Result");
  const bool tag_known = tag != nullptr && (*tag == "1-0" || *tag == "0-1" || *tag == "1/2-1/2" ||
                                            *tag == "*");
  if (!tag_known) return;
  if (!result_place_) {
    game->result = *tag;
  } else if (*tag != game->result) {
    Report(game, PgnSeverity::kWarning, *result_place_, "PGN_RESULT_MISMATCH",
           "the Result tag says " + *tag);
  }
}

void PgnReader::Report(PgnGame* game, PgnSeverity severity, const PgnPlace& place,
                       std::string_view reason, std::string_view message) {
  constexpr size_t kMostProblems = 100;  // a hostile file must not fill the memory with reports
  if (game->problems.size() >= kMostProblems && severity == PgnSeverity::kWarning) return;
  PgnProblem problem;
  problem.severity = severity;
  problem.place = place;
  problem.reason = reason;
  problem.message = message;
  game->problems.push_back(std::move(problem));
}

}  // namespace chess::rules
