#include "game/beat_repository.h"

#include <pqxx/pqxx>

#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;

// All parts see the beats as they were before this one. Two replicas that end the same gap agree on
// its start; the first one to insert decides its end.
constexpr char kBeat[] = R"sql(
WITH previous AS (
  SELECT max(beat_time) FILTER (WHERE kind = 'game') AS game_time,
         max(beat_time) FILTER (WHERE kind = 'gateway') AS gateway_time,
         clock_timestamp() AS now_time
  FROM game.beats
), beats AS (
  SELECT 'game' AS kind, game_time AS last_time, now_time AS beat_time FROM previous
  UNION ALL
  SELECT 'gateway', gateway_time, to_timestamp($2::bigint / 1000.0) FROM previous WHERE $2 <> 0
), gaps AS (
  INSERT INTO game.outages (kind, start_time, end_time)
  SELECT kind, last_time, beat_time FROM beats
  WHERE beat_time - last_time > $3::integer * interval '1 millisecond'
  ON CONFLICT DO NOTHING
  RETURNING kind, (extract(epoch FROM end_time - start_time) * 1000)::bigint AS gap_ms
), written AS (
  INSERT INTO game.beats (kind, replica_id, beat_time)
  SELECT kind, $1, beat_time FROM beats
  ON CONFLICT (kind, replica_id)
    DO UPDATE SET beat_time = GREATEST(game.beats.beat_time, EXCLUDED.beat_time)
)
SELECT (SELECT (extract(epoch FROM max(beat_time)) * 1000)::bigint FROM (
          SELECT gateway_time AS beat_time FROM previous
          UNION ALL SELECT beat_time FROM beats WHERE kind = 'gateway') AS gateway),
       (SELECT (extract(epoch FROM max(end_time)) * 1000)::bigint FROM game.outages),
       (SELECT count(*) FROM beats
        WHERE beat_time - last_time > $3::integer * interval '1 millisecond'),
       (SELECT gap_ms FROM gaps WHERE kind = 'game'),
       (SELECT gap_ms FROM gaps WHERE kind = 'gateway'))sql";

constexpr char kOutages[] = R"sql(
SELECT (extract(epoch FROM start_time) * 1000)::bigint,
       (extract(epoch FROM end_time) * 1000)::bigint
FROM game.outages WHERE end_time > to_timestamp($1::bigint / 1000.0) ORDER BY start_time)sql";

constexpr char kForget[] = R"sql(
DELETE FROM game.beats b
WHERE beat_time < to_timestamp($1::bigint / 1000.0)
  AND EXISTS (SELECT 1 FROM game.beats n WHERE n.kind = b.kind AND n.beat_time > b.beat_time))sql";

}  // namespace

void BeatRepository::PrepareStatements(pqxx::connection& connection) {
  connection.prepare("beat", kBeat);
  connection.prepare("beat_outages", kOutages);
  connection.prepare("beat_forget", kForget);
}

base::Result<BeatAnswer> BeatRepository::Beat(const std::string& replica_id, TimeMs gateway_beat) {
  return postgres::WithStatement(
      *pool_, false, [&](pqxx::nontransaction& t) -> base::Result<BeatAnswer> {
        const pqxx::result result =
            t.exec_prepared("beat", replica_id, gateway_beat, static_cast<int>(kOutageGapMs));
        return BeatAnswer{IntOf(result[0][0]), IntOf(result[0][1]), IntOf(result[0][2]) > 0,
                          IntOf(result[0][3]), IntOf(result[0][4])};
      });
}

base::Result<timecontrol::Outages> BeatRepository::Outages(TimeMs ended_after) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<timecontrol::Outages> {
        timecontrol::Outages outages;
        for (const auto& line : t.exec_prepared("beat_outages", ended_after)) {
          outages.Add({IntOf(line[0]), IntOf(line[1])});
        }
        return outages;
      });
}

base::Status BeatRepository::Forget(TimeMs before) {
  const auto done =
      postgres::WithStatement(*pool_, true, [&](pqxx::nontransaction& t) -> base::Result<bool> {
        t.exec_prepared("beat_forget", before);
        return true;
      });
  return done.ok() ? base::Status() : base::Status(done.error());
}

}  // namespace chess::game
