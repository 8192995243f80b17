#include "game/operator_reads.h"

#include <algorithm>
#include <charconv>
#include <future>

#include "base/ids.h"
#include "game/convert.h"
#include "game/enum_convert.h"
#include "game/game_reads.h"
#include "game/log_convert.h"
#include "game/log_text.h"
#include "game/operator_call.h"
#include "game/operator_index.h"
#include "game/record.h"
#include "game/request_fields.h"
#include "game/time_convert.h"
#include "game/verify.h"
#include "rules/notation/fen.h"

namespace chess::game {
namespace {

constexpr int kMostLines = 500;

void ToProto(const OperatorRow& row, v1::OperatorGame* out) {
  SummaryToProto(row.game, "", out->mutable_summary());
  out->set_last_seq(row.last_seq);
  out->set_amendments(row.amendments);
  out->set_compacted(row.compacted);
  out->set_relay_waiting(row.relay_waiting);
  if (!row.rated) return;
  auto* rated = out->mutable_rated();
  rated->mutable_white()->set_before(row.rated->before[0]);
  rated->mutable_white()->set_after(row.rated->after[0]);
  rated->mutable_black()->set_before(row.rated->before[1]);
  rated->mutable_black()->set_after(row.rated->after[1]);
}

// Players as they are called now.
template <typename Row, typename Get>
void NameAll(LobbyPeer& lobby, std::vector<Row>& rows, Get get) {
  std::vector<GameRow> games;
  for (Row& row : rows) games.push_back(get(row));
  lobby.NameRows(games);
  for (size_t i = 0; i < rows.size(); ++i) get(rows[i]).seats = games[i].seats;
}

// The column's words for a state; nothing where there are none.
std::optional<std::string> StateWord(v1::GameState state) {
  switch (state) {
    case v1::GAME_STATE_UNSPECIFIED:
      return "";
    case v1::GAME_STATE_RUNNING:
    case v1::GAME_STATE_READYING:
    case v1::GAME_STATE_DRAFTING:
      return "running";
    case v1::GAME_STATE_FINISHED:
      return "finished";
    case v1::GAME_STATE_ABORTED:
      return "aborted";
    default:
      return std::nullopt;
  }
}

base::Result<FindQuery> QueryOf(const v1::FindGamesRequest& request) {
  FindQuery query;
  query.player_id = request.player_id();
  if (!query.player_id.empty() && !base::IsBase62(query.player_id, 12)) {
    return BadField("player_id", "A player id has 12 characters.");
  }
  const auto state = StateWord(request.state());
  if (!state) return BadField("state", "There is no such state.");
  query.state = *state;
  if (request.ending() != v1::END_REASON_UNSPECIFIED) {
    if (!v1::EndReason_IsValid(request.ending())) return BadField("ending", "No such ending.");
    query.end_reason = match::NameOf(static_cast<match::EndReason>(request.ending()));
  }
  query.rule_set = request.rule_set();
  if (request.has_created_from()) query.created_from = TimeOf(request.created_from());
  if (request.has_created_before()) {
    query.created_before = std::max<TimeMs>(1, TimeOf(request.created_before()));
  }
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  query.limit = *size;
  const base::Status token = ReadPageToken(request.page(), &query.before_time, &query.before_id);
  if (!token.ok()) return token.error();
  return query;
}

// What a spectator does not see now.
bool HidesSomething(const match::State& state) {
  return match::Hides(state) || (!state.over() && state.phase == match::Phase::kDrafting);
}

void HiddenToProto(const match::State& state, const match::Secrets* secrets,
                   v1::HiddenInformation* out) {
  if (state.men_stand()) {
    out->set_fen(rules::WriteFen(state.game().position(), state.game().rules()));
    const auto white = match::MovesOf(state, rules::Seat::kWhite);
    const auto black = match::MovesOf(state, rules::Seat::kBlack);
    const bool white_first = state.game().start().turn == rules::Color::kWhite;
    for (size_t i = 0; i < white.size(); ++i) {  // of each move what its own side knows
      PlayedMoveToProto((i % 2 == 0) == white_first ? white[i] : black[i], out->add_moves());
    }
  }
  if (secrets == nullptr) return;
  if (secrets->drafts[0]) out->set_white_army(secrets->drafts[0]->army);
  if (secrets->drafts[1]) out->set_black_army(secrets->drafts[1]->army);
}

// The audit row for looking at what is hidden; a repetition of the same look needs no second one.
template <typename Request>
base::Status NoteLook(const OperatorParts& parts, const rpc::CallContext& caller,
                      const Request& request, const char* what) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason());
  if (!actor.ok()) return actor.error();
  const AuditColumns audit = AuditOf(*actor, "game_reveal", what);
  const std::string subject = SubjectOf(request.game_id());
  const auto written = parts.audit.Write(audit, subject, actor->request_id);
  if (!written.ok()) return StoreError(written.error());
  if (*written) return {};
  const auto before = DoneBefore(parts.audit, *actor, audit, subject);
  return before.ok() ? base::Status() : base::Status(before.error());
}

