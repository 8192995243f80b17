#include "game/log_repository.h"

#include <algorithm>
#include <pqxx/pqxx>
#include <unordered_map>

#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::BigintArray;
using postgres::ByteaArray;
using postgres::IntOf;
using postgres::TextArray;
using postgres::TextOf;

using Rows = std::vector<const AppendRow*>;

// The rows go in in the order of their ids, so that batches of several replicas that race for the
// same games wait for each other in one order and cannot deadlock.
// A row that would leave a gap (decided on a state that the log has lost) does not go in.
constexpr char kAppend[] = R"sql(
WITH input AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[],
                       $6::bigint[], $7::bigint[])
    AS t(game_id, seq, request_id, event_ms, events, deadline_ms, not_after_ms)
), appended AS (
  INSERT INTO game.game_events (game_id, seq, request_id, event_time, events)
  SELECT game_id, seq, request_id, to_timestamp(event_ms / 1000.0), events FROM input
  WHERE (not_after_ms = 0 OR clock_timestamp() < to_timestamp(not_after_ms / 1000.0))
    AND NOT EXISTS (SELECT FROM game.games g
                    WHERE g.game_id = input.game_id AND g.last_seq < input.seq - 1)
  ORDER BY game_id
  ON CONFLICT DO NOTHING
  RETURNING game_id, seq
), touched AS (
  UPDATE game.games g
  SET last_seq = i.seq,
      deadline_time = to_timestamp(i.deadline_ms / 1000.0),
      sweep_time = LEAST(g.sweep_time, to_timestamp(i.deadline_ms / 1000.0))
  FROM appended a JOIN input i ON i.game_id = a.game_id AND i.seq = a.seq
  WHERE g.game_id = a.game_id
)
SELECT game_id, seq FROM appended)sql";

// The same for batches in which a game ends, is rated, an army is locked, or an operator decides. A
// result that an operator changed keeps its end's time; what was rated counts no longer.
constexpr char kAppendWithSides[] = R"sql(
WITH input AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[],
                       $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[],
                       $11::text[], $12::text[], $13::text[], $14::bigint[], $15::text[],
                       $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[],
                       $20::bigint[], $21::bigint[], $22::bytea[], $23::bigint[], $24::text[],
                       $25::text[], $26::text[], $27::text[], $28::text[])
    AS t(game_id, seq, request_id, event_ms, events, deadline_ms, not_after_ms,
         state, score, reason, variant_end, final_fen, last_move, plies, outbox,
         white_before, white_after, black_before, black_after,
         secret_seat, secret_edition, secret, amendments, cause,
         audit_operator, audit_action, audit_reason, audit_detail)
), appended AS (
  INSERT INTO game.game_events (game_id, seq, request_id, event_time, events)
  SELECT game_id, seq, request_id, to_timestamp(event_ms / 1000.0), events FROM input
  WHERE (not_after_ms = 0 OR clock_timestamp() < to_timestamp(not_after_ms / 1000.0))
    AND NOT EXISTS (SELECT FROM game.games g
                    WHERE g.game_id = input.game_id AND g.last_seq < input.seq - 1)
  ORDER BY game_id
  ON CONFLICT DO NOTHING
  RETURNING game_id, seq
), stored AS (
  SELECT i.* FROM appended a JOIN input i ON i.game_id = a.game_id AND i.seq = a.seq
), touched AS (
  UPDATE game.games g
  SET last_seq = s.seq,
      deadline_time = to_timestamp(s.deadline_ms / 1000.0),
      sweep_time = CASE WHEN s.deadline_ms IS NULL THEN NULL
                        ELSE LEAST(g.sweep_time, to_timestamp(s.deadline_ms / 1000.0)) END,
      state = CASE s.state WHEN '' THEN g.state ELSE s.state END,
      end_time = CASE s.state WHEN '' THEN g.end_time
                              ELSE COALESCE(g.end_time, to_timestamp(s.event_ms / 1000.0)) END,
      score = CASE s.state WHEN '' THEN g.score ELSE s.score END,
      end_reason = CASE s.state WHEN '' THEN g.end_reason ELSE s.reason END,
      variant_end = CASE s.state WHEN '' THEN g.variant_end ELSE s.variant_end END,
      final_fen = CASE s.state WHEN '' THEN g.final_fen ELSE s.final_fen END,
      last_move = CASE s.state WHEN '' THEN g.last_move ELSE s.last_move END,
      plies = CASE s.state WHEN '' THEN g.plies ELSE s.plies END,
      operator_cause = CASE s.state WHEN '' THEN g.operator_cause ELSE s.cause END,
      amendments = GREATEST(s.amendments, g.amendments),
      white_before = CASE WHEN s.amendments > 0 THEN NULL
                          ELSE COALESCE(s.white_before, g.white_before) END,
      white_after = CASE WHEN s.amendments > 0 THEN NULL
                         ELSE COALESCE(s.white_after, g.white_after) END,
      black_before = CASE WHEN s.amendments > 0 THEN NULL
                          ELSE COALESCE(s.black_before, g.black_before) END,
      black_after = CASE WHEN s.amendments > 0 THEN NULL
                         ELSE COALESCE(s.black_after, g.black_after) END
  FROM stored s
  WHERE g.game_id = s.game_id
), handed AS (
  INSERT INTO game.outbox (game_id, trace) SELECT game_id, outbox FROM stored WHERE outbox <> ''
  ON CONFLICT DO NOTHING
), amended AS (
  INSERT INTO game.amend_outbox AS o (game_id, amendments)
  SELECT game_id, amendments FROM stored WHERE amendments > 0
  ON CONFLICT (game_id) DO UPDATE
  SET amendments = excluded.amendments, attempts = 0, attempt_time = clock_timestamp()
), audited AS (
  INSERT INTO game.audit (operator, action, subject, reason, detail, request_id)
  SELECT audit_operator, audit_action, 'game:' || game_id, audit_reason,
         audit_detail::jsonb || jsonb_build_object('seq', seq), request_id
  FROM stored WHERE audit_action <> ''
), kept AS (
  INSERT INTO game.game_secrets AS k (game_id, kind, seat, edition, locked, payload)
  SELECT game_id, 'draft', secret_seat, secret_edition, true, secret FROM stored
  WHERE secret_seat IS NOT NULL
  ON CONFLICT (game_id, kind, seat) DO UPDATE
  SET edition = excluded.edition, locked = true, payload = excluded.payload
  WHERE NOT k.locked
)
SELECT game_id, seq FROM appended)sql";

