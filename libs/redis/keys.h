#pragma once
// Every Redis key and channel of the platform. Keys `chess:<service>:…`, channels
// `chess.<service>.v1.…`; braces are cluster hash tags. Redis may be emptied at any time: nothing
// here is the only copy of anything that matters.

#include <string>
#include <string_view>

namespace chess::redis {

// --- Channels (doorbells) ---
// Events of one game, with their projections. Published by game, heard by gateways.
inline std::string GameEventsChannel(std::string_view game_id) {
  return "chess.game.v1.events.{" + std::string(game_id) + "}";
}
// Each second: (game, last_seq) of the games appended to lately, by every game replica.
inline std::string GameDigestChannel() { return "chess.game.v1.digest"; }
// Changes of what is being played (current games, TV).
inline std::string GameLobbyChannel() { return "chess.game.v1.current"; }
// Events of one player: challenges, pairings, notifications, revocation. Published by lobby.
inline std::string PlayerEventsChannel(std::string_view player_id) {
  return "chess.lobby.v1.player.{" + std::string(player_id) + "}";
}
// Deadlines nearer than the clock service's next sweep may see (due within kDeadlineNoticeMs of
// game time). Published by their owners (game) after the commit that set them, heard by every clock
// replica. Payload: text lines "<owner> <key> <due ms>", owner "game" or "lobby". A lost notice
// costs at most a second: the sweep lists the deadline too.
inline std::string DeadlineNoticeChannel() { return "chess.clock.v1.notices"; }
inline constexpr long long kDeadlineNoticeMs = 3000;
// Deltas of the lobby's list.
inline std::string LobbyChannel() { return "chess.lobby.v1.lobby"; }

// --- Keys ---
// String with expiry: a gateway saw the player lately.
inline std::string PresenceKey(std::string_view player_id) {
  return "chess:lobby:{" + std::string(player_id) + "}:presence";
}
// Sorted set of waiting players by rating, of one quick-pairing pool.
inline std::string PoolKey(std::string_view pool) {
  return "chess:lobby:{pool:" + std::string(pool) + "}:waiting";
}
// Counter with expiry behind a rate limit: `limit` is its class, `who` a player or an address.
inline std::string RateKey(std::string_view limit, std::string_view who) {
  return "chess:lobby:{" + std::string(who) + "}:rate:" + std::string(limit);
}
// Sorted set of claims on deadlines that have come (member: "<owner> <key> <due ms>", score: ms
// when the claim lapses) of one shard: the clock replica that adds a member first delivers it. Read
// and written by clock only.
inline std::string DeadlinesKey(int shard) {
  return "chess:clock:{" + std::to_string(shard) + "}:deadlines";
}
// Stream of analysis jobs.
inline std::string AnalysisJobsKey() { return "chess:analysis:{jobs}:stream"; }

}  // namespace chess::redis
