#include "uci/line.h"

#include <algorithm>
#include <charconv>

namespace chess::uci {
namespace {

constexpr size_t kMaxPvMoves = 64;

std::vector<std::string_view> Words(std::string_view line) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < line.size()) {
    const size_t begin = line.find_first_not_of(" \t\r", at);
    if (begin == std::string_view::npos) break;
    at = std::min(line.find_first_of(" \t\r", begin), line.size());
    words.push_back(line.substr(begin, at - begin));
  }
  return words;
}

template <typename Number>
bool ReadNumber(std::string_view word, Number* number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *number);
  return error == std::errc() && end == word.data() + word.size();
}

bool IsSquare(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

}  // namespace

bool LooksLikeMove(std::string_view text) {
  if (text.size() == 4 && text[1] == '@') {
    return std::string_view("PNBRQK").find(text[0]) != std::string_view::npos &&
           IsSquare(text.substr(2));
  }
  if (text.size() != 4 && text.size() != 5) return false;
  if (text.size() == 5 && std::string_view("qrbnk").find(text[4]) == std::string_view::npos) {
    return false;
  }
  return IsSquare(text.substr(0, 2)) && IsSquare(text.substr(2, 2)) &&
         text.substr(0, 2) != text.substr(2, 2);
}

std::optional<Info> ParseInfo(std::string_view line) {
  const std::vector<std::string_view> words = Words(line);
  if (words.empty() || words[0] != "info") return std::nullopt;
  Info info;
  bool scored = false;
  for (size_t i = 1; i < words.size(); ++i) {
    const auto next = [&]() -> std::string_view {
      return i + 1 < words.size() ? words[++i] : std::string_view();
    };
    const std::string_view word = words[i];
    if (word == "string") break;
    if (word == "depth") {
      ReadNumber(next(), &info.depth);
    } else if (word == "multipv") {
      ReadNumber(next(), &info.rank);
    } else if (word == "nodes") {
      ReadNumber(next(), &info.nodes);
    } else if (word == "score") {
      const std::string_view kind = next();
      if (kind != "cp" && kind != "mate") continue;
      info.score.is_mate = kind == "mate";
      scored = ReadNumber(next(), &info.score.value);
    } else if (word == "lowerbound" || word == "upperbound") {
      info.bound = true;
    } else if (word == "pv") {
      while (i + 1 < words.size() && LooksLikeMove(words[i + 1]) && info.pv.size() < kMaxPvMoves) {
        info.pv.emplace_back(words[++i]);
      }
    }
  }
  if (!scored || info.rank < 1) return std::nullopt;
  return info;
}

std::optional<BestMove> ParseBestMove(std::string_view line) {
  const std::vector<std::string_view> words = Words(line);
  if (words.empty() || words[0] != "bestmove") return std::nullopt;
  BestMove best;
  if (words.size() > 1 && LooksLikeMove(words[1])) best.move = std::string(words[1]);
  return best;
}

bool Lines::Take(const Info& info) {
  if (info.bound) return false;
  Info seen = info;
  if (!white_to_move_) seen.score = Flipped(seen.score);
  by_rank_[info.rank] = std::move(seen);
  return true;
}

int Lines::depth() const {
  int depth = by_rank_.empty() ? 0 : by_rank_.begin()->second.depth;
  for (const auto& [rank, info] : by_rank_) depth = std::min(depth, info.depth);
  return depth;
}

}  // namespace chess::uci
