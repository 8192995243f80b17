#include "gateway/live/presence.h"

#include <algorithm>

#include "gateway/edge/wire.h"

namespace chess::gateway {
namespace {

constexpr char kReportPresence[] = "/chess.lobby.internal.v1.LobbyInternalService/ReportPresence";
constexpr int64_t kTimeoutMs = 2000;
constexpr int64_t kAllEveryMs = 10'000;
constexpr size_t kMostIds = 1000;  // of one report

}  // namespace

void Presence::StreamOpened(const std::string& player_id) {
  Player& player = players_[player_id];
  if (player.streams++ > player.silent) return;
  came_.insert(player_id);
  went_.erase(player_id);
}

void Presence::StreamClosed(const std::string& player_id, bool by_client) {
  const auto found = players_.find(player_id);
  if (found == players_.end()) return;
  Player& player = found->second;
  if (--player.streams > player.silent) return;
  if (by_client) {
    went_.insert(player_id);
    came_.erase(player_id);
  }
  if (player.streams == 0) players_.erase(found);
}

void Presence::StreamSilent(const std::string& player_id) {
  const auto found = players_.find(player_id);
  if (found == players_.end() || ++found->second.silent < found->second.streams) return;
  went_.insert(player_id);
  came_.erase(player_id);
}

void Presence::StreamHeard(const std::string& player_id) {
  const auto found = players_.find(player_id);
  if (found == players_.end()) return;
  found->second.silent = std::max(0, found->second.silent - 1);
  came_.insert(player_id);
  went_.erase(player_id);
}

void Presence::Tick(int64_t now_ms) {
  if (now_ms >= all_at_ms_) {
    all_at_ms_ = now_ms + kAllEveryMs;
    for (const auto& [player_id, player] : players_) {
      if (player.streams > player.silent) came_.insert(player_id);
    }
  }
  if (came_.empty() && went_.empty()) return;
  Send(came_, went_);
  came_.clear();
  went_.clear();
}

void Presence::Send(const std::unordered_set<std::string>& online,
                    const std::unordered_set<std::string>& gone) {
  std::string request;
  size_t ids = 0;
  // Best effort: the next full report repeats it, and unknown is present.
  const auto flush = [&] {
    if (ids == 0) return;
    client_.Ask(lobby_, kReportPresence, request, kTimeoutMs, {},
                [](const grpc::Status&, std::string_view) {});
    request.clear();
    ids = 0;
  };
  const auto add = [&](uint32_t field, const std::string& id) {
    AppendText(&request, field, id);
    if (++ids == kMostIds) flush();
  };
  for (const std::string& id : online) add(1, id);
  for (const std::string& id : gone) add(2, id);
  flush();
}

}  // namespace chess::gateway
