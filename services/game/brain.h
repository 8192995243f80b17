#pragma once
// The brain of hand-and-brain games: the analysis service, and the built-in search where it does
// not answer. Both see what the player to move sees and nothing else.

#include <functional>
#include <memory>
#include <string>

#include "game/metrics.h"
#include "game/task.h"
#include "match/command.h"

namespace chess::game {

class Brain {
 public:
  using Done = std::function<void(const match::NameType&)>;

  // `targets` are the analysis service's internal addresses, comma-separated; empty: there is none.
  Brain(const std::string& targets, const std::string& secret, Metrics& metrics);
  // Stop().
  ~Brain();
  Brain(const Brain&) = delete;
  Brain& operator=(const Brain&) = delete;

  // Asks the analysis service about the state's present turn; where it fails, there is none, or
  // part of the board is hidden the built-in search answers. `done` is called at most once, on
  // another thread. Thread-safe.
  void Ask(const StatePtr& state, Done done);
  // The built-in search's choice, within a fixed number of nodes. False if too many wait already;
  // `done` is not called then. Thread-safe.
  bool Choose(const StatePtr& state, Done done);
  // Cuts short what it has begun and asks nothing more; `done` is not called afterwards.
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::game
