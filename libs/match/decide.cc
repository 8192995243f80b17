#include "match/decide.h"

#include <algorithm>

#include "base/limits.h"
#include "match/judge.h"
#include "match/start.h"
#include "rules/notation/fen.h"

namespace chess::match {
namespace {

const timecontrol::Outages& OutagesOf(const Context& context) {
  static const timecontrol::Outages kNone;
  return context.outages == nullptr ? kNone : *context.outages;
}

// The stamp within its window; time in the log never runs backwards.
TimeMs ReceivedAt(const State& state, const Context& context) {
  TimeMs received = context.received == 0 ? context.now : context.received;
  received = std::clamp(received, context.now - base::kReceiptWindowMs, context.now);
  return std::max(received, state.event_time);
}

bool IsUnfamiliar(const State& state) {
  return state.board->rules().Has(rules::kTraitDrawnSetup) || state.board->started_from_fen();
}

TimeMs DecidableAt(const State& state, const Deadline& deadline, TimeMs now,
                   DurationMs clock_error_ms, const timecontrol::Outages& outages) {
  const int side = rules::Index(state.to_move());
  const DurationMs grace =
      deadline.kind == DeadlineKind::kFlag ? state.clock.side[side].lag.FlagGraceMs() : 0;
  return timecontrol::FlagDecidableAt(now, deadline.due, grace, clock_error_ms, outages);
}

DecisionRow ServerRow(const State& state, TimeMs now, std::vector<Event> events) {
  DecisionRow row;
  row.seq = state.seq + 1;
  row.event_time = std::max(now, state.event_time);
  row.events = std::move(events);
  return row;
}

// What follows when nobody acted in time.
Events DeadlineEvents(const State& state, const Deadline& deadline, const Context& context) {
  const TimeMs time = std::max(context.now, state.event_time);
  Ending ending{rules::GameResult::kAborted, EndReason::kFirstMove, {}};
  switch (deadline.kind) {
    case DeadlineKind::kReady: {
      State ready = state;
      for (std::optional<Nonce>& nonce : ready.nonces) nonce = nonce.value_or(Nonce{});
      return BeginGame(ready, time, context.chance);
    }
    case DeadlineKind::kDraft: {
      const auto armies = CompleteArmies(state, *context.secrets);
      if (!armies.ok()) return armies.error();
      return RevealDrafts(state, *armies, time, context.chance);
    }
    case DeadlineKind::kBrain:
      return std::vector<Event>{BrainNamed{state.turn, context.fallback->type, true}};
    case DeadlineKind::kFlag:
      ending = FromOutcome(rules::LossOutcome(state.board->position(), state.board->rules(),
                                              state.to_move(), rules::EndReason::kTimeout));
      break;
    case DeadlineKind::kFirstMove:
      break;
  }
  return EndEvents(state, ending, time, OutagesOf(context), context.chance);
}

bool NamesThisTurn(const State& state, const std::optional<NameType>& name) {
  return name && name->turn == state.turn &&
         (state.board->NameableTypes() & rules::Bit(name->type)) != 0;
}

// What the context lacks for a decision about a deadline, if anything.
Decision::Need NeedsFor(const State& state, const Deadline& deadline, const Context& context) {
  if (deadline.kind == DeadlineKind::kBrain && !NamesThisTurn(state, context.fallback)) {
    return Decision::Need::kFallback;
  }
  return Decision::Need::kNothing;
}

// What the context lacks for any decision about this game.
Decision::Need NeedsFor(const State& state, const Context& context) {
  if (state.over()) return Decision::Need::kNothing;
  if (state.commit && context.chance == nullptr) return Decision::Need::kChance;
  if (state.phase == Phase::kDrafting && context.secrets == nullptr) {
    return Decision::Need::kSecrets;
  }
  return Decision::Need::kNothing;
}

Decision Needs(Decision::Need need) {
  Decision decision;
  decision.kind = Decision::Kind::kNeeds;
  decision.needs = need;
  return decision;
}

base::Result<Decision> DeadlineDecision(const State& state, const Deadline& deadline,
                                        const Context& context, Decision::Kind kind) {
  if (const auto need = NeedsFor(state, deadline, context); need != Decision::Need::kNothing) {
    return Needs(need);
  }
  Events events = DeadlineEvents(state, deadline, context);
  if (!events.ok()) return std::move(events).error();
  Decision decision;
  decision.kind = kind;
  decision.row = ServerRow(state, context.now, *std::move(events));
  decision.seq = decision.row.seq;
  return decision;
}

base::Result<Decision> DecideDeadline(const State& state, const Context& context) {
  Decision decision;
  const std::optional<Deadline> deadline = DeadlineOf(state, context.outages);
  if (!deadline) {
    decision.kind = Decision::Kind::kGone;
    return decision;
  }
  decision.at = DecidableAt(state, *deadline, context.now, context.clock_error_ms,
                            OutagesOf(context));
  if (decision.at > context.now) {
    decision.kind = Decision::Kind::kNotYet;
    return decision;
  }
  return DeadlineDecision(state, *deadline, context, Decision::Kind::kAppend);
}

base::Result<Decision> DecideName(const State& state, const NameType& name,
                                  const Context& context) {
  Decision decision;
  if (state.over() || !state.brain_due || name.turn != state.turn) {
    decision.kind = Decision::Kind::kGone;
    decision.seq = state.seq;
    return decision;
  }
  if (!NamesThisTurn(state, name)) {
    return base::MakeError(base::Code::kInvalidArgument, "TYPE_INVALID",
                           "The brain cannot name this type now.");
  }
  decision.row = ServerRow(state, context.now,
                           {BrainNamed{state.turn, name.type, name.by_fallback}});
  decision.seq = decision.row.seq;
  return decision;
}

base::Result<Decision> DecideRating(const State& state, const RecordRating& action,
                                    const Context& context) {
  Decision decision;
  if (state.rated || action.amendment != state.amendments) {
    decision.kind = Decision::Kind::kGone;
    decision.seq = state.seq;
    return decision;
  }
  if (!CountsForRating(state)) {
    return Refusal("NOT_RATEABLE", "This game does not change ratings.");
  }
  decision.row = ServerRow(state, context.now, {action.rating});
  decision.seq = decision.row.seq;
  return decision;
}

// A command stamped before a deadline is judged before it; so is a move that lag compensation
// brings back in time.
bool DeadlineComesFirst(const Judgement& judgement, const Deadline& deadline) {
  if (judgement.received < deadline.due) return false;
  const auto* move = std::get_if<PlayMove>(&judgement.command.action);
  // What does not need the brain does not wait for it either.
  if (deadline.kind == DeadlineKind::kBrain && move == nullptr) return false;
  const bool mine = move != nullptr && deadline.kind == DeadlineKind::kFlag &&
                    judgement.seat() == judgement.state.to_move();
  if (mine && !ChargeOf(judgement, *move).flagged) return false;
  const Context& context = judgement.context;
  return DecidableAt(judgement.state, deadline, context.now, context.clock_error_ms,
                     judgement.outages) <= context.now;
}

base::Error GameIsOver(const State& state) {
  base::Error error = Refusal("GAME_OVER", "The game has ended.");
  error.metadata = {{"result", std::string(rules::ResultText(state.ending.result))},
                    {"reason", std::string(NameOf(state.ending.reason))}};
  return error;
}

DecisionRow RulingRow(const State& state, const Command& command, TimeMs now,
                      std::vector<Event> events) {
  DecisionRow row = ServerRow(state, now, std::move(events));
  row.request_id = command.request_id;
  row.payload_hash = PayloadHash(command);
  return row;
}

base::Error WithoutResult() {
  return base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD",
                         "A decision needs a result and a cause.");
}

base::Result<Decision> DecideEnd(const State& state, const Command& command,
                                 const OperatorEnd& action, const Context& context) {
  const Ending ending{action.result, EndReason::kOperator, {}, action.cause};
  if (!ending.over() || ending.cause == OperatorCause::kNone) return WithoutResult();
  const timecontrol::Outages& outages = OutagesOf(context);
  const std::optional<Deadline> deadline = DeadlineOf(state, context.outages);
  if (deadline &&
      DecidableAt(state, *deadline, context.now, context.clock_error_ms, outages) <= context.now) {
    return DeadlineDecision(state, *deadline, context, Decision::Kind::kDeadlineFirst);
  }
  if (state.over()) return GameIsOver(state);
  Decision decision;
  const TimeMs time = std::max(context.now, state.event_time);
  decision.row =
      RulingRow(state, command, time, EndEvents(state, ending, time, outages, context.chance));
  decision.seq = decision.row.seq;
  return decision;
}

base::Result<Decision> DecideAmend(const State& state, const Command& command,
                                   const OperatorAmend& action, const Context& context) {
  Ending ending{action.result, EndReason::kOperator, {}, action.cause};
  if (!ending.over() || ending.cause == OperatorCause::kNone) return WithoutResult();
  if (!state.over()) return Refusal("GAME_RUNNING", "The game still runs: end it instead.");
  if (ending.result == state.ending.result) {
    return Refusal("SAME_RESULT", "The game has this result already.");
  }
  Decision decision;
  decision.row = RulingRow(state, command, context.now, {Ruled{std::move(ending)}});
  decision.seq = decision.row.seq;
  return decision;
}

base::Error RequestIdMissing() {
  return base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_INVALID",
                         "The request_id must be 16 random bytes.");
}

