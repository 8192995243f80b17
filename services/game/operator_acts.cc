#include "game/operator_acts.h"

#include <algorithm>
#include <future>
#include <sstream>

#include "base/ids.h"
#include "game/convert.h"
#include "game/log_convert.h"
#include "game/operator_call.h"
#include "game/operator_index.h"
#include "game/operator_reads.h"
#include "game/request_fields.h"
#include "rpc/log.h"

namespace chess::game {
namespace {

constexpr int kDefaultIndexBatch = 200;
constexpr int kMostIndexBatch = 500;
constexpr int kRetentionBatch = 1000;
constexpr int kCompactRounds = 5;

rules::GameResult ResultOf(v1::DecidedResult result) {
  switch (result) {
    case v1::DECIDED_RESULT_WHITE_WINS:
      return rules::GameResult::kWhiteWins;
    case v1::DECIDED_RESULT_BLACK_WINS:
      return rules::GameResult::kBlackWins;
    case v1::DECIDED_RESULT_DRAW:
      return rules::GameResult::kDraw;
    case v1::DECIDED_RESULT_NONE:
      return rules::GameResult::kAborted;
    default:
      return rules::GameResult::kOngoing;
  }
}

// What an operator decides about a result.
struct Ruling {
  match::Ending ending;
  match::Action action;
  std::string name;  // "game_end", "game_amend"
};

template <typename Request>
base::Result<match::Ending> EndingOf(const Request& request) {
  match::Ending ending{
      ResultOf(request.result()), match::EndReason::kOperator, {}, match::OperatorCause::kNone};
  if (!ending.over()) return BadField("result", "Say who wins, or that nobody does.");
  if (request.cause() == v1::OPERATOR_CAUSE_UNSPECIFIED ||
      !v1::OperatorCause_IsValid(request.cause())) {
    return BadField("cause", "Say what the players are told.");
  }
  ending.cause = static_cast<match::OperatorCause>(request.cause());
  return ending;
}

base::Result<int64_t> Decide(const OperatorParts& parts, const std::string& game_id,
                             const Actor& actor, match::Action action, AuditColumns audit) {
  match::Command command;
  RequestIdFromBytes(actor.request_id, &command.request_id);
  command.action = std::move(action);
  std::promise<base::Result<Answer>> decided;
  parts.game.store.Rule(game_id, std::move(command), std::move(audit),
                        [&](base::Result<Answer> answer) { decided.set_value(std::move(answer)); });
  base::Result<Answer> answer = decided.get_future().get();
  if (!answer.ok()) return std::move(answer).error();
  return answer->seq;
}

// Carries out a ruling once; the number of its row. What was refused may have been done already, by
// a call of the same request that was under way.
template <typename Request, typename Response>
base::Status Rule(const OperatorParts& parts, const rpc::CallContext& caller,
                  const Request& request, const Ruling& ruling, Response* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason());
  if (!actor.ok()) return actor.error();
  const std::string ask = std::string(rules::ResultText(ruling.ending.result)) + " " +
                          std::string(match::NameOf(ruling.ending.cause));
  const AuditColumns audit = AuditOf(*actor, ruling.name, ask);
  const std::string subject = SubjectOf(request.game_id());
  auto before = DoneBefore(parts.audit, *actor, audit, subject);
  if (!before.ok()) return before.error();
  int64_t seq = *before ? (*before)->NumberIn("seq") : 0;
  if (seq == 0) {
    const auto decided = Decide(parts, request.game_id(), *actor, ruling.action, audit);
    if (!decided.ok()) {
      before = DoneBefore(parts.audit, *actor, audit, subject);
      const bool reused = !before.ok() && before.error().reason == RequestIdReused().reason;
      if (reused) return before.error();
      if (!before.ok() || !*before) return decided.error();
    }
    seq = decided.ok() ? *decided : (*before)->NumberIn("seq");
    rpc::Info("an operator decided a game", {{"operator", actor->name},
                                             {"game_id", request.game_id()},
                                             {"action", ruling.name},
                                             {"ask", ask},
                                             {"seq", seq}});
  }
  const auto game = ReadGame(parts, request.game_id());
  response->set_seq(seq);
  ResultToProto(ruling.ending, game.ok() ? game->state->end_time : 0, response->mutable_result());
  return {};
}

std::string Joined(const google::protobuf::RepeatedPtrField<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : " ") + id;
  return text;
}

