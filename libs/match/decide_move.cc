#include "match/judge.h"
#include "rules/game/choice.h"
#include "rules/game/reject.h"
#include "rules/game/view.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace chess::match {
namespace {

constexpr size_t kMaxMoveText = 32;

// Why a move given by squares is not legal, with the squares that the reason speaks of.
base::Error Rejected(const rules::Game& game, const rules::UciText& uci, std::string_view text) {
  rules::Rejection why =
      rules::Explain(game.position(), game.rules(), uci.from, uci.to, uci.promotion);
  if (why.reason == rules::RejectReason::kNone) {
    why.reason = rules::RejectReason::kPieceCannotMoveThere;
    why.message = "This move is not possible here.";
  }
  base::Error error = base::MakeError(base::Code::kInvalidArgument,
                                      std::string(rules::NameOf(why.reason)), why.message);
  std::string squares;
  for (const rules::Square square : why.squares) {
    if (!squares.empty()) squares += ',';
    squares += rules::ToText(square);
  }
  error.metadata.emplace_back("move", std::string(text));
  if (!squares.empty()) error.metadata.emplace_back("squares", squares);
  return error;
}

// UCI first, because clients send it and it is quick; everything else is SAN's to read.
base::Result<rules::Move> ReadMove(const rules::Game& game, std::string_view text) {
  if (text.empty() || text.size() > kMaxMoveText) {
    return base::MakeError(base::Code::kInvalidArgument, "MOVE_MALFORMED",
                           "A move has 2 to 32 characters, such as e2e4 or Nf3.");
  }
  const std::optional<rules::UciText> uci = rules::ReadUci(text);
  if (!uci || uci->drop) return rules::ReadSan(game.position(), game.rules(), text);
  const std::optional<rules::Move> move =
      rules::Find(game.position(), game.rules(), uci->from, uci->to, uci->promotion);
  if (move) return *move;
  return Rejected(game, *uci, text);
}

// Where part of the board is hidden a reason must not tell what stands there: of the words for a
// move only one that asks nothing of the board, and one for all the others.
base::Error Veiled(const rules::Game& game, const base::Error& error) {
  if (!rules::HidesBoard(game.rules()) || error.reason == "MOVE_MALFORMED") return error;
  return base::MakeError(base::Code::kInvalidArgument, "ILLEGAL_IN_FOG",
                         "This move is not possible.");
}

// "N,Q"
std::string Letters(rules::Powers types) {
  std::string text;
  for (int i = 0; i < rules::kRoles; ++i) {
    const rules::Role role = static_cast<rules::Role>(i);
    if (!(types & rules::Bit(role))) continue;
    if (!text.empty()) text += ',';
    text += rules::LetterOf(role);
  }
  return text;
}

// "knight or queen"
std::string Names(rules::Powers types) {
  std::string text;
  for (int i = 0; i < rules::kRoles; ++i) {
    const rules::Role role = static_cast<rules::Role>(i);
    if (!(types & rules::Bit(role))) continue;
    if (!text.empty()) text += " or ";
    text += rules::NameOf(role);
  }
  return text;
}

// Whether dice and brain let a legal move be made.
base::Status CheckChoice(const rules::Game& game, rules::Move move, std::string_view text) {
  const rules::Choice& choice = game.choice();
  const rules::Powers types = rules::TypesOf(game.position(), move);
  if (rules::Allows(choice, types)) return {};
  const bool dice = !rules::Allows({choice.rolled, std::nullopt}, types);
  const rules::Powers allowed = dice ? choice.rolled : rules::Bit(*choice.named);
  base::Error error = base::MakeError(
      base::Code::kInvalidArgument, dice ? "DICE_FORBIDS" : "BRAIN_FORBIDS",
      (dice ? "The dice allow only a " : "The brain has named a ") + Names(allowed) + ".");
  error.metadata = {{"move", std::string(text)}, {"allowed", Letters(allowed)}};
  return error;
}

}  // namespace

timecontrol::MoveCharge ChargeOf(const Judgement& judgement, const PlayMove& move) {
  const timecontrol::MoveTiming timing{judgement.received, move.think_ms,
                                       judgement.context.rtt_ms};
  return timecontrol::Charge(judgement.state.settings->time, judgement.state.clock,
                             judgement.side(), timing, judgement.outages);
}

Events DecideMove(const Judgement& judgement, const PlayMove& move) {
  const State& state = judgement.state;
  if (judgement.seat() != state.to_move()) {
    return Refusal("NOT_YOUR_TURN", "The other side is to move.");
  }
  if (state.brain_due) {
    return Refusal("BRAIN_THINKING", "The brain has not named a type of piece yet.");
  }
  const timecontrol::MoveCharge charge = ChargeOf(judgement, move);
  if (charge.flagged) {
    return Refusal("OUT_OF_TIME", "The time was used up before this move arrived.");
  }
  const base::Result<rules::Move> read = ReadMove(*state.board, move.text);
  if (!read.ok()) return Veiled(*state.board, read.error());
  if (auto status = CheckChoice(*state.board, *read, move.text); !status.ok()) {
    return status.error();
  }

  MovePlayed played;
  played.move = *read;
  played.san = San(rules::WriteSan(state.board->position(), state.board->rules(), *read));
  timecontrol::ClockState clock = state.clock;
  timecontrol::PlayMove(state.settings->time, clock, judgement.side(),
                        {judgement.received, move.think_ms, judgement.context.rtt_ms}, charge);
  for (int i = 0; i < 2; ++i) {
    played.clock_ms[i] = clock.side[i].remaining_ms;
    played.periods[i] = clock.side[i].periods;
  }
  played.lag_ms = charge.lag_ms;
  played.compensated_ms = charge.compensated_ms;
  played.credited_ms = charge.credited_ms;
  played.quota_ms = clock.side[judgement.side()].lag.quota_ms;

  std::vector<Event> events;
  events.emplace_back(played);
  rules::Game after = *state.board;
  after.PlayLegal(*read);
  BeginTurn(state, std::move(after), state.turn + 1, judgement.received, judgement.context.chance,
            &events);
  return events;
}

}  // namespace chess::match
