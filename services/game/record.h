#pragma once
// The compact record of a finished game: one row instead of its log. A game rebuilt from it has the
// moves, times, clocks, end, ratings and last request ids of the original, and its last number;
// offers and other passing events are gone. Pure, thread-safe.

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "match/state.h"

namespace chess::game {

// The record of a game that is over. Errors: those of ReplayLog; kFailedPrecondition GAME_RUNNING.
base::Result<std::string> MakeRecord(const std::string& game_id, std::span<const LogRow> log);

// The game's state as at its last decision. Errors: kInternal LOG_CORRUPT.
base::Result<match::State> StateOfRecord(const std::string& game_id, const std::string& record);

// The game's state as what is stored of it says: the log, or the record and the decisions after it;
// not created() where nothing is. Errors: LOG_CORRUPT, and those of ReplayLog.
base::Result<match::State> StateOfRows(const LoadedRows& rows);

// The decisions that a record still knows, numbered from 1 without gaps: not as the log numbered
// them, without passing events, clients' request ids and lag. Errors: kInternal LOG_CORRUPT.
base::Result<std::vector<match::DecisionRow>> RowsOfRecord(const std::string& game_id,
                                                           const std::string& record);

// The record as it is written from what it says: equal bytes, if nobody meddled with it. Errors:
// kInternal LOG_CORRUPT.
base::Result<std::string> RewriteRecord(const std::string& game_id, const std::string& record);

}  // namespace chess::game
