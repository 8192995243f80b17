#include "lobby/rating_amendment_repository.h"

#include <optional>
#include <pqxx/pqxx>
#include <set>
#include <string>
#include <vector>

#include "lobby/rating_game.h"
#include "lobby/rating_history_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Result;

constexpr int kAttempts = 3;

// What every page of history is asked with.
struct Scope {
  const FinishedGame& game;  // the one that was changed
  int64_t applied_no;        // its place
  int games_at_once;
};

constexpr char kPlayers[] =
    "SELECT applied_no, white_id, black_id, void_time IS NOT NULL FROM lobby.rating_history"
    " WHERE applied_no >= $1 AND family = $2 AND speed = $3 ORDER BY applied_no LIMIT $4";

// Calls `each` with the rows of `statement` from the changed game on, page after page.
template <typename Each>
void ForGames(pqxx::transaction_base& tx, const Scope& scope, const std::string& statement,
              Each each) {
  int64_t from = scope.applied_no;
  int found = scope.games_at_once;
  while (found == scope.games_at_once) {
    const pqxx::result page = postgres::Exec(tx, statement, from, scope.game.family,
                                             scope.game.speed, scope.games_at_once);
    found = static_cast<int>(page.size());
    if (found == 0) return;
    each(page);
    from = page[found - 1][0].as<int64_t>() + 1;
  }
}

// Whose rating depends on the changed game: its players, and whoever played later against one of
// whom that is true.
std::set<std::string> Concerned(pqxx::transaction_base& tx, const Scope& scope) {
  std::set<std::string> players = {scope.game.white_id.value, scope.game.black_id.value};
  ForGames(tx, scope, kPlayers, [&](const pqxx::result& page) {
    for (const pqxx::row& row : page) {
      if (row[3].as<bool>()) continue;
      const std::string white = postgres::TextOf(row[1]), black = postgres::TextOf(row[2]);
      if (players.contains(white)) players.insert(black);
      if (players.contains(black)) players.insert(white);
    }
  });
  return players;
}

constexpr char kLock[] =
    "SELECT 1 FROM lobby.ratings WHERE player_id = ANY($1::text[]) AND family = $2 AND speed = $3"
    " ORDER BY player_id FOR UPDATE";
constexpr char kBefore[] =
    "SELECT count(*), (extract(epoch FROM max(end_time)) * 1000)::bigint FROM ("
    "SELECT end_time FROM lobby.rating_history WHERE white_id = $1 AND applied_no < $2"
    " AND family = $3 AND speed = $4 AND void_time IS NULL "
    "UNION ALL SELECT end_time FROM lobby.rating_history WHERE black_id = $1 AND applied_no < $2"
    " AND family = $3 AND speed = $4 AND void_time IS NULL) AS games";

const std::string& Games() {
  static const std::string games =
      std::string(
          "SELECT applied_no, white_id, black_id, score,"
          " (extract(epoch FROM end_time) * 1000)::bigint, void_time IS NOT NULL,") +
      kNumberColumns +
      "FROM lobby.rating_history WHERE applied_no >= $1 AND family = $2 AND speed = $3"
      " ORDER BY applied_no LIMIT $4";
  return games;
}

// Rates games again, in their order, beginning with the one that was changed.
class Replay {
 public:
  Replay(pqxx::transaction_base& tx, const Scope& scope) : tx_(tx), scope_(scope) {}

  void Run() {
    ForGames(tx_, scope_, Games(), [this](const pqxx::result& page) {
      HistoryCorrections corrections;
      for (const pqxx::row& row : page) Game(row, &corrections);
      corrections.Store(tx_);
    });
    StoreRatings(tx_, ColumnsOf(states_));
  }

