#include "lobby/lobby_bus.h"

#include "base/limits.h"
#include "lobby/convert.h"
#include "redis/keys.h"
#include "rpc/trace.h"

namespace chess::lobby {

void LobbyBus::Ring(const std::vector<PlayerEvent>& events) {
  const rpc::Trace* trace = rpc::CurrentTrace();
  const std::string ringer = trace == nullptr ? "" : rpc::TraceBytes(*trace);
  for (const PlayerEvent& event : events) {
    publisher_.Publish(redis::PlayerEventsChannel(event.player_id.value), BellOf(event, ringer));
  }
}

base::Result<std::vector<bool>> LobbyBus::Online(const std::vector<std::string>& player_ids) {
  std::vector<bool> online;
  if (player_ids.empty()) return online;
  std::vector<redis::Argv> commands;
  for (const std::string& id : player_ids) {
    commands.push_back({"EXISTS", redis::PresenceKey(id)});
  }
  auto replies = client_.Pipeline(commands);
  if (!replies.ok()) return replies.error();
  for (const redis::Reply& reply : *replies) online.push_back(reply.integer == 1);
  return online;
}

base::Status LobbyBus::Report(const std::vector<std::string>& online,
                              const std::vector<std::string>& gone) {
  std::vector<redis::Argv> commands;
  for (const std::string& id : gone) commands.push_back({"DEL", redis::PresenceKey(id)});
  for (const std::string& id : online) {
    commands.push_back(
        {"SET", redis::PresenceKey(id), "1", "PX", std::to_string(base::kPresenceMs)});
  }
  if (commands.empty()) return {};
  auto replies = client_.Pipeline(commands);
  return replies.ok() ? base::Status() : base::Status(replies.error());
}

}  // namespace chess::lobby
