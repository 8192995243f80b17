#include "game/index_repository.h"

#include <pqxx/pqxx>
#include <unordered_map>

#include "game/audit_repository.h"
#include "game/game_row_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;
using postgres::TextOf;

constexpr char kIds[] =
    "SELECT game_id FROM game.games WHERE game_id > $1 ORDER BY game_id LIMIT $2";

constexpr char kRead[] = R"sql(
SELECT game_id, last_seq, rule_set, family, speed, state,
       (extract(epoch FROM end_time) * 1000)::bigint, score, end_reason, variant_end, final_fen,
       last_move, plies, operator_cause, amendments,
       white_before, black_before, white_after, black_after, deadline_time IS NOT NULL
FROM game.games WHERE game_id = ANY($1::text[]))sql";

constexpr char kWrite[] = R"sql(
UPDATE game.games SET
  last_seq = $3, rule_set = $4, family = $5, speed = $6, state = $7,
  end_time = CASE $8::bigint WHEN 0 THEN NULL ELSE to_timestamp($8::bigint / 1000.0) END,
  score = NULLIF($9, ''), end_reason = NULLIF($10, ''), variant_end = $11,
  final_fen = NULLIF($12, ''), last_move = $13, plies = $14, operator_cause = $15,
  amendments = $16, white_before = $17::integer, black_before = $18::integer,
  white_after = $19::integer, black_after = $20::integer,
  deadline_time = CASE $21::bigint WHEN 0 THEN NULL WHEN -1 THEN deadline_time
                                   ELSE to_timestamp($21::bigint / 1000.0) END,
  sweep_time = CASE $21::bigint WHEN 0 THEN NULL WHEN -1 THEN sweep_time
                                ELSE to_timestamp($21::bigint / 1000.0) END
WHERE game_id = $1 AND last_seq = $2)sql";

constexpr int64_t kKeepDeadline = -1;

IndexColumns ColumnsOf(const pqxx::row& line) {
  IndexColumns row;
  row.game_id = TextOf(line[0]);
  row.last_seq = IntOf(line[1]);
  row.rule_set = TextOf(line[2]);
  row.family = TextOf(line[3]);
  row.speed = TextOf(line[4]);
  row.running = TextOf(line[5]) == "running";
  row.end.state = TextOf(line[5]);
  row.end_time = IntOf(line[6]);
  row.end.score = TextOf(line[7]);
  row.end.reason = TextOf(line[8]);
  row.end.variant_end = TextOf(line[9]);
  row.end.final_fen = TextOf(line[10]);
  row.end.last_move = TextOf(line[11]);
  row.end.plies = static_cast<int>(IntOf(line[12]));
  row.end.operator_cause = TextOf(line[13]);
  row.end.amendments = static_cast<int>(IntOf(line[14]));
  row.rated = ReadRating(line, 15);
  row.has_deadline = line[19].as<bool>();
  return row;
}

// A number, or null.
struct Number {
  std::string text;
  bool present = false;
  const char* get() const { return present ? text.c_str() : nullptr; }
};
Number NumberOf(const std::optional<RatingColumns>& rated, int color, bool after) {
  if (!rated) return {};
  return {std::to_string(after ? rated->after[color] : rated->before[color]), true};
}

void WriteOne(pqxx::transaction_base& t, const IndexRepository::Correction& correction) {
  const IndexColumns& right = correction.right;
  const EndColumns& end = right.end;
  const Number wb = NumberOf(right.rated, 0, false), bb = NumberOf(right.rated, 1, false);
  const Number wa = NumberOf(right.rated, 0, true), ba = NumberOf(right.rated, 1, true);
  const int64_t deadline = !right.has_deadline ? 0 : right.deadline.value_or(kKeepDeadline);
  postgres::Exec(t, kWrite, right.game_id, correction.seen_seq, right.last_seq, right.rule_set,
                 right.family, right.speed, right.running ? "running" : end.state, right.end_time,
                 end.score, end.reason, end.variant_end, end.final_fen, end.last_move, end.plies,
                 end.operator_cause, end.amendments, wb.get(), bb.get(), wa.get(), ba.get(),
                 deadline);
}

}  // namespace

bool SameIndex(const IndexColumns& a, const IndexColumns& b) {
  const bool same = a.game_id == b.game_id && a.last_seq == b.last_seq &&
                    a.rule_set == b.rule_set && a.family == b.family && a.speed == b.speed &&
                    a.running == b.running && a.end_time == b.end_time && a.rated == b.rated &&
                    a.has_deadline == b.has_deadline;
  if (!same || a.running) return same;
  EndColumns x = a.end, y = b.end;
  x.outbox = y.outbox = false;
  x.trace = y.trace = "";
  return x == y;
}

base::Result<std::vector<std::string>> IndexRepository::Ids(const std::string& after, int limit) {
  using Ids = std::vector<std::string>;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<Ids> {
    Ids ids;
    for (const pqxx::row& line : postgres::Exec(t, kIds, after, limit)) {
      ids.push_back(TextOf(line[0]));
    }
    return ids;
  });
}

base::Result<std::vector<IndexColumns>> IndexRepository::Read(
    const std::vector<std::string>& game_ids) {
  using Columns = std::vector<IndexColumns>;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<Columns> {
    std::unordered_map<std::string, IndexColumns> found;
    for (const pqxx::row& line : postgres::Exec(t, kRead, postgres::TextArray(game_ids))) {
      IndexColumns row = ColumnsOf(line);
      found.emplace(row.game_id, std::move(row));
    }
    Columns rows;
    for (const std::string& id : game_ids) {
      if (const auto it = found.find(id); it != found.end()) rows.push_back(it->second);
    }
    return rows;
  });
}

base::Result<bool> IndexRepository::Write(const std::vector<Correction>& corrections,
                                          const AuditColumns& audit,
                                          const std::string& request_id) {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& t) -> base::Result<bool> {
    if (!WriteAudit(t, audit, kAllGames, request_id)) return false;
    for (const Correction& correction : corrections) WriteOne(t, correction);
    return true;
  });
}

}  // namespace chess::game