// Everything that is stored of a game. GAME_NOT_FOUND.
base::Result<LoadedRows> LoadGame(const OperatorParts& parts, const std::string& game_id) {
  if (!base::IsBase62(game_id, 8)) return NotFoundError();
  auto loaded = parts.log.Load({game_id});
  if (!loaded.ok()) return StoreError(loaded.error());
  LoadedRows& rows = loaded->front();
  if (!rows.found) return NotFoundError();
  return std::move(rows);
}

// Lines of a log, as the replay goes on.
struct LineWriter {
  const v1::GetGameLogRequest& request;
  int limit;
  bool veil;
  v1::GetGameLogResponse* response;
  match::State state;

  // False: the page is full.
  base::Result<bool> Row(const match::DecisionRow& row, size_t bytes) {
    if (const base::Status applied = match::Apply(state, row); !applied.ok()) {
      return applied.error();
    }
    if (row.seq <= request.after_seq()) return true;
    if (response->lines_size() >= limit) {
      response->set_next_after_seq(response->lines(limit - 1).seq());
      return false;
    }
    auto* line = response->add_lines();
    line->set_seq(row.seq);
    SetTime(row.event_time, line->mutable_event_time());
    if (row.by) line->set_by(ColorToProto(*row.by));
    if (!row.of_server()) line->set_request_id(RequestIdToBytes(row.request_id));
    line->set_bytes(static_cast<int32_t>(bytes));
    RowText text = DescribeRow(state, row, veil);
    for (std::string& event : text.events) line->add_events(std::move(event));
    line->set_veiled(text.veiled);
    return true;
  }

  void Broken(const LogRow& stored, const base::Error& error) {
    auto* line = response->add_lines();
    line->set_seq(stored.seq);
    SetTime(stored.event_time, line->mutable_event_time());
    line->set_bytes(static_cast<int32_t>(stored.events.size()));
    line->add_events(error.reason + ": " + error.message);
  }
};

// Decisions in order, as far as they can be read: the first one that cannot ends the list.
base::Status WriteLines(const LoadedRows& rows, const std::string& game_id, LineWriter& writer) {
  std::optional<match::State> recorded;
  if (!rows.record.empty()) {
    auto state = StateOfRecord(game_id, rows.record);
    if (!state.ok()) return state.error();
    recorded = *std::move(state);
  }
  const int64_t recorded_seq = recorded ? recorded->seq : 0;
  const int64_t logged_seq = rows.log.empty() ? 0 : rows.log.back().seq;
  writer.response->set_last_seq(std::max(recorded_seq, logged_seq));
  if (recorded) {
    const auto decisions = RowsOfRecord(game_id, rows.record);
    if (!decisions.ok()) return decisions.error();
    for (const match::DecisionRow& row : *decisions) {
      const auto more = writer.Row(row, 0);
      if (!more.ok()) return more.error();
      if (!*more) return {};
    }
    writer.state = *std::move(recorded);
  }
  for (const LogRow& stored : rows.log) {
    if (stored.seq <= recorded_seq) continue;
    const auto row = DecodeRow(game_id, stored);
    const auto more =
        row.ok() ? writer.Row(*row, stored.events.size()) : base::Result<bool>(row.error());
    if (!more.ok()) {
      writer.Broken(stored, more.error());
      return {};
    }
    if (!*more) return {};
  }
  return {};
}

}  // namespace