// What has no seat: the server's own actions and those of operators. Nothing: a player's.
std::optional<base::Result<Decision>> DecideWithoutSeat(const State& state, const Command& command,
                                                        const Context& context) {
  if (std::holds_alternative<DeadlineDue>(command.action)) return DecideDeadline(state, context);
  if (const auto* rating = std::get_if<RecordRating>(&command.action)) {
    return DecideRating(state, *rating, context);
  }
  if (const auto* name = std::get_if<NameType>(&command.action)) {
    return DecideName(state, *name, context);
  }
  const auto* end = std::get_if<OperatorEnd>(&command.action);
  const auto* amend = std::get_if<OperatorAmend>(&command.action);
  if (end == nullptr && amend == nullptr) return std::nullopt;
  if (command.request_id == RequestId{}) return base::Result<Decision>(RequestIdMissing());
  return end != nullptr ? DecideEnd(state, command, *end, context)
                        : DecideAmend(state, command, *amend, context);
}

// One overload for each action of a player.
struct Decider {
  const Judgement& judgement;
  std::vector<SecretWrite>* secret_writes;
  const State& state = judgement.state;

  Events operator()(const PlayMove& move) const { return DecideMove(judgement, move); }

  Events operator()(const Resign&) const {
    return End(FromOutcome(rules::LossOutcome(state.board->position(), state.board->rules(),
                                              judgement.seat(),
                                              rules::EndReason::kResignation)));
  }

