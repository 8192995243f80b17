#pragma once
// A row of games as repositories read it.

#include <optional>
#include <pqxx/pqxx>

#include "game/rows.h"

namespace chess::game {

// The columns that ReadGameRow reads, in its order.
inline constexpr char kGameColumns[] =
    "game_id, white_id, white_name, white_guest, white_bot, white_rating, white_provisional,"
    " black_id, black_name, black_guest, black_bot, black_rating, black_provisional,"
    " rule_set, start_fen, time_control, speed, rated, draw_policy, visibility, state,"
    " (extract(epoch FROM create_time) * 1000)::bigint,"
    " (extract(epoch FROM end_time) * 1000)::bigint,"
    " score, end_reason, variant_end, final_fen, last_move, plies, operator_cause";
inline constexpr int kGameColumnCount = 30;

GameRow ReadGameRow(const pqxx::row& line);
// From white_before, black_before, white_after, black_after in four columns; nothing: not rated.
std::optional<RatingColumns> ReadRating(const pqxx::row& line, int first_column);

}  // namespace chess::game
