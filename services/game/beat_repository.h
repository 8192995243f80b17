#pragma once
// Signs of life and outages in Postgres. Blocking; thread-safe. Errors: those of
// postgres/transaction.h.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"
#include "timecontrol/outages.h"

namespace chess::game {

// A longer gap between beats is an outage.
inline constexpr base::DurationMs kOutageGapMs = 500;

// What a beat found.
struct BeatAnswer {
  TimeMs gateway_beat = 0;   // the last beat of any gateway, as all replicas know it; 0: never one
  TimeMs newest_outage = 0;  // end of the newest recorded outage; 0: none
  bool gap = false;          // this beat ended an outage, which is recorded now
  // What this beat was the first to record; 0: nothing.
  base::DurationMs game_gap_ms = 0;
  base::DurationMs gateway_gap_ms = 0;
};

class BeatRepository {
 public:
  explicit BeatRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}
  static void PrepareStatements(pqxx::connection& connection);

  // Beats for this replica, and for the gateways if `gateway_beat` is not 0 (the game time at which
  // one was last heard). A gap that this ends is recorded in the same statement.
  base::Result<BeatAnswer> Beat(const std::string& replica_id, TimeMs gateway_beat);
  // Outages that ended after a time, with an overlap merged.
  base::Result<timecontrol::Outages> Outages(TimeMs ended_after);
  // Drops the beats of replicas that are gone since `before`; the newest of each kind stays.
  base::Status Forget(TimeMs before);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