constexpr char kStored[] = R"sql(
SELECT e.game_id, e.seq, e.request_id, (extract(epoch FROM e.event_time) * 1000)::bigint, e.events
FROM unnest($1::text[], $2::bigint[]) AS t(game_id, seq)
JOIN game.game_events e ON e.game_id = t.game_id AND e.seq = t.seq)sql";

constexpr char kHeads[] = R"sql(
SELECT game_id, white_id, white_name, white_guest, white_bot, white_rating, white_provisional,
       black_id, black_name, black_guest, black_bot, black_rating, black_provisional
FROM game.games WHERE game_id = ANY($1::text[]))sql";

// One snapshot for both tables, so that a compaction in between cannot hide a game.
constexpr char kLog[] = R"sql(
SELECT game_id, seq, request_id, (extract(epoch FROM event_time) * 1000)::bigint, events
FROM game.game_events WHERE game_id = ANY($1::text[])
UNION ALL
SELECT game_id, 0, NULL, 0, record FROM game.game_records WHERE game_id = ANY($1::text[])
ORDER BY 1, 2)sql";

constexpr char kLastSeqs[] =
    "SELECT game_id, last_seq FROM game.games WHERE game_id = ANY($1::text[])";

// The columns that every append has, as array literals.
struct CommonArrays {
  std::string ids, seqs, request_ids, times, events, deadlines, not_after;

  explicit CommonArrays(const Rows& rows) {
    const size_t n = rows.size();
    std::vector<std::string> id(n), request_id(n), event(n);
    std::vector<int64_t> seq(n), time(n), deadline(n), until(n);
    std::vector<bool> has_deadline(n);
    for (size_t i = 0; i < n; ++i) {
      const AppendRow& row = *rows[i];
      id[i] = row.game_id;
      seq[i] = row.row.seq;
      request_id[i] = row.row.request_id;
      time[i] = row.row.event_time;
      event[i] = row.row.events;
      deadline[i] = row.deadline.value_or(0);
      has_deadline[i] = row.deadline.has_value();
      until[i] = row.not_after;
    }
    ids = TextArray(id);
    seqs = BigintArray(seq);
    request_ids = ByteaArray(request_id);
    times = BigintArray(time);
    events = ByteaArray(event);
    deadlines = BigintArray(deadline, has_deadline);
    not_after = BigintArray(until);
  }
};

struct EndArrays {
  std::string state, score, reason, variant_end, final_fen, last_move, plies, outbox, cause,
      amendments;

