#pragma once
// Whether a game's log is what the referee would have written. Apply trusts the log; this does not.
// Pure, thread-safe.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "game/rows.h"
#include "match/state.h"

namespace chess::game {

// The first thing that is wrong. Words:
//   LOG_CORRUPT, LOG_GAP, NEWER_EVENT  a row cannot be read, is missing, or is of a newer release
//   TIME          the time of a row lies before that of the row before it
//   TURN          a move of the wrong side, or before the men stood
//   ILLEGAL_MOVE  the rules, the dice or the brain forbid it
//   CLOCK         the clocks after a move do not follow from the times
//   OUTCOME       the end does not follow from the board, or the board's end is missing
//   AFTER_END     something was played after the end
//   CHANCE        the secret told at the end is not the promised one
//   RECORD        the record says something else than the log, or is written in another way
//   COLUMNS       the row of games says something else (added by who has it)
struct LogFault {
  int64_t seq = 0;  // 0: not one decision
  std::string word;
  std::string message;
};

struct LogVerdict {
  std::optional<LogFault> fault;
  int decisions = 0;
  int moves = 0;
  match::State state;  // after the last decision that was right
};

// Replays a log from its first row. A finished game's record is made from it and compared, too.
LogVerdict VerifyLog(const std::string& game_id, std::span<const LogRow> log);

// The same for a compacted game: the decisions that the record still knows, then the rows that came
// after it. Clocks are checked as far as the record has what they follow from: not lag and credits.
LogVerdict VerifyRecord(const std::string& game_id, const std::string& record,
                        std::span<const LogRow> later);

}  // namespace chess::game
