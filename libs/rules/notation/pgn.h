#pragma once
// A PGN game as data: tags, a tree of moves with comments, and what was wrong with it. Read by
// PgnReader (text to tree), completed by ResolvePgn (tree to legal moves), written by WritePgn.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "rules/core/move.h"
#include "rules/core/types.h"
#include "rules/notation/pgn_input.h"

namespace chess::rules {

struct PgnTag {
  std::string name;
  std::string value;  // unescaped
  PgnPlace place;
};

// An engine's opinion from White's side: centipawns, or moves to mate (negative: Black mates).
struct PgnEval {
  bool is_mate = false;
  int value = 0;
  bool operator==(const PgnEval&) const = default;
};

// A roll of the dice: the number of its draw in the game, and the types that may move.
struct PgnRoll {
  uint32_t draw = 0;
  Powers types = 0;
  bool operator==(const PgnRoll&) const = default;
};

// One move and what was said about it. Node 0 is the position before the first move: it has no
// move, and its comment is what stands before the first move.
struct PgnNode {
  std::string text;  // the move as it was written; ResolvePgn can make it canonical SAN
  Move move{};       // set by ResolvePgn
  bool null_move = false;  // "--" or "Z0": a pass, allowed in variations only
  bool resolved = false;   // `move` is set and legal
  uint32_t parent = 0;
  std::vector<uint32_t> children;  // the first one is the main line, the others its variations
  std::vector<uint8_t> nags;
  std::string comment_before;  // before the first move of a variation
  std::string comment;         // free text, without the commands taken out below
  std::optional<int64_t> clock_ms;  // [%clk]: the mover's clock after the move
  std::optional<PgnEval> eval;      // [%eval]: of the position after the move
  // Dice and brain of the turn that follows this move; those of the first turn stand with node 0.
  // They are written before the moves they bind ("{[%roll 7 Q,N] [%brain N]} 4. Nf3"), and after
  // the last move for a turn in which nothing was played.
  std::optional<PgnRoll> next_roll;  // [%roll]
  std::optional<Role> next_brain;    // [%brain]
  PgnPlace place;
};

enum class PgnSeverity {
  kWarning,           // read as meant; the game is good
  kVariationError,    // one variation ends early; the main line is good
  kError,             // the game is broken from here on
};

// `reason` is one of: PGN_BAD_TAG, PGN_DUPLICATE_TAG, PGN_BAD_BYTE, PGN_UNKNOWN_TOKEN, PGN_NOT_PGN,
// PGN_UNTERMINATED_COMMENT, PGN_UNBALANCED_PARENTHESIS, PGN_BAD_NAG, PGN_RESULT_MISMATCH,
// PGN_RESULT_CONTRADICTS_POSITION, PGN_SETUP_WITHOUT_FEN, PGN_BAD_FEN, PGN_UNKNOWN_VARIANT,
// PGN_TOO_LONG, PGN_MOVE_AFTER_END, or a reason of ReadSan.
struct PgnProblem {
  PgnSeverity severity = PgnSeverity::kError;
  PgnPlace place;
  int ply = 0;  // 1 is the first move of the game; 0 when it is not about a move
  std::string reason;
  std::string message;
};

struct PgnGame {
  // In the order read; duplicates are dropped, but several Variant tags are kept. Where chance was
  // used: DiceCommit, DiceSeed and DiceNonces, as libs/chance writes them.
  std::vector<PgnTag> tags;
  std::vector<PgnNode> nodes = std::vector<PgnNode>(1);
  std::string result = "*";  // 1-0, 0-1, 1/2-1/2 or *
  std::vector<PgnProblem> problems;  // in the order of their places once resolved
  PgnPlace place;            // where the game begins

  // The value of the first tag of that name, or nothing.
  const std::string* Tag(std::string_view name) const;
  void SetTag(std::string_view name, std::string_view value);
  // True unless a problem of severity kError was found.
  bool ok() const;
  // The nodes of the main line in order, without node 0.
  std::vector<uint32_t> MainLine() const;
  // Appends a move after `parent` and returns its index.
  uint32_t Add(uint32_t parent, std::string_view text, PgnPlace place = {});
};

// Bounds on one game; a game beyond them is reported as PGN_TOO_LONG and skipped.
struct PgnLimits {
  size_t game_bytes = base::kMaxPgnBytes;
  size_t tags = 256;
  size_t tag_bytes = 8192;  // name or value
  size_t nodes = 50'000;    // moves including variations
  size_t depth = 256;       // nested variations
  int plies = base::kMaxPlies;
};

}  // namespace chess::rules
