#pragma once
// What the parts of Decide share. Internal to libs/match.

#include <utility>
#include <vector>

#include "match/decide.h"
#include "rules/game/draft.h"

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

// The events that end a game at `time`: time credited for outages, the end, the secret behind the
// draws. `chance` must be set in games with a commit.
std::vector<Event> EndEvents(const State& state, const Ending& ending, TimeMs time,
                             const timecontrol::Outages& outages, const Chance* chance);
Ending FromOutcome(const rules::Outcome& outcome);

// The price of the command's move if it is one and its side's clock runs.
timecontrol::MoveCharge ChargeOf(const Judgement& judgement, const PlayMove& move);

using Events = base::Result<std::vector<Event>>;
Events DecideMove(const Judgement& judgement, const PlayMove& move);

// Before the first move (begin.cc).

// Adds what follows when `board` has come to the start of turn `turn` at `time`: the end if the
// board says so, else the roll and the brain's question. Of the state only what was agreed, the
// nonces and the number of draws are asked.
void BeginTurn(const State& state, rules::Game board, int32_t turn, TimeMs time,
               const Chance* chance, std::vector<Event>* events);
// The events that end Phase::kReadying: both are there, or their time is up.
std::vector<Event> BeginGame(const State& state, TimeMs time, const Chance* chance);
// The events that end Phase::kDrafting, from two complete armies.
Events RevealDrafts(const State& state, const std::array<rules::DraftArmy, 2>& armies, TimeMs time,
                    const Chance* chance);
// Both armies as they count when the time is up. Error: kInternal SECRET_MISSING.
base::Result<std::array<rules::DraftArmy, 2>> CompleteArmies(const State& state,
                                                             const Secrets& secrets);

// Commands before the first move (decide_phase.cc). Those of a draft may write secrets.
Events DecideReady(const Judgement& judgement, const Ready& ready);
base::Result<std::vector<SecretWrite>> DecideSetDraft(const Judgement& judgement,
                                                      const SetDraft& draft);
Events DecideLockDraft(const Judgement& judgement, const LockDraft& lock,
                       std::vector<SecretWrite>* writes);
// Why nothing but what belongs to the phase can be done now; ok in Phase::kPlaying.
base::Status CheckPhase(const State& state, const Action& action);

}  // namespace chess::match
