#include "lobby/rating_rebuild_repository.h"

#include <algorithm>
#include <optional>
#include <pqxx/pqxx>

#include "base/ids.h"
#include "lobby/rating_game.h"
#include "lobby/rating_history_repository.h"
#include "lobby/rating_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Result;

constexpr int kGamesABatch = 500;
constexpr int kRatingsABatch = 1000;
constexpr int kPlayersABatch = 1000;

// --- The rebuild under way ---

struct State {
  int64_t after_no = 0;
  std::string after_player;
  int64_t games = 0, corrected_games = 0, corrected_ratings = 0;
};

constexpr char kLock[] =
    "SELECT after_no, after_player, games, corrected_games, corrected_ratings"
    " FROM lobby.rating_rebuild WHERE rebuild_id = $1 FOR UPDATE";
constexpr char kSave[] =
    "UPDATE lobby.rating_rebuild SET after_no = $1, after_player = $2, games = $3,"
    " corrected_games = $4, corrected_ratings = $5";

base::Error Interrupted() {
  return base::MakeError(base::Code::kFailedPrecondition, "REBUILD_INTERRUPTED",
                         "Another rebuild began, or a result was changed; begin anew.");
}

// Nothing: it is not under way.
std::optional<State> Lock(pqxx::transaction_base& tx, const std::string& rebuild_id) {
  const pqxx::result rows = postgres::Exec(tx, kLock, rebuild_id);
  if (rows.empty()) return std::nullopt;
  return State{rows[0][0].as<int64_t>(), postgres::TextOf(rows[0][1]), rows[0][2].as<int64_t>(),
               rows[0][3].as<int64_t>(), rows[0][4].as<int64_t>()};
}

// --- 1. Games ---

const std::string& NextGames() {
  static const std::string next =
      std::string(
          "SELECT applied_no, family, speed, white_id, black_id, score,"
          " (extract(epoch FROM end_time) * 1000)::bigint, void_time IS NOT NULL,") +
      kNumberColumns +
      "FROM lobby.rating_history WHERE applied_no > $1 ORDER BY applied_no LIMIT $2";
  return next;
}
constexpr char kStates[] =
    "SELECT r.player_id, r.family, r.speed, r.rating, r.deviation, r.volatility, r.games, r.last_ms"
    " FROM unnest($1::text[], $2::text[], $3::text[]) AS k(player_id, family, speed)"
    " JOIN lobby.rating_replay r USING (player_id, family, speed)";
constexpr char kStoreStates[] =
    "INSERT INTO lobby.rating_replay (player_id, family, speed, rating, deviation, volatility,"
    " games, last_ms) SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[],"
    " $5::float8[], $6::float8[], $7::integer[], $8::bigint[])"
    " ON CONFLICT (player_id, family, speed) DO UPDATE SET rating = excluded.rating,"
    " deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,"
    " last_ms = excluded.last_ms, checked = false";
RatingStates LoadStates(pqxx::transaction_base& tx, const pqxx::result& games) {
  RatingStates states;
  for (const pqxx::row& row : games) {
    for (const int player : {3, 4}) {
      states[{postgres::TextOf(row[player]), postgres::TextOf(row[1]), postgres::TextOf(row[2])}];
    }
  }
  RatingColumns keys;
  for (const auto& [key, state] : states) keys.Add(key);
  for (const pqxx::row& row :
       postgres::Exec(tx, kStates, postgres::TextArray(keys.players),
                      postgres::TextArray(keys.families), postgres::TextArray(keys.speeds))) {
    ratings::Rating& state =
        states[{postgres::TextOf(row[0]), postgres::TextOf(row[1]), postgres::TextOf(row[2])}];
    state = {GlickoAt(row, 3), row[6].as<int32_t>(), row[7].as<int64_t>()};
  }
  return states;
}