base::Result<GameRef> ReadGame(const OperatorParts& parts, const std::string& game_id) {
  std::promise<base::Result<Answer>> read;
  parts.game.store.Read(
      game_id, 0, [&read](base::Result<Answer> answer) { read.set_value(std::move(answer)); });
  base::Result<Answer> answer = read.get_future().get();
  if (!answer.ok()) return std::move(answer).error();
  return std::move(answer->game);
}

base::Status FindGames(const OperatorParts& parts, const v1::FindGamesRequest& request,
                       v1::FindGamesResponse* response) {
  auto query = QueryOf(request);
  if (!query.ok()) return query.error();
  const int page = query->limit++;  // one more tells whether there is another page
  auto rows = parts.rows.Find(*query);
  if (!rows.ok()) return StoreError(rows.error());
  if (static_cast<int>(rows->size()) > page) {
    rows->resize(static_cast<size_t>(page));
    const GameRow& last = rows->back().game;
    response->mutable_page()->set_next_page_token(PageToken(last.create_time, last.game_id));
  }
  NameAll(parts.game.lobby, *rows, [](OperatorRow& row) -> GameRow& { return row.game; });
  for (const OperatorRow& row : *rows) ToProto(row, response->add_games());
  return {};
}

base::Status ListLive(const OperatorParts& parts, const v1::ListLiveRequest& request,
                      v1::ListLiveResponse* response) {
  constexpr int64_t kMostIdleSeconds = 366LL * 24 * 3600;
  LiveQuery query;
  if (request.idle_seconds() < 0 || request.idle_seconds() > kMostIdleSeconds) {
    return BadField("idle_seconds", "Up to a year of seconds.");
  }
  query.idle_ms = request.idle_seconds() * 1000;
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  query.limit = *size + 1;
  const base::Status token = ReadPageToken(request.page(), &query.after_time, &query.after_id);
  if (!token.ok()) return token;
  auto rows = parts.rows.Live(query);
  if (!rows.ok()) return StoreError(rows.error());
  if (static_cast<int>(rows->size()) > *size) {
    rows->resize(static_cast<size_t>(*size));
    const GameRow& last = rows->back().row.game;
    response->mutable_page()->set_next_page_token(PageToken(last.create_time, last.game_id));
  }
  NameAll(parts.game.lobby, *rows, [](LiveRow& row) -> GameRow& { return row.row.game; });
  for (const LiveRow& live : *rows) {
    const GameRow& game = live.row.game;
    auto* out = response->add_games();
    out->set_game_id(game.game_id);
    PlayerToProto(game.seats[0], out->mutable_white());
    PlayerToProto(game.seats[1], out->mutable_black());
    out->set_rule_set(game.rule_set);
    out->set_speed(game.speed);
    out->set_rated(game.rated);
    out->set_last_seq(live.row.last_seq);
    SetTime(game.create_time, out->mutable_create_time());
    SetTime(live.event_time, out->mutable_event_time());
    if (live.row.deadline) SetTime(*live.row.deadline, out->mutable_deadline_time());
  }
  SetTime(parts.game.clock.NowMs(), response->mutable_server_time());
  return {};
}

base::Status ShowGame(const OperatorParts& parts, const rpc::CallContext& caller,
                      const v1::ShowGameRequest& request, v1::ShowGameResponse* response) {
  const auto game = ReadGame(parts, request.game_id());
  if (!game.ok()) return game.error();
  const match::State& state = *game->state;
  response->set_hides(HidesSomething(state));
  if (request.reveal() && response->hides()) {
    const base::Status noted = NoteLook(parts, caller, request, "show");
    if (!noted.ok()) return noted;
    HiddenToProto(state, game->secrets.get(), response->mutable_hidden());
  }
  auto row = parts.rows.Get(request.game_id());
  if (!row.ok()) return StoreError(row.error());
  if (!*row) return NotFoundError();
  const auto sizes = parts.rows.Sizes(request.game_id());
  if (!sizes.ok()) return StoreError(sizes.error());
  std::promise<void> named;
  WriteSnapshot(parts.game, *game, "", response->mutable_game(), [&named] { named.set_value(); });
  named.get_future().wait();
  ToProto(**row, response->mutable_row());
  if (state.amendments > 0) {
    ResultToProto(state.original, state.end_time, response->mutable_original_result());
  }
  if ((*row)->deadline) SetTime(*(*row)->deadline, response->mutable_deadline_time());
  response->set_log_rows(sizes->log_rows);
  response->set_log_bytes(sizes->log_bytes);
  response->set_record_bytes(sizes->record_bytes);
  return {};
}

