#include "lobby/rating_check_repository.h"

#include <cstdio>
#include <optional>
#include <pqxx/pqxx>

#include "lobby/rating_history_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Result;

constexpr int kPlayersAtOnce = 100;
constexpr int kGamesAtOnce = 2000;

constexpr char kPlayers[] =
    "SELECT player_id FROM lobby.players WHERE player_id > $1 ORDER BY player_id LIMIT $2";
constexpr char kKeys[] =
    "SELECT family, speed FROM lobby.ratings WHERE player_id = $1"
    " UNION SELECT family, speed FROM lobby.rating_history WHERE white_id = $1"
    " UNION SELECT family, speed FROM lobby.rating_history WHERE black_id = $1 ORDER BY 1, 2";
// The rating of now stands beside every game, so that with the last page it is of the same moment.
constexpr char kGames[] =
    "SELECT r.rating, r.deviation, r.volatility, r.games,"
    " (extract(epoch FROM r.last_game_time) * 1000)::bigint, h.* FROM (SELECT 1) AS one"
    " LEFT JOIN lobby.ratings r ON r.player_id = $1 AND r.family = $2 AND r.speed = $3"
    " LEFT JOIN LATERAL (SELECT * FROM ("
    " (SELECT game_id, applied_no, true AS white, score,"
    "  (extract(epoch FROM end_time) * 1000)::bigint AS end_ms, void_time IS NOT NULL AS voided,"
    "  white_rating_before AS ob1, white_deviation_before AS ob2, white_volatility_before AS ob3,"
    "  white_rating_after AS oa1, white_deviation_after AS oa2, white_volatility_after AS oa3,"
    "  black_rating_before AS t1, black_deviation_before AS t2, black_volatility_before AS t3"
    "  FROM lobby.rating_history WHERE white_id = $1 AND family = $2 AND speed = $3"
    "  AND applied_no > $4 ORDER BY applied_no LIMIT $5)"
    " UNION ALL"
    " (SELECT game_id, applied_no, false, score, (extract(epoch FROM end_time) * 1000)::bigint,"
    "  void_time IS NOT NULL, black_rating_before, black_deviation_before,"
    "  black_volatility_before, black_rating_after, black_deviation_after,"
    "  black_volatility_after, white_rating_before, white_deviation_before,"
    "  white_volatility_before"
    "  FROM lobby.rating_history WHERE black_id = $1 AND family = $2 AND speed = $3"
    "  AND applied_no > $4 ORDER BY applied_no LIMIT $5)"
    " ) AS sides ORDER BY applied_no LIMIT $5) AS h ON true ORDER BY h.applied_no";

std::string Numbers(const char* form, const ratings::Glicko& is, const ratings::Glicko& should) {
  char text[256];
  std::snprintf(text, sizeof text, "%s %.6f/%.6f/%.9f, expected %.6f/%.6f/%.9f", form, is.rating,
                is.deviation, is.volatility, should.rating, should.deviation, should.volatility);
  return text;
}

// One rating, game after game.
class Walk {
 public:
  explicit Walk(const RatingKey& key) : key_(key) {}

  // A row of kGames with a game; column 5 is the first of the game's.
  void Game(const pqxx::row& row) {
    after_no_ = row[6].as<int64_t>();
    if (row[10].as<bool>()) return;  // its result was taken away
    const ratings::Glicko before = GlickoAt(row, 11), after = GlickoAt(row, 14);
    const std::string game_id = postgres::TextOf(row[5]);
    if (!Same(before, state_.glicko)) {
      Fault(game_id, "CHAIN", Numbers("the game began with", before, state_.glicko));
    }
    const double white_score = ScoreOf(postgres::TextOf(row[8]));
    const double score = row[7].as<bool>() ? white_score : 1 - white_score;
    ratings::Rating self = state_, other;
    self.glicko = before;
    other.glicko = GlickoAt(row, 17);
    const ratings::Rating right = ratings::RateGame(self, other, score, row[9].as<int64_t>()).a;
    if (!Same(after, right.glicko)) {
      Fault(game_id, "RESULT", Numbers("the game left", after, right.glicko));
    }
    state_ = right;
    state_.glicko = after;
    ++games_;
  }