  Events operator()(const OfferDraw&) const {
    if (OfferOfOpponent()) return Agree();
    const int last = state.last_offer_ply[judgement.side()];
    const int next = last < 0 ? kMinPlies : std::max(kMinPlies, last + kDrawOfferPlies);
    if (state.draw_offer || state.ply() < next) {
      base::Error error = Refusal("DRAW_OFFER_NOT_ALLOWED",
                                  "A draw can be offered once each side has moved, and once in " +
                                      std::to_string(kDrawOfferPlies) + " plies.");
      error.metadata = {{"next_ply", std::to_string(next)}};
      return error;
    }
    return std::vector<Event>{DrawOffered{judgement.seat()}};
  }

  Events operator()(const AcceptDraw&) const {
    if (!OfferOfOpponent()) return NoOffer();
    return Agree();
  }

  Events operator()(const DeclineDraw&) const {
    if (!OfferOfOpponent()) return NoOffer();
    return std::vector<Event>{DrawDeclined{judgement.seat()}};
  }

  Events operator()(const WithdrawDraw&) const {
    if (state.draw_offer != judgement.seat()) {
      return Refusal("NO_DRAW_OFFER", "There is no draw offer of yours to withdraw.");
    }
    return std::vector<Event>{DrawWithdrawn{judgement.seat()}};
  }

  Events operator()(const ClaimDraw&) const {
    if (judgement.seat() != state.to_move()) {
      return Refusal("NOT_YOUR_TURN", "Only the side to move can claim a draw.");
    }
    const std::optional<rules::EndReason> reason = state.board->ClaimableDraw();
    if (!reason) {
      return Refusal("NO_DRAW_CLAIM",
                     "Neither a threefold repetition nor fifty moves stand on the board.");
    }
    return End(FromOutcome(rules::Draw(*reason)));
  }

