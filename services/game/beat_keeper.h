#pragma once
// The pulse of a replica. It beats into Postgres, notices outages (gaps in the union of the beats
// of all replicas, and of all gateways), records them, and says whether this replica may decide:
// only while its own last beat is younger than an outage could be. So an outage is always known
// before anything is decided after it.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/clock.h"
#include "game/beat_repository.h"
#include "game/metrics.h"
#include "timecontrol/outages.h"

namespace chess::game {

class BeatKeeper {
 public:
  struct Options {
    std::string replica_id;
    base::DurationMs interval_ms = 150;                      // between beats; below 200
    base::DurationMs remember_ms = 31LL * 24 * 3600 * 1000;  // then an outage is forgotten
    // A gateway outage is open at most this long: then there simply is no gateway.
    base::DurationMs gateway_gone_ms = 10 * 60 * 1000;
  };

  // Starts the thread. `clock` is game time.
  BeatKeeper(BeatRepository& repository, const base::Clock& clock, Metrics& metrics,
             Options options);
  ~BeatKeeper();
  BeatKeeper(const BeatKeeper&) = delete;
  BeatKeeper& operator=(const BeatKeeper&) = delete;

  // Deciding is allowed: all outages up to now are known, but for gaps too short to be one.
  bool Serving() const;
  // The outages as they are known now, the gateways' open one included.
  std::shared_ptr<const timecontrol::Outages> Outages() const;
  // Called on the keeper's thread whenever deciding is allowed again. Null: nothing. Returns when
  // the former function is not running any more.
  void OnServing(std::function<void()> act);
  // A gateway says that it lives.
  void GatewayBeat();

 private:
  void Run();
  void Beat();
  void CountGaps(const BeatAnswer& answer);
  void Publish(TimeMs gateway_beat);

  BeatRepository& repository_;
  const base::Clock& clock_;
  Metrics& metrics_;
  const Options options_;
  std::atomic<int64_t> last_beat_ns_{0};  // steady start of the last beat that succeeded
  std::atomic<TimeMs> gateway_beat_{0};   // heard since the last beat; 0: none
  TimeMs newest_outage_ = -1;             // what `closed_` holds; -1: not loaded yet
  timecontrol::Outages closed_;
  mutable std::mutex mutex_;
  std::shared_ptr<const timecontrol::Outages> outages_;
  std::mutex act_mutex_;
  std::function<void()> on_serving_;
  std::condition_variable wake_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace chess::game
