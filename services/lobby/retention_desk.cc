#include "lobby/retention_desk.h"

#include "lobby/housekeeping_repository.h"
#include "lobby/operator_call.h"

namespace chess::lobby {
namespace {

void KindToProto(const HousekeepingRepository::Kind& from, v1::RetentionKind* to) {
  to->set_kind(from.name);
  to->set_rule(from.rule);
  to->set_keep_seconds(from.keep_ms / 1000);
  to->set_setting(from.setting);
  to->set_rows(from.rows);
}

}  // namespace

base::Status RetentionDesk::Get(const rpc::CallContext&, const v1::GetRetentionRequest&,
                                v1::GetRetentionResponse* response) {
  const auto kinds = housekeeping_.Count();
  if (!kinds.ok()) return kinds.error();
  for (const auto& kind : *kinds) KindToProto(kind, response->add_kinds());
  return {};
}

base::Status RetentionDesk::Run(const rpc::CallContext& caller,
                                const v1::RunRetentionRequest& request,
                                v1::RunRetentionResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const auto kinds = housekeeping_.SweepFor(*actor);
  if (!kinds.ok()) return kinds.error();
  for (const auto& kind : *kinds) {
    KindToProto(kind, response->add_kinds());
    if (kind.rows >= HousekeepingRepository::kBatch) response->set_more(true);
  }
  return {};
}

}  // namespace chess::lobby
