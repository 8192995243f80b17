#pragma once
// What the commands about players share.

#include <google/protobuf/util/time_util.h>

#include <string>
#include <utility>

#include "base/clock.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/session.h"
#include "chessctl/admin/when.h"

namespace chess::chessctl::admin {

using LobbyOperatorStub = lobby::v1::OperatorService::Stub;
template <typename Request, typename Response>
using LobbyOperatorMethod = grpc::Status (LobbyOperatorStub::*)(grpc::ClientContext*,
                                                                const Request&, Response*);

// NAME, or id:ID for a player's id.
lobby::v1::PlayerRef PlayerOf(const std::string& text);
// Shows a player, as a sheet or as JSON; kDone.
int PrintPlayer(const Session& session, const lobby::v1::PlayerDetail& player);

// Calls `method` for the player that the one argument names and shows the player of the answer.
template <typename Request, typename Response>
int AskOfPlayer(Session& session, LobbyOperatorMethod<Request, Response> method,
                Request request = {}) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  *request.mutable_player() = PlayerOf(session.arguments()[0]);
  Response response;
  const auto stub = lobby::v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, method, request, &response)) return status;
  return PrintPlayer(session, response.player());
}

// The same with --request-id and --reason: `method` changes something.
template <typename Request, typename Response>
int ChangePlayer(Session& session, LobbyOperatorMethod<Request, Response> method,
                 Request request = {}) {
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  return AskOfPlayer(session, method, std::move(request));
}

// The same for a time: --until TIME or --for-ever.
template <typename Request, typename Response>
int ChangePlayerUntil(Session& session, LobbyOperatorMethod<Request, Response> method) {
  const Flags& flags = session.flags();
  if (flags.Has("until") == flags.Has("for-ever")) {
    return session.Usage("either --until TIME or --for-ever is wanted");
  }
  Request request;
  if (flags.Has("until")) {
    const auto until = ParseWhen(flags.Get("until"), base::SystemClock().NowMs());
    if (!until.ok()) return session.Usage(until.error().message);
    *request.mutable_until() = google::protobuf::util::TimeUtil::MillisecondsToTimestamp(*until);
  }
  return ChangePlayer(session, method, std::move(request));
}

}  // namespace chess::chessctl::admin