base::Status GetGameLog(const OperatorParts& parts, const rpc::CallContext& caller,
                        const v1::GetGameLogRequest& request, v1::GetGameLogResponse* response) {
  const auto rows = LoadGame(parts, request.game_id());
  if (!rows.ok()) return rows.error();
  // The game as it stands says what is hidden now, whatever the log can be read to say.
  const auto game = ReadGame(parts, request.game_id());
  const bool hides = !game.ok() || HidesSomething(*game->state);
  if (request.reveal() && hides) {
    const base::Status noted = NoteLook(parts, caller, request, "log");
    if (!noted.ok()) return noted;
  }
  const int limit = request.limit() <= 0 ? kMostLines : std::min(request.limit(), kMostLines);
  LineWriter writer{request, limit, hides && !request.reveal(), response, {}};
  const base::Status written = WriteLines(*rows, request.game_id(), writer);
  if (!written.ok()) return written;
  response->set_compacted(!rows->record.empty());
  return {};
}

base::Status VerifyGame(const OperatorParts& parts, const v1::VerifyGameRequest& request,
                        v1::VerifyGameResponse* response) {
  const std::string& id = request.game_id();
  const auto seen = parts.index.Read({id});  // before the log: it is never ahead of it then
  if (!seen.ok()) return StoreError(seen.error());
  auto rows = LoadGame(parts, id);
  if (!rows.ok()) return rows.error();
  LogVerdict verdict;
  if (rows->record.empty()) {
    verdict = VerifyLog(id, rows->log);
  } else {
    const auto state = StateOfRecord(id, rows->record);
    const int64_t recorded = state.ok() ? state->seq : 0;
    std::erase_if(rows->log, [&](const LogRow& row) { return row.seq <= recorded; });
    verdict = VerifyRecord(id, rows->record, rows->log);
  }
  if (!verdict.fault && !seen->empty()) {
    auto columns = CheckColumns(parts, seen->front(), verdict.state);
    if (!columns.ok()) return columns.error();
    verdict.fault = *std::move(columns);
  }
  response->set_compacted(!rows->record.empty());
  response->set_decisions(verdict.decisions);
  response->set_moves(verdict.moves);
  if (verdict.fault) {
    response->mutable_fault()->set_seq(verdict.fault->seq);
    response->mutable_fault()->set_word(verdict.fault->word);
    response->mutable_fault()->set_message(verdict.fault->message);
  }
  return {};
}

base::Status ListAudit(const OperatorParts& parts, const v1::ListAuditRequest& request,
                       v1::ListAuditResponse* response) {
  AuditQuery query{request.subject(), request.operator_(), request.action()};
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  query.limit = *size + 1;
  const std::string& token = request.page().page_token();
  const auto [end, error] =
      std::from_chars(token.data(), token.data() + token.size(), query.before_id);
  if (!token.empty() &&
      (error != std::errc() || end != token.data() + token.size() || query.before_id <= 0)) {
    return BadField("page.page_token", "The token is not one of ours.");
  }
  auto rows = parts.audit.List(query);
  if (!rows.ok()) return StoreError(rows.error());
  if (static_cast<int>(rows->size()) > *size) {
    rows->resize(static_cast<size_t>(*size));
    response->mutable_page()->set_next_page_token(std::to_string(rows->back().audit_id));
  }
  for (const AuditRow& row : *rows) {
    auto* entry = response->add_entries();
    entry->set_audit_id(row.audit_id);
    SetTime(row.audit_time, entry->mutable_audit_time());
    entry->set_operator_(row.operator_name);
    entry->set_action(row.action);
    entry->set_subject(row.subject);
    entry->set_reason(row.reason);
    for (const auto& [key, value] : row.detail) (*entry->mutable_detail())[key] = value;
    entry->set_request_id(row.request_id);
  }
  return {};
}

}  // namespace chess::game
