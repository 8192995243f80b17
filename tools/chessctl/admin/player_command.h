#pragma once
// What the commands about players share.

#include <string>

#include "chess/lobby/v1/operator_service.pb.h"
#include "chessctl/admin/session.h"

namespace chess::chessctl::admin {

// NAME, or id:ID for a player's id.
lobby::v1::PlayerRef PlayerOf(const std::string& text);
// Shows a player, as a sheet or as JSON; kDone.
int PrintPlayer(const Session& session, const lobby::v1::PlayerDetail& player);

// A request of a change with --request-id, --reason and the player of the one argument.
template <typename Request>
Request PlayerRequest(const Session& session) {
  Request request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  *request.mutable_player() = PlayerOf(session.arguments()[0]);
  return request;
}

}  // namespace chess::chessctl::admin
