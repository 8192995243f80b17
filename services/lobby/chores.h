#pragma once
// What the lobby does without being asked: creates the games of accepted challenges that the
// accepting call could not (the relay), and forgets what has had its time.

#include <memory>

namespace chess::lobby {

class HousekeepingRepository;
class Matchmaker;
class StartRepository;
struct Metrics;

class Chores {
 public:
  // Starts a thread. The relay looks each `relay_interval_ms`, housekeeping each
  // `sweep_interval_ms`; both at once after the start.
  Chores(StartRepository& starts, Matchmaker& matchmaker, HousekeepingRepository& housekeeping,
         Metrics& metrics, int relay_interval_ms, int sweep_interval_ms);
  // Stop().
  ~Chores();
  Chores(const Chores&) = delete;
  Chores& operator=(const Chores&) = delete;

  // Finishes the attempt under way and joins. Idempotent.
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::lobby
