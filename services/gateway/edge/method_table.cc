#include "gateway/edge/method_table.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>

#include "base/check.h"
#include "base/limits.h"
#include "chess/analysis/v1/analysis_service.pb.h"
#include "chess/clock/v1/clock_service.pb.h"
#include "chess/common/v1/edge.pb.h"
#include "chess/game/v1/game_service.pb.h"
#include "chess/game/v1/operator_service.pb.h"
#include "chess/live/v1/live_service.pb.h"
#include "chess/lobby/v1/identity_service.pb.h"
#include "chess/lobby/v1/lobby_service.pb.h"
#include "chess/lobby/v1/notice_service.pb.h"
#include "chess/lobby/v1/operator_service.pb.h"
#include "chess/lobby/v1/players_service.pb.h"
#include "chess/rules/v1/rules_service.pb.h"

namespace chess::gateway {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::MethodDescriptor;

constexpr int64_t kUnaryDeadlineMs = 5000;

// A new public proto file is one line here.
std::vector<std::pair<const FileDescriptor*, Target>> PublicFiles() {
  return {
      {lobby::v1::GetSelfRequest::descriptor()->file(), Target::kLobby},
      {lobby::v1::ListChallengesRequest::descriptor()->file(), Target::kLobby},
      {lobby::v1::GetPlayerRequest::descriptor()->file(), Target::kLobby},
      {lobby::v1::GetNoticesRequest::descriptor()->file(), Target::kLobby},
      {lobby::v1::ListAuditRequest::descriptor()->file(), Target::kLobby},
      {game::v1::GetGameRequest::descriptor()->file(), Target::kGame},
      {game::v1::FindGamesRequest::descriptor()->file(), Target::kGame},
      {rules::v1::ParsePgnRequest::descriptor()->file(), Target::kGame},
      {clock::v1::GetTimeRequest::descriptor()->file(), Target::kClock},
      {analysis::v1::EvaluateRequest::descriptor()->file(), Target::kAnalysis},
      {live::v1::WatchRequest::descriptor()->file(), Target::kLive},
  };
}

LimitClass ToLimit(common::v1::LimitClass limit) {
  switch (limit) {
    case common::v1::LIMIT_CLASS_PLAY:
      return LimitClass::kPlay;
    case common::v1::LIMIT_CLASS_LOBBY:
      return LimitClass::kLobby;
    case common::v1::LIMIT_CLASS_IDENTITY:
      return LimitClass::kIdentity;
    case common::v1::LIMIT_CLASS_ANALYSIS:
      return LimitClass::kAnalysis;
    case common::v1::LIMIT_CLASS_STREAM:
      return LimitClass::kStream;
    case common::v1::LIMIT_CLASS_OPERATOR:
      return LimitClass::kOperator;
    default:
      return LimitClass::kRead;
  }
}

// What the table does not know is for nobody but operators.
Auth ToAuth(common::v1::Auth auth) {
  if (auth == common::v1::AUTH_ANYONE) return Auth::kAnyone;
  return auth == common::v1::AUTH_PLAYER ? Auth::kPlayer : Auth::kOperator;
}

bool IsGameScoped(const MethodDescriptor& method) {
  const FieldDescriptor* first = method.input_type()->FindFieldByNumber(1);
  return first != nullptr && first->name() == "game_id" &&
         first->type() == FieldDescriptor::TYPE_STRING && !first->is_repeated();
}

Method ToMethod(const MethodDescriptor& descriptor, const common::v1::Edge& edge, Target target) {
  Method method;
  method.service = descriptor.service()->full_name();
  method.name = descriptor.name();
  method.path = "/" + method.service + "/" + method.name;
  method.target = target;
  method.request =
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor.input_type());
  method.auth = ToAuth(edge.auth());
  method.scope = edge.scope();
  method.limit = ToLimit(edge.limit_class());
  method.idempotent = edge.idempotent();
  method.streaming = descriptor.server_streaming();
  method.game_scoped = IsGameScoped(descriptor);
  method.max_bytes = edge.max_bytes() != 0 ? edge.max_bytes() : base::kMaxMessageBytes;
  method.deadline_ms = method.streaming          ? 0
                       : edge.deadline_ms() != 0 ? edge.deadline_ms()
                                                 : kUnaryDeadlineMs;
  return method;
}

}  // namespace

const char* TargetName(Target target) {
  constexpr const char* kNames[kTargets] = {"lobby", "game", "clock", "analysis", "live"};
  return kNames[static_cast<int>(target)];
}

MethodTable::MethodTable() {
  for (const auto& [file, target] : PublicFiles()) {
    for (int s = 0; s < file->service_count(); ++s) {
      for (int m = 0; m < file->service(s)->method_count(); ++m) {
        const MethodDescriptor& method = *file->service(s)->method(m);
        const common::v1::Edge& edge = method.options().GetExtension(common::v1::edge);
        if (edge.auth() == common::v1::AUTH_UNSPECIFIED) continue;
        CHESS_CHECK(!method.client_streaming());  // the edge has no way to carry it
        methods_.push_back(ToMethod(method, edge, target));
      }
    }
  }
  for (Method& method : methods_) {
    method.index = static_cast<int>(&method - methods_.data());
    by_path_.emplace(method.path, &method);
    largest_ = std::max(largest_, method.max_bytes);
  }
}

const Method* MethodTable::Find(std::string_view path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? nullptr : found->second;
}

}  // namespace chess::gateway
