#include "game/operator_acts.h"

#include <algorithm>
#include <charconv>
#include <future>

#include "base/ids.h"
#include "game/convert.h"
#include "game/log_convert.h"
#include "game/operator_call.h"
#include "game/operator_index.h"
#include "game/operator_reads.h"
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

int64_t SeqIn(const AuditRow& row) {
  const std::string text = row.Detail("seq");
  int64_t seq = 0;
  std::from_chars(text.data(), text.data() + text.size(), seq);
  return seq;
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
  int64_t seq = *before ? SeqIn(**before) : 0;
  if (seq == 0) {
    const auto decided = Decide(parts, request.game_id(), *actor, ruling.action, audit);
    if (!decided.ok()) {
      before = DoneBefore(parts.audit, *actor, audit, subject);
      if (!before.ok() || !*before) return decided.error();
    }
    seq = decided.ok() ? *decided : SeqIn(**before);
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
  const auto batch = CompareIndex(parts, request.cursor(), limit);
  if (!batch.ok()) return batch.error();
  for (const auto& wrong : batch->wrong) response->add_wrong_game_ids(wrong.right.game_id);
  for (const std::string& id : batch->broken) response->add_broken_game_ids(id);
  response->set_games(static_cast<int>(batch->ids.size()));
  if (static_cast<int>(batch->ids.size()) == limit) {
    response->set_next_cursor(batch->ids.back());
  }
  if (request.dry_run()) return {};
  // A batch that changes nothing is noted only where it is the first.
  std::optional<AuditColumns> audit;
  if (!batch->wrong.empty() || request.cursor().empty()) {
    audit = AuditColumns{actor->name, "index_rebuild", actor->reason,
                         AuditJson({{"after", request.cursor()},
                                    {"games", std::to_string(batch->ids.size())},
                                    {"wrong", std::to_string(batch->wrong.size())},
                                    {"broken", std::to_string(batch->broken.size())}})};
  }
  const base::Status written = parts.index.Write(batch->wrong, audit, actor->request_id);
  return written.ok() ? written : base::Status(StoreError(written.error()));
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
  const AuditColumns audit{actor->name, "retention_run", actor->reason, "{}"};
  const auto before = parts.audit.Find(actor->request_id);
  if (!before.ok()) return StoreError(before.error());
  if (*before) {
    const bool ours = (*before)->action == audit.action && (*before)->operator_name == actor->name;
    // Done already; what is left, the next call says.
    return ours ? base::Status() : base::Status(RequestIdReused());
  }
  int compacted = 0;
  for (int round = 0; round < kCompactRounds; ++round) {
    const int games = parts.housekeeper.Compact();
    compacted += games;
    if (games == 0) break;
  }
  const auto gone = parts.retention.Delete(kRetentionBatch, audit, actor->request_id, compacted);
  if (!gone.ok() && gone.error().reason == "ALREADY_EXISTS") return {};
  if (!gone.ok()) return StoreError(gone.error());
  ItemsToProto(parts.retention.settings(), compacted, *gone, response->mutable_items());
  const auto due = parts.retention.Due();
  const auto compactable = parts.retention.Compactable();
  response->set_more((due.ok() && due->aborted_games + due->outages + due->audit > 0) ||
                     (compactable.ok() && *compactable > 0 && compacted > 0));
  return {};
}

}  // namespace chess::game
