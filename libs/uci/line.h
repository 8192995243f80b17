#pragma once
// The text lines of the Universal Chess Interface that an engine prints. Pure. Engines are programs
// of others: every line may be anything, and what is not understood is skipped.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chess::uci {

// A score from the point of view it is labelled with where it is used; either in centipawns or a
// mate in so many moves (negative: being mated; 0: mated now).
struct Score {
  bool is_mate = false;
  int value = 0;
  bool operator==(const Score&) const = default;
};

// The same score seen from the other side.
inline Score Flipped(Score score) { return {score.is_mate, -score.value}; }

// One "info" line that carries a score.
struct Info {
  int depth = 0;
  int rank = 1;          // multipv
  Score score;           // from the side to move
  bool bound = false;    // lowerbound or upperbound: no exact score
  int64_t nodes = 0;
  std::vector<std::string> pv;  // UCI moves
};

// Nothing for lines without a score ("info string …", "info currmove …") and other lines.
std::optional<Info> ParseInfo(std::string_view line);

// The move of a "bestmove" line: nothing inside for "(none)", "0000", a null move such as "a1a1" or
// a malformed move; nothing at all for other lines.
struct BestMove {
  std::optional<std::string> move;
};
std::optional<BestMove> ParseBestMove(std::string_view line);

// "e2e4", "e7e8q", "N@f3": the form only.
bool LooksLikeMove(std::string_view text);

// The newest exact lines of a search, by rank, from White's point of view.
class Lines {
 public:
  explicit Lines(bool white_to_move) : white_to_move_(white_to_move) {}
  // True if the line changed what is known. Bounds never replace exact scores.
  bool Take(const Info& info);
  const std::map<int, Info>& by_rank() const { return by_rank_; }  // scores: White's point of view
  // The depth that all lines have reached.
  int depth() const;

 private:
  bool white_to_move_;
  std::map<int, Info> by_rank_;
};

}  // namespace chess::uci
