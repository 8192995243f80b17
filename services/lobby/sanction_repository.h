#pragma once
// What operators do to players, in Postgres: each with its row of the audit log and with what the
// player is told, in one transaction. Blocks: call it on an executor's thread. Thread-safe.
// Besides the errors below every function may fail as postgres/transaction.h says.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "lobby/audit_repository.h"
#include "lobby/player_card.h"
#include "lobby/player_event.h"
#include "postgres/pool.h"

namespace chess::lobby {

// A player by id or, where that is empty, by name in either case; a closed account's old name
// counts too.
struct PlayerRef {
  std::string player_id;
  std::string name;
};

struct PlayerDetail {
  PlayerCard card;
  base::TimeMs create_time = 0;
  int32_t games_started = 0;
  int32_t sessions = 0;       // that count, or will when a ban ends
  base::TimeMs use_time = 0;  // of the session used last; 0: never
  int32_t open_challenges = 0;
  // Until when; 0: for ever. Nothing: not.
  std::optional<base::TimeMs> muted_until, banned_until;
  base::TimeMs close_time = 0;  // 0: not closed
  std::string reserved_name;    // in lower case
};

class SanctionRepository {
 public:
  explicit SanctionRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // PLAYER_NOT_FOUND.
  base::Result<PlayerDetail> Show(const PlayerRef& player);
  base::Result<std::string> Resolve(const PlayerRef& player);  // the id

  // All of them: PLAYER_NOT_FOUND, ACCOUNT_CLOSED. `until_ms` 0: for ever.
  base::Status Mute(const Actor& actor, const PlayerRef& player, base::TimeMs until_ms);
  base::Status Unmute(const Actor& actor, const PlayerRef& player);
  // Refuses the player's sessions until then (and keeps them alive as long, so that they count
  // again when the ban ends or is lifted), takes their open challenges back. What is to be rung;
  // nothing for a repetition.
  base::Result<std::vector<PlayerEvent>> Ban(const Actor& actor, const PlayerRef& player,
                                             base::TimeMs until_ms);
  base::Status Unban(const Actor& actor, const PlayerRef& player);
  // Ends the sessions, takes open challenges back, shows another name. What is to be rung.
  base::Result<std::vector<PlayerEvent>> Close(const Actor& actor, const PlayerRef& player);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