// Replays the next games; false if there were none.
bool ReplayGames(pqxx::transaction_base& tx, State* rebuild) {
  const pqxx::result games = postgres::Exec(tx, NextGames(), rebuild->after_no, kGamesABatch);
  if (games.empty()) return false;
  RatingStates states = LoadStates(tx, games);
  HistoryCorrections corrections;
  for (const pqxx::row& row : games) {
    rebuild->after_no = row[0].as<int64_t>();
    if (row[7].as<bool>()) continue;  // its result was taken away
    const std::string family = postgres::TextOf(row[1]), speed = postgres::TextOf(row[2]);
    ratings::Rating& white = states[{postgres::TextOf(row[3]), family, speed}];
    ratings::Rating& black = states[{postgres::TextOf(row[4]), family, speed}];
    const ratings::Pair after =
        ratings::RateGame(white, black, ScoreOf(postgres::TextOf(row[5])), row[6].as<int64_t>());
    const GameNumbers numbers = {white.glicko, after.a.glicko, black.glicko, after.b.glicko};
    const GameNumbers stored = NumbersAt(row, 8);
    const bool same =
        std::equal(stored.begin(), stored.end(), numbers.begin(),
                   [](const ratings::Glicko& a, const ratings::Glicko& b) { return Same(a, b); });
    if (same) {
      // The stored numbers stay the truth in their last digits too.
      white = {stored[1], after.a.games, after.a.last_game};
      black = {stored[3], after.b.games, after.b.last_game};
    } else {
      corrections.Add(rebuild->after_no, numbers);
      white = after.a;
      black = after.b;
    }
  }
  corrections.Store(tx);
  ColumnsOf(states).Store(tx, kStoreStates);
  rebuild->games += static_cast<int64_t>(games.size());
  rebuild->corrected_games += corrections.size();
  return true;
}

// --- 2. Ratings ---

constexpr char kUnchecked[] =
    "SELECT p.player_id, p.family, p.speed, p.rating, p.deviation, p.volatility, p.games, "
    "p.last_ms,"
    " r.rating, r.deviation, r.volatility, r.games,"
    " (extract(epoch FROM r.last_game_time) * 1000)::bigint"
    " FROM (SELECT * FROM lobby.rating_replay WHERE NOT checked LIMIT $1) AS p"
    " LEFT JOIN lobby.ratings r USING (player_id, family, speed)";
constexpr char kChecked[] =
    "UPDATE lobby.rating_replay r SET checked = true"
    " FROM unnest($1::text[], $2::text[], $3::text[]) AS k(player_id, family, speed)"
    " WHERE r.player_id = k.player_id AND r.family = k.family AND r.speed = k.speed";

bool RatingIs(const pqxx::row& row, const ratings::Rating& state) {
  return !row[8].is_null() && Same(GlickoAt(row, 8), state.glicko) &&
         row[11].as<int32_t>() == state.games && postgres::IntOf(row[12]) == state.last_game;
}

// Compares the next ratings; how many, 0 if none was left.
int64_t CompareRatings(pqxx::transaction_base& tx, State* rebuild) {
  RatingColumns compared, wrong;
  for (const pqxx::row& row : postgres::Exec(tx, kUnchecked, kRatingsABatch)) {
    const RatingKey key{postgres::TextOf(row[0]), postgres::TextOf(row[1]),
                        postgres::TextOf(row[2])};
    const ratings::Rating state{GlickoAt(row, 3), row[6].as<int32_t>(), row[7].as<int64_t>()};
    compared.Add(key);
    if (!RatingIs(row, state)) wrong.Add(key, state);
  }
  if (compared.players.empty()) return 0;
  rebuild->corrected_ratings += StoreRatings(tx, wrong);
  postgres::Exec(tx, kChecked, postgres::TextArray(compared.players),
                 postgres::TextArray(compared.families), postgres::TextArray(compared.speeds));
  return static_cast<int64_t>(compared.players.size());
}

// --- 3. Ratings without games ---

constexpr char kNextPlayers[] =
    "SELECT max(player_id), count(*) FROM (SELECT player_id FROM lobby.players"
    " WHERE player_id > $1 ORDER BY player_id LIMIT $2) AS page";
constexpr char kBeginAnew[] =
    "UPDATE lobby.ratings r SET rating = $3, deviation = $4, volatility = $5, games = 0,"
    " last_game_time = NULL WHERE r.player_id > $1 AND r.player_id <= $2"
    " AND (r.rating, r.deviation, r.volatility, r.games) IS DISTINCT FROM"
    " ($3::float8, $4::float8, $5::float8, 0) AND NOT EXISTS (SELECT FROM lobby.rating_replay p"
    "  WHERE p.player_id = r.player_id AND p.family = r.family AND p.speed = r.speed)";