  Events operator()(const Abort&) const {
    if (state.both_moved()) {
      return Refusal("ABORT_TOO_LATE", "A game can be aborted only before both sides have moved.");
    }
    return End(Ending{rules::GameResult::kAborted, EndReason::kAborted, {}});
  }

  Events operator()(const Ready& ready) const { return DecideReady(judgement, ready); }
  Events operator()(const LockDraft& lock) const {
    return DecideLockDraft(judgement, lock, secret_writes);
  }

  // These are decided before they come here.
  Events operator()(const SetDraft&) const { return NoOffer(); }
  Events operator()(const DeadlineDue&) const { return NoOffer(); }
  Events operator()(const RecordRating&) const { return NoOffer(); }
  Events operator()(const NameType&) const { return NoOffer(); }
  Events operator()(const OperatorEnd&) const { return NoOffer(); }
  Events operator()(const OperatorAmend&) const { return NoOffer(); }

 private:
  bool OfferOfOpponent() const { return state.draw_offer == !judgement.seat(); }
  Events Agree() const { return End(FromOutcome(rules::Draw(rules::EndReason::kAgreement))); }
  Events End(const Ending& ending) const {
    return EndEvents(state, ending, judgement.received, judgement.outages,
                     judgement.context.chance);
  }
  static base::Error NoOffer() {
    return Refusal("NO_DRAW_OFFER", "There is no draw offer of the other side.");
  }
};

base::Result<Decision> DecideForPlayer(const Judgement& judgement) {
  const State& state = judgement.state;
  if (state.over()) return GameIsOver(state);
  const Command& command = judgement.command;
  if (command.expected_turn != 0 && command.expected_turn != state.turn) {
    base::Error error = Refusal("STALE_TURN", "The game has moved on since you looked.");
    error.metadata = {{"turn", std::to_string(state.turn)}};
    return error;
  }
  if (auto status = CheckPhase(state, command.action); !status.ok()) return status.error();
  Decision decision;
  if (const auto* draft = std::get_if<SetDraft>(&command.action)) {
    auto writes = DecideSetDraft(judgement, *draft);
    if (!writes.ok()) return std::move(writes).error();
    decision.kind = Decision::Kind::kKeepSecret;
    decision.seq = state.seq;
    decision.secret_writes = *std::move(writes);
    return decision;
  }
  Events events = std::visit(Decider{judgement, &decision.secret_writes}, command.action);
  if (!events.ok()) return std::move(events).error();
  decision.row.seq = state.seq + 1;
  decision.row.event_time = judgement.received;
  decision.row.request_id = command.request_id;
  decision.row.by = command.seat;
  decision.row.payload_hash = PayloadHash(command);
  decision.row.events = *std::move(events);
  decision.seq = decision.row.seq;
  return decision;
}

}  // namespace

base::Error Refusal(std::string reason, std::string message) {
  return base::MakeError(base::Code::kFailedPrecondition, std::move(reason), std::move(message));
}

Ending FromOutcome(const rules::Outcome& outcome) {
  return Ending{outcome.result, FromRules(outcome.reason), std::string(outcome.rule)};
}

std::vector<Event> EndEvents(const State& state, const Ending& ending, TimeMs time,
                             const timecontrol::Outages& outages, const Chance* chance) {
  std::vector<Event> events;
  if (state.clock.running != timecontrol::kNobody) {
    const DurationMs credited = outages.OverlapMs(state.clock.turn_start, time);
    const Color side = static_cast<Color>(state.clock.running);
    if (credited > 0) events.emplace_back(OutageCredited{side, credited});
  }
  if (ending.reason == EndReason::kOperator) {
    events.emplace_back(Ruled{ending});
  } else {
    events.emplace_back(GameOver{ending});
  }
  if (state.commit) events.emplace_back(ChanceRevealed{chance->Secret()});
  return events;
}

