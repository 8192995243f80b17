#pragma once
// What the parts of Decide share. Internal to libs/match.

#include <utility>
#include <vector>

#include "match/decide.h"

namespace chess::match {

// A command at the moment it counts, with what the referee needs to judge it.
struct Judgement {
  const State& state;
  const Command& command;
  const Context& context;
  const timecontrol::Outages& outages;
  TimeMs received;  // the stamp, brought into its window

  Color seat() const { return *command.seat; }
  int side() const { return rules::Index(*command.seat); }
};

base::Error Refusal(std::string reason, std::string message);

// The events that end a game at `time`: time credited for outages, then the end.
std::vector<Event> EndEvents(const State& state, const Ending& ending, TimeMs time,
                             const timecontrol::Outages& outages);
Ending FromOutcome(const rules::Outcome& outcome);

// The price of the command's move if it is one and its side's clock runs.
timecontrol::MoveCharge ChargeOf(const Judgement& judgement, const PlayMove& move);

using Events = base::Result<std::vector<Event>>;
Events DecideMove(const Judgement& judgement, const PlayMove& move);

}  // namespace chess::match
