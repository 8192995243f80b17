#include "rules/notation/pgn_writer.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "rules/notation/pgn_commands.h"

namespace chess::rules {
namespace {

struct Known {
  std::string_view name;
  std::string_view unknown;  // written when the tag is missing; empty: then it is left out
};

constexpr std::array kOrder = {
    Known{"Event", "?"},
    Known{"Site", "?"},
    Known{"Date", "????.??.??"},
    Known{"Round", "?"},
    Known{"White", "?"},
    Known{"Black", "?"},
    Known{"Result", "*"},
    Known{"UTCDate", ""},
    Known{"UTCTime", ""},
    Known{"WhiteElo", ""},
    Known{"BlackElo", ""},
    Known{"WhiteRatingDiff", ""},
    Known{"BlackRatingDiff", ""},
    Known{"Variant", ""},
    Known{"TimeControl", ""},
    Known{"ECO", ""},
    Known{"Opening", ""},
    Known{"Termination", ""},
    Known{"FEN", ""},
    Known{"SetUp", ""},
    Known{"Position", ""},
    Known{"DiceCommit", ""},
    Known{"DiceSeed", ""},
    Known{"DiceNonces", ""},
};

bool IsKnown(std::string_view name) {
  return std::any_of(kOrder.begin(), kOrder.end(),
                     [&](const Known& known) { return known.name == name; });
}

void WriteTag(std::string_view name, std::string_view value, std::string* out) {
  *out += '[';
  *out += name;
  *out += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') *out += '\\';
    *out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  *out += "\"]\n";
}

void WriteTags(const PgnGame& game, std::string* out) {
  for (const Known& known : kOrder) {
    const std::string* value = game.Tag(known.name);
    if (known.name == "Result") {
      WriteTag(known.name, game.result, out);
    } else if (value != nullptr) {
      WriteTag(known.name, *value, out);
    } else if (!known.unknown.empty()) {
      WriteTag(known.name, known.unknown, out);
    }
  }
  for (const PgnTag& tag : game.tags) {
    if (!IsKnown(tag.name)) WriteTag(tag.name, tag.value, out);
  }
}

class Movetext {
 public:
  Movetext(const PgnGame& game, const PgnWriteOptions& options) : game_(game), options_(options) {}

  std::string Write() {
    ReadStart();
    WriteComment(game_.nodes[0]);
    WriteLine(0, first_ply_, true);
    Token(game_.result);
    text_ += '\n';
    return std::move(text_);
  }

 private:
  // Move number and colour of the first move, from the FEN tag.
  void ReadStart() {
    const std::string* fen = game_.Tag("FEN");
    if (fen == nullptr) return;
    std::array<std::string_view, 6> fields;
    std::string_view rest = *fen;
    for (std::string_view& field : fields) {
      const size_t blank = rest.find(' ');
      field = rest.substr(0, blank);
      rest = blank == std::string_view::npos ? std::string_view() : rest.substr(blank + 1);
    }
    int number = 0;
    for (const char c : fields[5]) number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 0;
    if (number < 1 || number > 9999) number = 1;
    first_ply_ = (number - 1) * 2 + (fields[1] == "b");
  }

  // Everything after `at`. `ply` counts from White's first move.
  void WriteLine(uint32_t at, int ply, bool number_needed) {
    for (;; ++ply) {
      number_needed |= WriteChoice(game_.nodes[at]);
      const std::vector<uint32_t>& children = game_.nodes[at].children;
      if (children.empty()) return;
      at = children.front();
      number_needed = WriteMove(game_.nodes[at], ply, number_needed);
      for (size_t i = 1; options_.variations && i < children.size(); ++i) {
        WriteVariation(children[i], ply);
        number_needed = true;
      }
    }
  }

  void WriteVariation(uint32_t first, int ply) {
    open_ = true;
    const bool number_needed = WriteMove(game_.nodes[first], ply, true);
    WriteLine(first, ply + 1, number_needed);
    text_ += ')';
    ++column_;
  }

  // True if the next move must carry its number again.
  bool WriteMove(const PgnNode& node, int ply, bool number_needed) {
    if (options_.comments) Words(node.comment_before);
    const bool white = ply % 2 == 0;
    std::string text;
    if (white || number_needed) text = std::to_string(ply / 2 + 1) + (white ? ". " : "... ");
    Token(text + node.text);
    for (const uint8_t nag : node.nags) Token("$" + std::to_string(nag));
    return WriteComment(node);
  }

  bool WriteComment(const PgnNode& node) {
    std::vector<std::string> words;
    if (options_.evals && node.eval) words.push_back("[%eval " + WritePgnEval(*node.eval) + "]");
    if (options_.clocks && node.clock_ms) {
      words.push_back("[%clk " + WritePgnClock(*node.clock_ms) + "]");
    }
    if (options_.comments) Split(node.comment, &words);
    return Braces(words);
  }

  // Dice and brain of the turn after the node.
  bool WriteChoice(const PgnNode& node) {
    std::vector<std::string> words;
    if (options_.choices && node.next_roll) {
      words.push_back("[%roll " + WritePgnRoll(*node.next_roll) + "]");
    }
    if (options_.choices && node.next_brain) {
      words.push_back(std::string("[%brain ") + LetterOf(*node.next_brain) + "]");
    }
    return Braces(words);
  }

  void Words(std::string_view comment) {
    std::vector<std::string> words;
    Split(comment, &words);
    Braces(words);
  }

  static void Split(std::string_view text, std::vector<std::string>* words) {
    std::string word;
    for (const char c : text) {
      if (c != ' ') {
        word += c == '}' ? ')' : c;  // a brace would end the comment
      } else if (!word.empty()) {
        words->push_back(std::exchange(word, {}));
      }
    }
    if (!word.empty()) words->push_back(word);
  }

  bool Braces(std::vector<std::string>& words) {
    if (words.empty()) return false;
    words.front().insert(0, "{");
    words.back() += '}';
    for (const std::string& word : words) Token(word);
    return true;
  }

  void Token(std::string_view token) {
    const size_t length = token.size() + open_;
    // One column is kept for the parenthesis that may close behind the token.
    if (column_ != 0 && column_ + 1 + length + 1 > options_.columns) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ != 0) {
      text_ += ' ';
      ++column_;
    }
    if (std::exchange(open_, false)) text_ += '(';
    text_ += token;
    column_ += length;
  }

  const PgnGame& game_;
  const PgnWriteOptions& options_;
  std::string text_;
  size_t column_ = 0;
  bool open_ = false;  // a parenthesis waits for the token it precedes
  int first_ply_ = 0;
};

}  // namespace

std::string WritePgn(const PgnGame& game, const PgnWriteOptions& options) {
  std::string out;
  WriteTags(game, &out);
  out += '\n';
  out += Movetext(game, options).Write();
  out += '\n';
  return out;
}

}  // namespace chess::rules