base::Result<DecisionRow> Create(Settings settings, TimeMs now, std::optional<Bytes32> commit) {
  base::Result<Settings> checked = Checked(std::move(settings));
  if (!checked.ok()) return std::move(checked).error();
  if (!UsesChance(*checked)) commit.reset();
  if (UsesChance(*checked) && !commit) {
    return base::MakeError(base::Code::kInternal, "COMMIT_MISSING",
                           "A game with chance needs the commit of its secret.");
  }
  const auto rule_set = rules::ParseRuleSet(checked->rule_set);
  const auto start = StartOf(*checked, *rule_set, false);
  const bool later = DrawsSetup(*checked, *rule_set) || DraftsArmies(*checked, *rule_set);
  DecisionRow row;
  row.seq = 1;
  row.event_time = now;
  row.events.emplace_back(Created{std::make_shared<const Settings>(*std::move(checked)),
                                  later ? "" : rules::WriteFen(start->start(), *rule_set), commit});
  // Without a draw to wait for the first turn begins here; it may be the brain's.
  if (!commit && !later) BeginTurn(State{}, *start, 1, now, nullptr, &row.events);
  return row;
}

base::Result<Decision> Decide(const State& state, const Command& command,
                              const Context& context) {
  CHESS_CHECK(state.created());
  if (const auto need = NeedsFor(state, context); need != Decision::Need::kNothing) {
    return Needs(need);
  }
  if (auto decided = DecideWithoutSeat(state, command, context)) return *std::move(decided);
  if (!command.seat) {
    return base::MakeError(base::Code::kPermissionDenied, "NOT_A_PLAYER",
                           "Only the two players of a game can do this.");
  }
  if (command.request_id == RequestId{}) return RequestIdMissing();
  if (const auto record = FindRequest(state, command.request_id, *command.seat)) {
    if (!SamePayload(*record, PayloadHash(command))) {
      return base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_REUSED",
                             "This request_id was used before for something else.");
    }
    Decision decision;
    decision.kind = Decision::Kind::kRepeated;
    decision.seq = record->seq;
    return decision;
  }
  const Judgement judgement{state, command, context, OutagesOf(context),
                            ReceivedAt(state, context)};
  const std::optional<Deadline> deadline = DeadlineOf(state, context.outages);
  if (deadline && DeadlineComesFirst(judgement, *deadline)) {
    return DeadlineDecision(state, *deadline, context, Decision::Kind::kDeadlineFirst);
  }
  return DecideForPlayer(judgement);
}

std::optional<Deadline> DeadlineOf(const State& state, const timecontrol::Outages* outages) {
  if (!state.created() || state.over()) return std::nullopt;
  const timecontrol::Outages none;
  const timecontrol::Outages& known = outages == nullptr ? none : *outages;
  Deadline deadline;
  if (state.phase == Phase::kReadying) {
    deadline.kind = DeadlineKind::kReady;
    deadline.due = known.EndOf(state.turn_time, kReadyMs);
  } else if (state.phase == Phase::kDrafting) {
    deadline.kind = DeadlineKind::kDraft;
    deadline.due = known.EndOf(state.turn_time, state.settings->draft_ms);
  } else if (state.brain_due) {
    deadline.kind = DeadlineKind::kBrain;
    deadline.due = known.EndOf(*state.brain_due - kBrainMs, kBrainMs);
  } else if (state.both_moved()) {
    const auto flag = timecontrol::FlagDeadline(state.settings->time, state.clock, known);
    if (!flag) return std::nullopt;
    deadline.kind = DeadlineKind::kFlag;
    deadline.due = *flag;
  } else {
    const DurationMs limit = timecontrol::FirstMoveMs(state.settings->time, IsUnfamiliar(state));
    deadline.kind = DeadlineKind::kFirstMove;
    deadline.due = known.EndOf(state.turn_time, limit);
  }
  deadline.time = DecidableAt(state, deadline, deadline.due, 0, known);
  return deadline;
}

std::optional<DecisionRow> DueDecision(const State& state, const Context& context) {
  if (NeedsFor(state, context) != Decision::Need::kNothing) return std::nullopt;
  base::Result<Decision> decision = DecideDeadline(state, context);
  if (!decision.ok() || decision->kind != Decision::Kind::kAppend) return std::nullopt;
  return std::move(decision->row);
}

bool CountsForRating(const State& state) {
  return state.created() && state.settings->rated && state.over() && !state.ending.aborted() &&
         state.ply() >= kMinPlies;
}

}  // namespace chess::match
