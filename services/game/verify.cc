#include "game/verify.h"

#include <algorithm>

#include "chance/draw.h"
#include "game/convert.h"
#include "game/log_convert.h"
#include "game/record.h"
#include "match/view.h"
#include "rules/game/can_win.h"
#include "rules/game/choice.h"
#include "rules/notation/uci.h"
#include "timecontrol/clock_state.h"

namespace chess::game {
namespace {

using match::DecisionRow;
using match::EndReason;
using match::State;

std::optional<LogFault> Fault(const DecisionRow& row, const char* word, std::string message) {
  return LogFault{row.seq, word, std::move(message)};
}

bool IsLegal(const State& state, rules::Move move) {
  const rules::MoveList moves = state.board->LegalMoves();
  const auto same = [&](rules::Move other) { return other.raw() == move.raw(); };
  if (std::none_of(moves.begin(), moves.end(), same)) return false;
  return rules::Allows(state.board->choice(), rules::TypesOf(state.board->position(), move));
}

// What the clocks must be after a move: the elapsed time without what the row says was given back.
std::optional<LogFault> CheckClock(const State& state, const DecisionRow& row,
                                   const match::MovePlayed& move) {
  const timecontrol::TimeControl& control = state.settings->time;
  if (control.untimed()) return std::nullopt;
  const int side = rules::Index(*row.by);
  const timecontrol::MoveTiming timing{row.event_time, std::nullopt, std::nullopt};
  timecontrol::ClockState clock = state.clock;
  timecontrol::MoveCharge charge = timecontrol::Charge(control, clock, side, timing, {});
  charge.credited_ms = move.credited_ms;
  charge.lag_ms = move.lag_ms;
  charge.compensated_ms = move.compensated_ms;
  charge.charged_ms =
      std::max<base::DurationMs>(0, charge.elapsed_ms - move.credited_ms - move.compensated_ms);
  charge.flagged = false;
  if (move.compensated_ms > clock.side[side].lag.quota_ms || move.compensated_ms < 0 ||
      move.credited_ms < 0) {
    return Fault(row, "CLOCK", "More lag was given back than the quota allows.");
  }
  timecontrol::PlayMove(control, clock, side, timing, charge);
  for (int i = 0; i < 2; ++i) {
    if (move.clock_ms[i] == clock.side[i].remaining_ms &&
        move.periods[i] == clock.side[i].periods) {
      continue;
    }
    return Fault(row, "CLOCK",
                 std::string(i == 0 ? "White" : "Black") + " should have " +
                     std::to_string(clock.side[i].remaining_ms) + " ms left and has " +
                     std::to_string(move.clock_ms[i]) + " ms.");
  }
  return std::nullopt;
}

bool SameEnd(const match::Ending& a, const rules::Outcome& outcome) {
  return a.result == outcome.result && a.reason == match::FromRules(outcome.reason) &&
         a.variant_end == outcome.rule;
}

// Whether a loss on time, by resignation, or none of the board's own ends was judged rightly.
std::optional<LogFault> CheckPlayersEnd(const State& state, const DecisionRow& row,
                                        const match::Ending& ending) {
  const auto loss = [&](rules::Color loser, rules::EndReason reason) {
    return rules::LossOutcome(state.board->position(), state.board->rules(), loser, reason);
  };
  switch (ending.reason) {
    case EndReason::kResignation:
      if (!row.by || !SameEnd(ending, loss(*row.by, rules::EndReason::kResignation))) {
        return Fault(row, "OUTCOME", "A resignation was judged wrongly.");
      }
      return std::nullopt;
    case EndReason::kTimeout: {
      if (!SameEnd(ending, loss(state.to_move(), rules::EndReason::kTimeout))) {
        return Fault(row, "OUTCOME", "A flag was judged wrongly.");
      }
      const auto due = timecontrol::FlagDeadline(state.settings->time, state.clock);
      if (!due || row.event_time < *due) {
        return Fault(row, "OUTCOME", "A flag fell before its time.");
      }
      return std::nullopt;
    }
    case EndReason::kFirstMove:
    case EndReason::kAborted:
      if (state.both_moved() || !ending.aborted()) {
        return Fault(row, "OUTCOME", "The game was called off after both sides had moved.");
      }
      return std::nullopt;
    case EndReason::kAgreement:
      if (!state.draw_offer) return Fault(row, "OUTCOME", "A draw was agreed without an offer.");
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// `board` is the state after the row's moves.
std::optional<LogFault> CheckEnd(const State& board, const DecisionRow& row,
                                 const match::Ending& ending, bool lacks_offers) {
  if (board.men_stand() && board.board->over()) {
    if (SameEnd(ending, board.board->outcome())) return std::nullopt;
    return Fault(row, "OUTCOME",
                 "The board says " +
                     std::string(match::NameOf(match::FromRules(board.board->outcome().reason))) +
                     ", the log " + std::string(match::NameOf(ending.reason)) + ".");
  }
  const auto claim = board.board->ClaimableDraw();
  switch (ending.reason) {
    case EndReason::kRepetition:
    case EndReason::kMoveCount:
      if (claim && match::FromRules(*claim) == ending.reason) return std::nullopt;
      return Fault(row, "OUTCOME", "A draw was claimed that did not stand on the board.");
    case EndReason::kCheckmate:
    case EndReason::kStalemate:
    case EndReason::kDeadPosition:
    case EndReason::kMoveLimit:
    case EndReason::kVariant:
    case EndReason::kNone:
      return Fault(row, "OUTCOME", "The board does not say that the game is over.");
    default:
      if (lacks_offers && ending.reason == EndReason::kAgreement) return std::nullopt;
      return CheckPlayersEnd(board, row, ending);
  }
}

// Checks rows one after the other, carrying each out.
class Verifier {
 public:
  // `recorded`: the rows come from a record, which lacks lag, credits, offers and who resigned.
  explicit Verifier(LogVerdict* verdict) : verdict_(*verdict), state_(verdict->state) {}

  bool Row(const DecisionRow& row, bool recorded) {
    verdict_.fault = Check(row, recorded);
    if (verdict_.fault) return false;
    ++verdict_.decisions;
    return true;
  }
  bool Fail(int64_t seq, const base::Error& error) {
    verdict_.fault = LogFault{seq, error.reason, error.message};
    return false;
  }

 private:
  std::optional<LogFault> Check(const DecisionRow& row, bool recorded) {
    if (row.seq != state_.seq + 1) {
      return Fault(row, "LOG_GAP", "It does not follow " + std::to_string(state_.seq) + ".");
    }
    if (row.event_time < state_.event_time) {
      return Fault(row, "TIME", "It was decided before the decision before it.");
    }
    // Carried out event by event, so that each is judged on the state that it met.
    State step = state_;
    for (const match::Event& event : row.events) {
      if (auto fault = Before(step, row, event, recorded)) return fault;
      DecisionRow one = row;
      one.seq = step.seq + 1;
      one.events = {event};
      if (const base::Status applied = match::Apply(step, one); !applied.ok()) {
        return Fault(row, "LOG_CORRUPT", applied.error().message);
      }
    }
    if (const base::Status applied = match::Apply(state_, row); !applied.ok()) {
      return LogFault{row.seq, applied.error().reason, applied.error().message};
    }
    // A record has the end in a decision of its own.
    if (!recorded && state_.men_stand() && state_.board->over() && !state_.over()) {
      return Fault(row, "OUTCOME", "The board says that the game is over, the log goes on.");
    }
    return std::nullopt;
  }

  std::optional<LogFault> Before(const State& step, const DecisionRow& row,
                                 const match::Event& event, bool recorded) {
    if (const auto* move = std::get_if<match::MovePlayed>(&event)) {
      return Move(step, row, *move, recorded);
    }
    if (const auto* over = std::get_if<match::GameOver>(&event)) {
      if (step.over()) return Fault(row, "AFTER_END", "The game ended twice.");
      if (recorded && over->ending.reason == EndReason::kResignation) return std::nullopt;
      return CheckEnd(step, row, over->ending, recorded);
    }
    if (const auto* told = std::get_if<match::ChanceRevealed>(&event)) {
      if (!step.commit || chance::CommitOf(told->secret) != *step.commit) {
        return Fault(row, "CHANCE", "The secret is not the one that was promised.");
      }
    }
    return std::nullopt;
  }

  std::optional<LogFault> Move(const State& step, const DecisionRow& row,
                               const match::MovePlayed& move, bool recorded) {
    if (step.over()) return Fault(row, "AFTER_END", "A move after the end.");
    if (!row.by || *row.by != step.to_move() || !step.men_stand()) {
      return Fault(row, "TURN", "A move out of turn.");
    }
    if (!IsLegal(step, move.move)) {
      // Whoever verifies has not asked to see what is hidden.
      const std::string uci = rules::WriteUci(move.move, step.board->rules());
      return Fault(row, "ILLEGAL_MOVE",
                   (match::Hides(step) ? "A hidden move" : uci) + " is not legal.");
    }
    ++verdict_.moves;
    return recorded ? std::nullopt : CheckClock(step, row, move);
  }

  LogVerdict& verdict_;
  State& state_;
};

// What a record and its log say must be the same.
std::optional<LogFault> CompareRecord(const std::string& game_id, const State& state,
                                      std::span<const LogRow> log) {
  const auto record = MakeRecord(game_id, log);
  if (!record.ok()) return LogFault{0, "RECORD", record.error().message};
  const auto again = StateOfRecord(game_id, *record);
  if (!again.ok()) return LogFault{0, "RECORD", again.error().message};
  for (const rules::Seat seat :
       {rules::Seat::kWhite, rules::Seat::kBlack, rules::Seat::kSpectator}) {
    if (ViewBytes(*again, seat) != ViewBytes(state, seat)) {
      return LogFault{0, "RECORD", "The record shows another game than the log."};
    }
  }
  return std::nullopt;
}

bool VerifyRows(const std::string& game_id, std::span<const LogRow> log, Verifier& verifier) {
  for (const LogRow& stored : log) {
    const auto row = DecodeRow(game_id, stored);
    if (!row.ok()) return verifier.Fail(stored.seq, row.error());
    if (!verifier.Row(*row, false)) return false;
  }
  return true;
}

}  // namespace

LogVerdict VerifyLog(const std::string& game_id, std::span<const LogRow> log) {
  LogVerdict verdict;
  Verifier verifier(&verdict);
  if (!VerifyRows(game_id, log, verifier)) return verdict;
  if (!verdict.state.created()) {
    verdict.fault = LogFault{0, "LOG_GAP", "The log is empty."};
  } else if (verdict.state.over()) {
    verdict.fault = CompareRecord(game_id, verdict.state, log);
  }
  return verdict;
}

LogVerdict VerifyRecord(const std::string& game_id, const std::string& record,
                        std::span<const LogRow> later) {
  LogVerdict verdict;
  Verifier verifier(&verdict);
  const auto rows = RowsOfRecord(game_id, record);
  const auto recorded = StateOfRecord(game_id, record);
  if (!rows.ok() || !recorded.ok()) {
    verifier.Fail(0, rows.ok() ? recorded.error() : rows.error());
    return verdict;
  }
  if (const auto again = RewriteRecord(game_id, record); !again.ok() || *again != record) {
    verdict.fault = LogFault{0, "RECORD", "The record's bytes are not those that its content has."};
    return verdict;
  }
  for (const DecisionRow& row : *rows) {
    if (!verifier.Row(row, true)) return verdict;
  }
  verdict.state = *recorded;  // with the log's own number
  VerifyRows(game_id, later, verifier);
  return verdict;
}

}  // namespace chess::game
