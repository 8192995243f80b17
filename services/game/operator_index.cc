#include "game/operator_index.h"

#include <algorithm>
#include <unordered_map>

#include "game/convert.h"
#include "game/log_convert.h"
#include "game/record.h"
#include "match/decide.h"

namespace chess::game {
namespace {

std::string Differences(const IndexColumns& row, const IndexColumns& right) {
  std::string text;
  const auto add = [&text](bool same, const char* name) {
    if (!same) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(row.last_seq == right.last_seq, "last_seq");
  add(row.rule_set == right.rule_set, "rule_set");
  add(row.family == right.family, "family");
  add(row.speed == right.speed, "speed");
  add(row.end_time == right.end_time, "end_time");
  add(row.rated == right.rated, "rating");
  add(row.has_deadline == right.has_deadline, "deadline_time");
  add(row.running == right.running && (row.running || row.end.state == right.end.state), "state");
  if (row.running || right.running) return text;
  add(row.end.score == right.end.score, "score");
  add(row.end.reason == right.end.reason, "end_reason");
  add(row.end.variant_end == right.end.variant_end, "variant_end");
  add(row.end.operator_cause == right.end.operator_cause, "operator_cause");
  add(row.end.amendments == right.end.amendments, "amendments");
  add(row.end.final_fen == right.end.final_fen, "final_fen");
  add(row.end.last_move == right.end.last_move, "last_move");
  add(row.end.plies == right.end.plies, "plies");
  return text;
}

void Compare(const LoadedRows& rows, const IndexColumns& row, IndexBatch* batch) {
  const auto state = StateOfRows(rows);
  if (!state.ok() || !state->created()) {
    batch->broken.push_back(rows.game_id);
    return;
  }
  IndexColumns right = ColumnsOf(*state);
  if (SameIndex(row, right)) return;
  if (right.has_deadline && row.has_deadline) right.deadline.reset();  // keep the row's
  batch->wrong.push_back({std::move(right), row.last_seq});
}

// Leaves of the games that seem wrong those whose row is still the one that was compared: a row
// read before its log is behind it where a decision came in between.
base::Status LeaveMoved(IndexRepository& index, std::vector<IndexRepository::Correction>* wrong) {
  if (wrong->empty()) return {};
  std::vector<std::string> ids;
  for (const auto& correction : *wrong) ids.push_back(correction.right.game_id);
  const auto rows = index.Read(ids);
  if (!rows.ok()) return StoreError(rows.error());
  std::erase_if(*wrong, [&](const IndexRepository::Correction& correction) {
    return std::none_of(rows->begin(), rows->end(), [&](const IndexColumns& row) {
      return row.game_id == correction.right.game_id && row.last_seq == correction.seen_seq;
    });
  });
  return {};
}

}  // namespace

IndexColumns ColumnsOf(const match::State& state) {
  IndexColumns columns;
  columns.game_id = state.settings->game_id.value;
  columns.last_seq = state.seq;
  columns.rule_set = state.settings->rule_set;
  columns.family = state.game().rules().Family();
  columns.speed = timecontrol::SpeedName(state.settings->speed());
  columns.running = !state.over();
  if (state.over()) {
    columns.end = EndColumnsOf(state);
    columns.end_time = state.end_time;
  }
  if (state.rated) columns.rated = RatingColumns{state.rated->before, state.rated->after};
  if (const auto deadline = match::DeadlineOf(state)) columns.deadline = deadline->time;
  columns.has_deadline = columns.deadline.has_value();
  return columns;
}

base::Result<std::optional<LogFault>> CheckColumns(const OperatorParts& parts,
                                                   const IndexColumns& seen,
                                                   const match::State& state) {
  const IndexColumns right = ColumnsOf(state);
  if (SameIndex(seen, right)) return std::optional<LogFault>();
  std::vector<IndexRepository::Correction> wrong = {{right, seen.last_seq}};
  const base::Status left = LeaveMoved(parts.index, &wrong);
  if (!left.ok()) return left.error();
  if (wrong.empty()) return std::optional<LogFault>();
  return std::optional<LogFault>(LogFault{
      0, "COLUMNS", "The row of games differs from the log in: " + Differences(seen, right) + "."});
}

base::Result<IndexBatch> CompareIndex(const OperatorParts& parts, const std::string& cursor,
                                      int limit) {
  IndexBatch batch;
  auto ids = parts.index.Ids(cursor, limit);
  if (!ids.ok()) return StoreError(ids.error());
  batch.ids = *std::move(ids);
  // Before the logs: a row that is read first can be behind its log, but never ahead of it.
  const auto columns = parts.index.Read(batch.ids);
  if (!columns.ok()) return StoreError(columns.error());
  const auto loaded = parts.log.Load(batch.ids);
  if (!loaded.ok()) return StoreError(loaded.error());
  std::unordered_map<std::string, const IndexColumns*> by_id;
  for (const IndexColumns& row : *columns) by_id.emplace(row.game_id, &row);
  for (const LoadedRows& rows : *loaded) {
    const auto row = by_id.find(rows.game_id);
    if (rows.found && row != by_id.end()) Compare(rows, *row->second, &batch);
  }
  const base::Status left = LeaveMoved(parts.index, &batch.wrong);
  if (!left.ok()) return left.error();
  return batch;
}

}  // namespace chess::game
