#include "game/game_row_repository.h"

#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;
using postgres::TextOf;

SeatRow SeatOf(const pqxx::row& line, int column) {
  return {TextOf(line[column]),
          TextOf(line[column + 1]),
          line[column + 2].as<bool>(),
          line[column + 3].as<bool>(),
          static_cast<int32_t>(IntOf(line[column + 4])),
          line[column + 5].as<bool>()};
}

}  // namespace

GameRow ReadGameRow(const pqxx::row& line) {
  GameRow game;
  game.game_id = TextOf(line[0]);
  game.seats = {SeatOf(line, 1), SeatOf(line, 7)};
  game.rule_set = TextOf(line[13]);
  game.start_fen = TextOf(line[14]);
  game.time_control = TextOf(line[15]);
  game.speed = TextOf(line[16]);
  game.rated = line[17].as<bool>();
  game.draw_policy = TextOf(line[18]);
  game.visibility = TextOf(line[19]);
  game.state = TextOf(line[20]);
  game.create_time = IntOf(line[21]);
  game.end_time = IntOf(line[22]);
  game.score = TextOf(line[23]);
  game.end_reason = TextOf(line[24]);
  game.variant_end = TextOf(line[25]);
  game.final_fen = TextOf(line[26]);
  game.last_move = TextOf(line[27]);
  game.plies = static_cast<int>(IntOf(line[28]));
  game.operator_cause = TextOf(line[29]);
  return game;
}

std::optional<RatingColumns> ReadRating(const pqxx::row& line, int first_column) {
  if (line[first_column + 2].is_null()) return std::nullopt;
  const auto number = [&](int i) { return static_cast<int32_t>(IntOf(line[first_column + i])); };
  return RatingColumns{{number(0), number(1)}, {number(2), number(3)}};
}

}  // namespace chess::game