 private:
  void Game(const pqxx::row& row, HistoryCorrections* corrections) {
    const auto applied_no = row[0].as<int64_t>();
    const RatingKey white_key = KeyOf(row[1]), black_key = KeyOf(row[2]);
    const bool voided = row[5].as<bool>();
    const bool felt = states_.contains(white_key) || states_.contains(black_key);
    if (applied_no != scope_.applied_no && (voided || !felt)) return;
    const GameNumbers stored = NumbersAt(row, 6);
    ratings::Rating& white = Before(white_key, applied_no, stored[0]);
    ratings::Rating& black = Before(black_key, applied_no, stored[2]);
    ratings::Pair after{white, black};
    if (!voided) {
      after =
          ratings::RateGame(white, black, ScoreOf(postgres::TextOf(row[3])), row[4].as<int64_t>());
    }
    corrections->Add(applied_no, {white.glicko, after.a.glicko, black.glicko, after.b.glicko});
    white = after.a;
    black = after.b;
  }

  RatingKey KeyOf(const pqxx::field& player) const {
    return {postgres::TextOf(player), scope_.game.family, scope_.game.speed};
  }

  // The player's rating before a game; `glicko` is what that one says, where it is the first.
  ratings::Rating& Before(const RatingKey& key, int64_t applied_no, const ratings::Glicko& glicko) {
    const auto known = states_.find(key);
    if (known != states_.end()) return known->second;
    const pqxx::row counts =
        postgres::Exec(tx_, kBefore, key.player_id, applied_no, key.family, key.speed)[0];
    ratings::Rating rating{glicko, counts[0].as<int32_t>(), postgres::IntOf(counts[1])};
    return states_.emplace(key, rating).first->second;
  }

  pqxx::transaction_base& tx_;
  const Scope& scope_;
  RatingStates states_;
};

constexpr char kMark[] =
    "UPDATE lobby.rating_history SET amendment = $2, score = $3,"
    " void_time = CASE WHEN $4 THEN NULL ELSE now() END WHERE game_id = $1";
constexpr char kFind[] =
    "SELECT applied_no, amendment, score, void_time IS NOT NULL FROM lobby.rating_history"
    " WHERE game_id = $1";

// One attempt; the game has its row. Nothing: other games of the same players ended meanwhile.
Result<std::optional<RatedGame>> AmendOnce(pqxx::transaction_base& tx, const FinishedGame& game,
                                           bool counts, int amendment, int games_at_once) {
  using Outcome = std::optional<RatedGame>;
  ShareRatings(tx);
  const pqxx::result found = postgres::Exec(tx, kFind, game.game_id.value);
  const Scope scope{game, found[0][0].as<int64_t>(), games_at_once};
  const std::set<std::string> players = Concerned(tx, scope);
  // In the order of ids, as rating a game does it. All that changes history holds these locks.
  postgres::Exec(tx, kLock, postgres::TextArray({players.begin(), players.end()}), game.family,
                 game.speed);
  if (Concerned(tx, scope) != players) return Outcome();
  const pqxx::row row = postgres::Exec(tx, kFind, game.game_id.value)[0];
  if (row[1].as<int>() >= amendment) return Outcome(FindRated(tx, game.game_id));
  const std::string before = postgres::TextOf(row[2]);
  const std::string score = counts ? ScoreText(game.white_score) : before;
  const bool same = row[3].as<bool>() != counts && score == before;
  postgres::Exec(tx, kMark, game.game_id.value, amendment, score, counts);
  if (!same) Replay(tx, scope).Run();
  return Outcome(FindRated(tx, game.game_id));
}

}  // namespace

Result<RatedGame> RatingAmendmentRepository::Amend(const FinishedGame& game, bool counts,
                                                   int amendment) {
  // A game that was not rated yet gets its row and number first: whoever reports it later finds it.
  if (const auto rated = ratings_.Apply(game); !rated.ok()) return rated.error();
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto done = postgres::WithTransaction(*pool_, [&](pqxx::work& tx) {
      return AmendOnce(tx, game, counts, amendment, games_at_once_);
    });
    if (!done.ok()) return done.error();
    if (*done) return **done;
  }
  return base::MakeError(base::Code::kAborted, "CONFLICT",
                         "Games of the same players keep ending; try again.");
}

}  // namespace chess::lobby