void Split(const std::string& text, google::protobuf::RepeatedPtrField<std::string>* ids) {
  std::istringstream words(text);
  for (std::string id; words >> id;) *ids->Add() = id;
}

void ToProto(const IndexBatch& batch, int limit, v1::RebuildIndexResponse* response) {
  for (const auto& wrong : batch.wrong) response->add_wrong_game_ids(wrong.right.game_id);
  for (const std::string& id : batch.broken) response->add_broken_game_ids(id);
  response->set_games(static_cast<int>(batch.ids.size()));
  if (static_cast<int>(batch.ids.size()) == limit) response->set_next_cursor(batch.ids.back());
}

// What the audit row of a batch says, so that a repetition gets the first answer from it.
std::string DetailOf(const std::string& ask, const v1::RebuildIndexResponse& done) {
  return AuditJson({{"ask", ask},
                    {"games", std::to_string(done.games())},
                    {"wrong", std::to_string(done.wrong_game_ids_size())},
                    {"broken", std::to_string(done.broken_game_ids_size())},
                    {"wrong_ids", Joined(done.wrong_game_ids())},
                    {"broken_ids", Joined(done.broken_game_ids())},
                    {"next", done.next_cursor()}});
}

base::Status ToProto(const AuditRow& done, v1::RebuildIndexResponse* response) {
  response->Clear();
  response->set_games(static_cast<int32_t>(done.NumberIn("games")));
  Split(done.Detail("wrong_ids"), response->mutable_wrong_game_ids());
  Split(done.Detail("broken_ids"), response->mutable_broken_game_ids());
  response->set_next_cursor(done.Detail("next"));
  return {};
}

v1::RetentionItem* AddItem(google::protobuf::RepeatedPtrField<v1::RetentionItem>* items,
                           const char* kind, const char* action, const char* setting,
                           int64_t after_seconds, int64_t due) {
  auto* item = items->Add();
  item->set_kind(kind);
  item->set_action(action);
  item->set_setting(setting);
  item->set_after_seconds(after_seconds);
  item->set_due(due);
  return item;
}

void ItemsToProto(const RetentionSettings& settings, int64_t compactable,
                  const RetentionCounts& counts,
                  google::protobuf::RepeatedPtrField<v1::RetentionItem>* items) {
  constexpr int64_t kDay = 24 * 3600;
  AddItem(items, "finished_games", "compact", "CHESS_GAME_COMPACT_AFTER_SECONDS",
          settings.compact_after_ms / 1000, compactable);
  AddItem(items, "aborted_games", "delete", "CHESS_GAME_KEEP_ABORTED_DAYS",
          settings.keep_aborted_days * kDay, counts.aborted_games);
  AddItem(items, "outages", "delete", "CHESS_GAME_KEEP_OUTAGE_DAYS",
          settings.keep_outage_days * kDay, counts.outages);
  AddItem(items, "audit", "delete", "CHESS_GAME_KEEP_AUDIT_DAYS", settings.keep_audit_days * kDay,
          counts.audit);
}

// The row of a run, which it has from the transaction of its deletions, now or from before.
base::Result<AuditRow> Deleted(const OperatorParts& parts, const Actor& actor) {
  const AuditColumns act = AuditOf(actor, "retention_run", "");
  auto row = DoneBefore(parts.audit, actor, act, kAllGames);
  if (row.ok() && !*row) {
    const auto gone = parts.retention.Delete(kRetentionBatch, act, actor.request_id);
    if (!gone.ok() && gone.error().reason != "ALREADY_EXISTS") return StoreError(gone.error());
    row = DoneBefore(parts.audit, actor, act, kAllGames);
  }
  if (!row.ok()) return row.error();
  if (!*row) return RequestIdReused();
  return **std::move(row);
}

// Compacts what the run of this row still owes: nothing, if the row says how many it has compacted.
base::Result<int64_t> Compacted(const OperatorParts& parts, const AuditRow& row) {
  constexpr char kDone[] = "finished_games";
  if (!row.Detail(kDone).empty()) return row.NumberIn(kDone);
  int64_t compacted = 0;
  for (int round = 0; round < kCompactRounds; ++round) {
    const int games = parts.housekeeper.Compact();
    compacted += games;
    if (games == 0) break;
  }
  const base::Status noted = parts.audit.Note(row.request_id, kDone, std::to_string(compacted));
  if (!noted.ok()) return StoreError(noted.error());
  return compacted;
}

}  // namespace

