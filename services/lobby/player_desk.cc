#include "lobby/player_desk.h"

#include <google/protobuf/util/time_util.h>

#include "base/clock.h"
#include "lobby/convert.h"
#include "lobby/lobby_bus.h"
#include "lobby/operator_call.h"
#include "lobby/sanction_repository.h"

namespace chess::lobby {
namespace {

using base::Status;
using google::protobuf::util::TimeUtil;

constexpr base::DurationMs kLongestMs = 10LL * 366 * 24 * 3600 * 1000;

void SanctionToProto(const std::optional<base::TimeMs>& until, v1::Sanction* sanction) {
  if (*until != 0) *sanction->mutable_until() = TimeUtil::MillisecondsToTimestamp(*until);
}

void DetailToProto(const PlayerDetail& from, v1::PlayerDetail* to) {
  ToProto(from.card, to->mutable_player());
  *to->mutable_create_time() = TimeUtil::MillisecondsToTimestamp(from.create_time);
  to->set_games_started(from.games_started);
  to->set_sessions(from.sessions);
  if (from.use_time != 0) {
    *to->mutable_use_time() = TimeUtil::MillisecondsToTimestamp(from.use_time);
  }
  to->set_open_challenges(from.open_challenges);
  if (from.muted_until) SanctionToProto(from.muted_until, to->mutable_mute());
  if (from.banned_until) SanctionToProto(from.banned_until, to->mutable_ban());
  if (from.close_time != 0) {
    *to->mutable_close_time() = TimeUtil::MillisecondsToTimestamp(from.close_time);
  }
  to->set_reserved_name(from.reserved_name);
}

// 0 for ever. INVALID_FIELD for a time that is past, or farther away than anybody means.
template <typename Request>
base::Result<base::TimeMs> UntilOf(const Request& request) {
  if (!request.has_until()) return base::TimeMs{0};
  if (!IsTime(request.until())) return InvalidField("until", "No such time.");
  const base::TimeMs until_ms = TimeUtil::TimestampToMilliseconds(request.until());
  const base::TimeMs now_ms = base::SystemClock().NowMs();
  if (until_ms <= now_ms) return InvalidField("until", "The time is past.");
  if (until_ms - now_ms > kLongestMs) {
    return InvalidField("until", "More than ten years: leave it out, that is for ever.");
  }
  return until_ms;
}

}  // namespace

PlayerRef RefOf(const v1::PlayerRef& player) { return {player.player_id(), player.name()}; }

Status PlayerDesk::Fill(const v1::PlayerRef& player, v1::PlayerDetail* detail) {
  const auto found = sanctions_.Show(RefOf(player));
  if (!found.ok()) return found.error();
  DetailToProto(*found, detail);
  return {};
}

Status PlayerDesk::Show(const rpc::CallContext&, const v1::ShowPlayerRequest& request,
                        v1::ShowPlayerResponse* response) {
  return Fill(request.player(), response->mutable_player());
}

Status PlayerDesk::Mute(const rpc::CallContext& caller, const v1::MutePlayerRequest& request,
                        v1::MutePlayerResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const auto until = UntilOf(request);
  if (!until.ok()) return until.error();
  const Status done = sanctions_.Mute(*actor, RefOf(request.player()), *until);
  return done.ok() ? Fill(request.player(), response->mutable_player()) : done;
}

Status PlayerDesk::Unmute(const rpc::CallContext& caller, const v1::UnmutePlayerRequest& request,
                          v1::UnmutePlayerResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const Status done = sanctions_.Unmute(*actor, RefOf(request.player()));
  return done.ok() ? Fill(request.player(), response->mutable_player()) : done;
}

Status PlayerDesk::Ban(const rpc::CallContext& caller, const v1::BanPlayerRequest& request,
                       v1::BanPlayerResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const auto until = UntilOf(request);
  if (!until.ok()) return until.error();
  const auto told = sanctions_.Ban(*actor, RefOf(request.player()), *until);
  if (!told.ok()) return told.error();
  bus_.Ring(*told);
  return Fill(request.player(), response->mutable_player());
}

Status PlayerDesk::Unban(const rpc::CallContext& caller, const v1::UnbanPlayerRequest& request,
                         v1::UnbanPlayerResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const Status done = sanctions_.Unban(*actor, RefOf(request.player()));
  return done.ok() ? Fill(request.player(), response->mutable_player()) : done;
}

Status PlayerDesk::Close(const rpc::CallContext& caller, const v1::ClosePlayerRequest& request,
                         v1::ClosePlayerResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const auto told = sanctions_.Close(*actor, RefOf(request.player()));
  if (!told.ok()) return told.error();
  bus_.Ring(*told);
  return Fill(request.player(), response->mutable_player());
}

}  // namespace chess::lobby
