#pragma once
// Players and their sessions in Postgres. Blocks: call it on an executor's thread. Thread-safe.
// Besides the errors below every function may fail as postgres/transaction.h says.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "lobby/player_card.h"
#include "lobby/player_event.h"
#include "postgres/pool.h"

namespace chess::lobby {

struct NewGuest {
  base::PlayerId player_id;
  std::string name;
  std::string session_id;
  std::string token_hash;
  std::vector<std::string> scopes;
};

struct Session {
  PlayerCard player;
  std::string session_id;
  std::vector<std::string> scopes;
};

class PlayerRepository {
 public:
  explicit PlayerRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // Stores a guest with one session; its expiry. NAME_TAKEN if the name or a look-alike exists.
  base::Result<base::TimeMs> CreateGuest(const NewGuest& guest);
  // Whose token this is; use prolongs the session. TOKEN_INVALID if nobody's (any more),
  // ACCOUNT_BANNED (metadata "until"; none: for ever), ACCOUNT_CLOSED.
  base::Result<Session> Resolve(const std::string& token_hash);
  // Ends a session and tells its player, in one transaction; nothing if it had ended already.
  base::Result<std::optional<PlayerEvent>> Revoke(const base::PlayerId& player_id,
                                                  const std::string& session_id);
  // By id or by name in either case. PLAYER_NOT_FOUND; a closed account has no name to be found by.
  base::Result<PlayerCard> Find(const base::PlayerId& player_id);
  base::Result<PlayerCard> FindByName(const std::string& name);
  // In the order asked; unknown ids keep an empty name.
  base::Result<std::vector<PlayerCard>> List(const std::vector<std::string>& player_ids);
  // Since when the player is here. PLAYER_NOT_FOUND.
  base::Result<base::TimeMs> CreateTime(const base::PlayerId& player_id);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

base::Error PlayerNotFound();

}  // namespace chess::lobby