  // The rating of now, in a row of kGames.
  void End(const pqxx::row& row) {
    if (row[0].is_null()) {
      if (games_ > 0) Fault("", "NO_RATING", "there are games and no rating");
      return;
    }
    const ratings::Glicko now = GlickoAt(row, 0);
    if (!Same(now, state_.glicko)) {
      Fault("", games_ == 0 ? "NO_HISTORY" : "RATING", Numbers("it is", now, state_.glicko));
    }
    if (row[3].as<int32_t>() != state_.games) {
      Fault("", "COUNT",
            "it counts " + postgres::TextOf(row[3]) + " games, expected " +
                std::to_string(state_.games));
    }
    if (postgres::IntOf(row[4]) != state_.last_game) {
      Fault("", "TIME", "its last game is not the last of its games");
    }
  }

  int64_t after_no() const { return after_no_; }
  int64_t games() const { return games_; }
  const std::optional<RatingFault>& fault() const { return fault_; }

 private:
  void Fault(const std::string& game_id, const char* word, std::string message) {
    if (!fault_) fault_ = RatingFault{key_, game_id, word, std::move(message)};
  }

  RatingKey key_;
  ratings::Rating state_;
  int64_t after_no_ = 0;
  int64_t games_ = 0;
  std::optional<RatingFault> fault_;
};

}  // namespace

Result<std::vector<RatingKey>> RatingCheckRepository::KeysOf(const std::string& player_id) {
  using Keys = std::vector<RatingKey>;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Keys> {
    Keys keys;
    for (const pqxx::row& row : postgres::Exec(tx, kKeys, player_id)) {
      keys.push_back({player_id, postgres::TextOf(row[0]), postgres::TextOf(row[1])});
    }
    return keys;
  });
}

base::Status RatingCheckRepository::CheckKey(const RatingKey& key, Report* report) {
  Walk walk(key);
  bool more = true;
  while (more) {
    const auto page =
        postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<pqxx::result> {
          return postgres::Exec(tx, kGames, key.player_id, key.family, key.speed, walk.after_no(),
                                kGamesAtOnce);
        });
    if (!page.ok()) return page.error();
    for (const pqxx::row& row : *page) {
      if (!row[5].is_null()) walk.Game(row);
    }
    more = page->size() == kGamesAtOnce;
    if (!more) walk.End((*page)[0]);
  }
  ++report->ratings;
  report->games += walk.games();
  if (walk.fault()) report->faults.push_back(*walk.fault());
  return {};
}

base::Status RatingCheckRepository::CheckKeys(const std::string& player_id, Report* report) {
  const auto keys = KeysOf(player_id);
  if (!keys.ok()) return keys.error();
  for (const RatingKey& key : *keys) {
    const base::Status checked = CheckKey(key, report);
    if (!checked.ok()) return checked;
  }
  ++report->players;
  return {};
}

Result<RatingCheckRepository::Report> RatingCheckRepository::Check(const std::string& cursor,
                                                                   base::DurationMs budget_ms) {
  Report report;
  const int64_t deadline_ns = base::SystemClock().SteadyNs() + budget_ms * 1'000'000;
  std::string after = cursor;
  while (true) {
    const auto page =
        postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<pqxx::result> {
          return postgres::Exec(tx, kPlayers, after, kPlayersAtOnce);
        });
    if (!page.ok()) return page.error();
    for (const pqxx::row& row : *page) {
      after = postgres::TextOf(row[0]);
      const base::Status checked = CheckKeys(after, &report);
      if (!checked.ok()) return checked.error();
      const bool enough =
          report.faults.size() >= kMostFaults || base::SystemClock().SteadyNs() >= deadline_ns;
      if (enough) {
        report.next_cursor = after;
        return report;
      }
    }
    if (page->size() < kPlayersAtOnce) return report;
  }
}

Result<RatingCheckRepository::Report> RatingCheckRepository::CheckPlayer(
    const std::string& player_id) {
  Report report;
  const base::Status checked = CheckKeys(player_id, &report);
  if (!checked.ok()) return checked.error();
  return report;
}

}  // namespace chess::lobby