base::Status EndGame(const OperatorParts& parts, const rpc::CallContext& caller,
                     const v1::EndGameRequest& request, v1::EndGameResponse* response) {
  const auto ending = EndingOf(request);
  if (!ending.ok()) return ending.error();
  const match::OperatorEnd action{ending->result, ending->cause};
  return Rule(parts, caller, request, {*ending, action, "game_end"}, response);
}

base::Status AmendResult(const OperatorParts& parts, const rpc::CallContext& caller,
                         const v1::AmendResultRequest& request, v1::AmendResultResponse* response) {
  const auto ending = EndingOf(request);
  if (!ending.ok()) return ending.error();
  const match::OperatorAmend action{ending->result, ending->cause};
  return Rule(parts, caller, request, {*ending, action, "game_amend"}, response);
}

base::Status RebuildIndex(const OperatorParts& parts, const rpc::CallContext& caller,
                          const v1::RebuildIndexRequest& request,
                          v1::RebuildIndexResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason());
  if (!actor.ok()) return actor.error();
  if (!request.cursor().empty() && !base::IsBase62(request.cursor(), 8)) {
    return BadField("cursor", "The cursor is not one of ours.");
  }
  if (request.batch_size() < 0) return BadField("batch_size", "A batch has at least one game.");
  const int limit = request.batch_size() == 0 ? kDefaultIndexBatch
                                              : std::min(request.batch_size(), kMostIndexBatch);
  const std::string ask =
      "up to " + std::to_string(limit) + " games after \"" + request.cursor() + "\"";
  const AuditColumns act = AuditOf(*actor, "index_rebuild", ask);
  if (!request.dry_run()) {
    const auto before = DoneBefore(parts.audit, *actor, act, kAllGames);
    if (!before.ok()) return before.error();
    if (*before) return ToProto(**before, response);
  }
  const auto batch = CompareIndex(parts, request.cursor(), limit);
  if (!batch.ok()) return batch.error();
  ToProto(*batch, limit, response);
  if (request.dry_run()) return {};
  // A batch that changes nothing is noted only where it is the first.
  if (!batch->wrong.empty() || request.cursor().empty()) {
    AuditColumns audit = act;
    audit.detail = DetailOf(ask, *response);
    const auto written = parts.index.Write(batch->wrong, audit, actor->request_id);
    if (!written.ok()) return StoreError(written.error());
    if (*written) return {};
  }
  // The same call may have done it at the same time.
  const auto before = DoneBefore(parts.audit, *actor, act, kAllGames);
  if (!before.ok()) return before.error();
  return *before ? ToProto(**before, response) : base::Status();
}

base::Status GetRetention(const OperatorParts& parts, v1::GetRetentionResponse* response) {
  const auto due = parts.retention.Due();
  if (!due.ok()) return StoreError(due.error());
  const auto compactable = parts.retention.Compactable();
  if (!compactable.ok()) return StoreError(compactable.error());
  ItemsToProto(parts.retention.settings(), *compactable, *due, response->mutable_items());
  return {};
}

base::Status RunRetention(const OperatorParts& parts, const rpc::CallContext& caller,
                          const v1::RunRetentionRequest& request,
                          v1::RunRetentionResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason());
  if (!actor.ok()) return actor.error();
  // First what cannot be taken back, with the audit row: a run that is cut off leaves it.
  const auto row = Deleted(parts, *actor);
  if (!row.ok()) return row.error();
  const auto compacted = Compacted(parts, *row);
  if (!compacted.ok()) return compacted.error();
  const RetentionCounts gone{row->NumberIn("aborted_games"), row->NumberIn("outages"),
                             row->NumberIn("audit")};
  ItemsToProto(parts.retention.settings(), *compacted, gone, response->mutable_items());
  const auto due = parts.retention.Due();
  const auto compactable = parts.retention.Compactable();
  response->set_more((due.ok() && due->aborted_games + due->outages + due->audit > 0) ||
                     (compactable.ok() && *compactable > 0 && *compacted > 0));
  return {};
}

}  // namespace chess::game