  explicit EndArrays(const Rows& rows) {
    std::vector<std::string> states, scores, reasons, variants, fens, moves, outboxes, causes;
    std::vector<int64_t> ply_counts, amended;
    for (const AppendRow* row : rows) {
      const EndColumns end = row->end.value_or(EndColumns{});
      states.push_back(end.state);
      scores.push_back(end.score);
      reasons.push_back(end.reason);
      variants.push_back(end.variant_end);
      fens.push_back(end.final_fen);
      moves.push_back(end.last_move);
      ply_counts.push_back(end.plies);
      // The trace, so that the relay can go on with it; a dash for none.
      outboxes.push_back(!end.outbox ? "" : end.trace.empty() ? "-" : end.trace);
      causes.push_back(end.operator_cause);
      amended.push_back(end.amendments);
    }
    state = TextArray(states);
    score = TextArray(scores);
    reason = TextArray(reasons);
    variant_end = TextArray(variants);
    final_fen = TextArray(fens);
    last_move = TextArray(moves);
    plies = BigintArray(ply_counts);
    outbox = TextArray(outboxes);
    cause = TextArray(causes);
    amendments = BigintArray(amended);
  }
};

struct AuditArrays {
  std::string operators, actions, reasons, details;

  explicit AuditArrays(const Rows& rows) {
    std::vector<std::string> name, action, reason, detail;
    for (const AppendRow* row : rows) {
      const AuditColumns audit = row->audit.value_or(AuditColumns{});
      name.push_back(audit.operator_name);
      action.push_back(audit.action);
      reason.push_back(audit.reason);
      detail.push_back(audit.detail);
    }
    operators = TextArray(name);
    actions = TextArray(action);
    reasons = TextArray(reason);
    details = TextArray(detail);
  }
};

std::string RatingArray(const Rows& rows, int color, bool after) {
  std::vector<int64_t> values;
  std::vector<bool> present;
  for (const AppendRow* row : rows) {
    const RatingColumns rating = row->rating.value_or(RatingColumns{});
    values.push_back(after ? rating.after[color] : rating.before[color]);
    present.push_back(row->rating.has_value());
  }
  return BigintArray(values, present);
}

struct SecretArrays {
  std::string seats, editions, payloads;

  explicit SecretArrays(const Rows& rows) {
    std::vector<int64_t> seat, edition;
    std::vector<std::string> payload;
    std::vector<bool> present;
    for (const AppendRow* row : rows) {
      const SecretColumns secret = row->secret.value_or(SecretColumns{});
      seat.push_back(secret.seat);
      edition.push_back(secret.edition);
      payload.push_back(secret.payload);
      present.push_back(row->secret.has_value());
    }
    seats = BigintArray(seat, present);
    editions = BigintArray(edition, present);
    payloads = ByteaArray(payload);
  }
};

// Which of `rows` the statement returned. A batch holds at most one row of a game.
std::vector<bool> Returned(const Rows& rows, const pqxx::result& result) {
  std::unordered_map<std::string_view, size_t> index;
  index.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) index.emplace(rows[i]->game_id, i);
  std::vector<bool> stored(rows.size(), false);
  for (const auto& line : result) {
    const auto found = index.find(std::string_view(line[0].c_str(), line[0].size()));
    if (found != index.end()) stored[found->second] = true;
  }
  return stored;
}

SeatRow SeatOf(const pqxx::row& line, int column) {
  SeatRow seat;
  seat.player_id = TextOf(line[column]);
  seat.name = TextOf(line[column + 1]);
  seat.guest = line[column + 2].as<bool>();
  seat.bot = line[column + 3].as<bool>();
  seat.rating = static_cast<int32_t>(IntOf(line[column + 4]));
  seat.provisional = line[column + 5].as<bool>();
  return seat;
}

}  // namespace

void LogRepository::PrepareStatements(pqxx::connection& connection) {
  connection.prepare("log_append", kAppend);
  connection.prepare("log_append_with_sides", kAppendWithSides);
  connection.prepare("log_stored", kStored);
  connection.prepare("log_heads", kHeads);
  connection.prepare("log_rows", kLog);
  connection.prepare("log_last_seqs", kLastSeqs);
}

