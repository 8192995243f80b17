#pragma once
// The rating history as all who read or replay it see it: the numbers of a game, corrections of
// them, and the ratings that replaying comes to. In the caller's transaction.

#include <array>
#include <cstdint>
#include <map>
#include <pqxx/pqxx>
#include <string>
#include <vector>

#include "lobby/rating_game.h"
#include "ratings/glicko2.h"

namespace chess::lobby {

// What a game did to ratings: White's before and after, Black's before and after.
using GameNumbers = std::array<ratings::Glicko, 4>;

// The twelve columns of lobby.rating_history that hold them, with a blank before and after.
inline constexpr char kNumberColumns[] =
    " white_rating_before, white_deviation_before, white_volatility_before,"
    " white_rating_after, white_deviation_after, white_volatility_after,"
    " black_rating_before, black_deviation_before, black_volatility_before,"
    " black_rating_after, black_deviation_after, black_volatility_after ";

// From three columns, or from twelve, the first of which is number `first`.
ratings::Glicko GlickoAt(const pqxx::row& row, int first);
GameNumbers NumbersAt(const pqxx::row& row, int first);

// Games whose stored numbers have to be others, to be stored at once.
class HistoryCorrections {
 public:
  void Add(int64_t applied_no, const GameNumbers& numbers);
  int64_t size() const { return static_cast<int64_t>(games_.size()); }
  void Store(pqxx::transaction_base& tx) const;

 private:
  std::vector<int64_t> games_;
  std::array<std::vector<double>, 12> columns_;
};

using RatingStates = std::map<RatingKey, ratings::Rating>;

// Keys and ratings as arrays for unnest.
struct RatingColumns {
  std::vector<std::string> players, families, speeds;
  std::vector<double> rating, deviation, volatility;
  std::vector<int64_t> games, last;

  void Add(const RatingKey& key, const ratings::Rating& state = {});
  // Runs a statement whose parameters are $1 player_id, $2 family, $3 speed, $4 rating,
  // $5 deviation, $6 volatility, $7 games and $8 the last game's end in milliseconds.
  pqxx::result Store(pqxx::transaction_base& tx, const char* statement) const;
};
RatingColumns ColumnsOf(const RatingStates& states);

// Makes lobby.ratings say so; how many rows were written. Players who are gone have no ratings.
int64_t StoreRatings(pqxx::transaction_base& tx, const RatingColumns& ratings);

}  // namespace chess::lobby
