#pragma once
// What players are told, in Postgres: written in the transaction that causes it, kept seven days.

#include <cstdint>
#include <memory>
#include <pqxx/pqxx>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "lobby/player_event.h"
#include "postgres/pool.h"

namespace chess::lobby {

// Gives `event` its number and time and stores it. The player's row stays locked until the
// transaction ends, so whoever writes to several players does so in the order of their ids
// (AppendEvents). False if there is no such player any more.
bool AppendEvent(pqxx::transaction_base& tx, PlayerEvent* event);

// A started game counts for both its players; several events of one player keep their order.
// Events of players who are gone are dropped.
void AppendEvents(pqxx::transaction_base& tx, std::vector<PlayerEvent>* events);

class EventRepository {
 public:
  explicit EventRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  struct Page {
    std::vector<PlayerEvent> events;
    int64_t last_seq = 0;
  };
  // Events after `after_seq`, at most `limit`. Where the cursor is 0, older than what is kept, or
  // beyond the end: the open and starting challenges as events that all carry the last number.
  // PLAYER_NOT_FOUND.
  base::Result<Page> List(const base::PlayerId& player_id, int64_t after_seq, int limit);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