base::Result<std::vector<bool>> LogRepository::Append(const Rows& rows) {
  const CommonArrays common(rows);
  const bool sides = std::any_of(rows.begin(), rows.end(), [](const AppendRow* row) {
    return row->end.has_value() || row->rating.has_value() || row->secret.has_value() ||
           !row->deadline.has_value();
  });
  if (!sides) {
    return postgres::WithStatement(
        *appends_, false, [&](pqxx::nontransaction& t) -> base::Result<std::vector<bool>> {
          return Returned(rows, t.exec_prepared("log_append", common.ids, common.seqs,
                                                common.request_ids, common.times, common.events,
                                                common.deadlines, common.not_after));
        });
  }
  const EndArrays end(rows);
  const SecretArrays secret(rows);
  const AuditArrays audit(rows);
  const std::string white_before = RatingArray(rows, 0, false);
  const std::string white_after = RatingArray(rows, 0, true);
  const std::string black_before = RatingArray(rows, 1, false);
  const std::string black_after = RatingArray(rows, 1, true);
  return postgres::WithStatement(
      *appends_, false, [&](pqxx::nontransaction& t) -> base::Result<std::vector<bool>> {
        return Returned(
            rows, t.exec_prepared(
                      "log_append_with_sides", common.ids, common.seqs, common.request_ids,
                      common.times, common.events, common.deadlines, common.not_after, end.state,
                      end.score, end.reason, end.variant_end, end.final_fen, end.last_move,
                      end.plies, end.outbox, white_before, white_after, black_before, black_after,
                      secret.seats, secret.editions, secret.payloads, end.amendments, end.cause,
                      audit.operators, audit.actions, audit.reasons, audit.details));
      });
}

base::Result<std::vector<bool>> LogRepository::Stored(const Rows& rows) {
  std::vector<std::string> ids;
  std::vector<int64_t> seqs;
  for (const AppendRow* row : rows) {
    ids.push_back(row->game_id);
    seqs.push_back(row->row.seq);
  }
  return postgres::WithStatement(
      *appends_, true, [&](pqxx::nontransaction& t) -> base::Result<std::vector<bool>> {
        const pqxx::result result =
            t.exec_prepared("log_stored", TextArray(ids), BigintArray(seqs));
        std::unordered_map<std::string, LogRow> found;
        for (const auto& line : result) {
          found[TextOf(line[0])] = LogRow{IntOf(line[1]), postgres::FromBytea(line[2]),
                                          IntOf(line[3]), postgres::FromBytea(line[4])};
        }
        std::vector<bool> stored;
        for (const AppendRow* row : rows) {
          const auto it = found.find(row->game_id);
          stored.push_back(it != found.end() && it->second == row->row);
        }
        return stored;
      });
}

base::Result<std::vector<LoadedRows>> LogRepository::Load(
    const std::vector<std::string>& game_ids) {
  std::vector<LoadedRows> games(game_ids.size());
  std::unordered_map<std::string, size_t> index;
  for (size_t i = 0; i < game_ids.size(); ++i) index.emplace(game_ids[i], i);
  const std::string ids = TextArray(game_ids);
  return postgres::WithRead(
      *reads_, [&](pqxx::nontransaction& t) -> base::Result<std::vector<LoadedRows>> {
        for (size_t i = 0; i < games.size(); ++i) games[i] = LoadedRows{game_ids[i]};
        for (const auto& line : t.exec_prepared("log_heads", ids)) {
          LoadedRows& game = games[index[TextOf(line[0])]];
          game.found = true;
          game.seats = {SeatOf(line, 1), SeatOf(line, 7)};
        }
        for (const auto& line : t.exec_prepared("log_rows", ids)) {
          LoadedRows& game = games[index[TextOf(line[0])]];
          if (line[2].is_null()) {
            game.record = postgres::FromBytea(line[4]);
          } else {
            game.log.push_back(LogRow{IntOf(line[1]), postgres::FromBytea(line[2]),
                                      IntOf(line[3]), postgres::FromBytea(line[4])});
          }
        }
        return std::move(games);
      });
}

base::Result<std::vector<int64_t>> LogRepository::LastSeqs(
    const std::vector<std::string>& game_ids) {
  return postgres::WithRead(
      *reads_, [&](pqxx::nontransaction& t) -> base::Result<std::vector<int64_t>> {
        std::unordered_map<std::string, int64_t> found;
        for (const auto& line : t.exec_prepared("log_last_seqs", TextArray(game_ids))) {
          found[TextOf(line[0])] = IntOf(line[1]);
        }
        std::vector<int64_t> seqs;
        for (const std::string& id : game_ids) {
          const auto it = found.find(id);
          seqs.push_back(it == found.end() ? 0 : it->second);
        }
        return seqs;
      });
}

}  // namespace chess::game