// Looks at the ratings of the next players; false if there are none.
bool BeginAnew(pqxx::transaction_base& tx, State* rebuild) {
  const pqxx::row page = postgres::Exec(tx, kNextPlayers, rebuild->after_player, kPlayersABatch)[0];
  if (page[0].is_null()) return false;
  const std::string last = postgres::TextOf(page[0]);
  const ratings::Glicko start;
  rebuild->corrected_ratings += postgres::Exec(tx, kBeginAnew, rebuild->after_player, last,
                                               start.rating, start.deviation, start.volatility)
                                    .affected_rows();
  rebuild->after_player = last;
  return true;
}

constexpr char kForgetReplay[] = "TRUNCATE lobby.rating_replay";
constexpr char kForgetRebuild[] = "DELETE FROM lobby.rating_rebuild";
constexpr char kBegin[] = "INSERT INTO lobby.rating_rebuild (rebuild_id) VALUES ($1)";
constexpr char kSubject[] = "ratings:";
constexpr char kDone[] = "ratings_rebuild_done";
constexpr char kWasDone[] = "SELECT 1 FROM lobby.audit WHERE subject = $1 AND action = $2";

Result<RatingRebuildRepository::Progress> Batch(pqxx::transaction_base& tx, const Actor& actor,
                                                const std::string& rebuild_id) {
  OwnRatings(tx);
  const std::optional<State> found = Lock(tx, rebuild_id);
  RatingRebuildRepository::Progress progress;
  if (!found) {
    // The answer to the last batch may have been lost on its way.
    progress.done =
        !postgres::Exec(tx, kWasDone, kSubject + rebuild_id, std::string(kDone)).empty();
    return progress.done ? Result<RatingRebuildRepository::Progress>(progress) : Interrupted();
  }
  State rebuild = *found;
  if (!ReplayGames(tx, &rebuild)) {
    progress.ratings = CompareRatings(tx, &rebuild);
    progress.done = progress.ratings == 0 && !BeginAnew(tx, &rebuild);
  }
  progress.games = rebuild.games - found->games;
  progress.corrected_games = rebuild.corrected_games - found->corrected_games;
  progress.corrected_ratings = rebuild.corrected_ratings - found->corrected_ratings;
  if (!progress.done) {
    postgres::Exec(tx, kSave, rebuild.after_no, rebuild.after_player, rebuild.games,
                   rebuild.corrected_games, rebuild.corrected_ratings);
    return progress;
  }
  postgres::Exec(tx, kForgetRebuild);
  postgres::Exec(tx, kForgetReplay);
  WriteAudit(tx, actor,
             {kDone,
              kSubject + rebuild_id,
              {{"games", std::to_string(rebuild.games)},
               {"corrected_games", std::to_string(rebuild.corrected_games)},
               {"corrected_ratings", std::to_string(rebuild.corrected_ratings)}}});
  return progress;
}

}  // namespace

Result<std::string> RatingRebuildRepository::Begin(const Actor& actor) {
  const auto begun = Act(*pool_, actor, [&](pqxx::work& tx) -> Result<Deed> {
    const std::string rebuild_id = base::RandomBase62(12);
    OwnRatings(tx);
    postgres::Exec(tx, kForgetRebuild);
    postgres::Exec(tx, kForgetReplay);
    postgres::Exec(tx, kBegin, rebuild_id);
    return Deed{"ratings_rebuild", kSubject + rebuild_id, {}};
  });
  if (!begun.ok()) return begun.error();
  return begun->substr(sizeof(kSubject) - 1);
}

Result<RatingRebuildRepository::Progress> RatingRebuildRepository::Go(const Actor& actor,
                                                                      const std::string& cursor,
                                                                      base::DurationMs budget_ms) {
  const int64_t deadline_ns = base::SystemClock().SteadyNs() + budget_ms * 1'000'000;
  Progress sum;
  while (!sum.done && base::SystemClock().SteadyNs() < deadline_ns) {
    const auto batch =
        postgres::WithTransaction(*pool_, [&](pqxx::work& tx) { return Batch(tx, actor, cursor); });
    if (!batch.ok()) return batch.error();
    sum.games += batch->games;
    sum.corrected_games += batch->corrected_games;
    sum.ratings += batch->ratings;
    sum.corrected_ratings += batch->corrected_ratings;
    sum.done = batch->done;
  }
  return sum;
}

}  // namespace chess::lobby
