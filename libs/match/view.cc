#include "match/view.h"

#include <algorithm>

#include "match/decide.h"
#include "rules/notation/uci.h"

namespace chess::match {
namespace {

// Whether `seat` may know the move of this ply: an own one, any in an open game, all at the end.
bool MayKnow(const State& state, Seat seat, size_t index, bool same_for_all) {
  if (same_for_all || state.over()) return true;
  const Color first = state.board->start().turn;
  const Color mover = index % 2 == 0 ? first : !first;
  return seat == rules::SeatOf(mover);
}

PlyView PlyAt(const State& state, Seat seat, size_t index, bool same_for_all) {
  PlyView view;
  view.ply = static_cast<int32_t>(index) + 1;
  const PlyRecord& record = state.plies[index];
  if (MayKnow(state, seat, index, same_for_all)) {
    view.uci = rules::WriteUci(state.board->moves()[index], state.board->rules());
    view.san = std::string(record.san.view());
  }
  if (!state.settings->time.untimed()) view.clock_ms = record.clock_ms;
  return view;
}

ClocksView ClocksAt(const State& state) {
  const timecontrol::TimeControl& control = state.settings->time;
  const timecontrol::Reading reading =
      timecontrol::ReadClock(control, state.clock, state.event_time);
  ClocksView view;
  for (int i = 0; i < 2; ++i) {
    view.face[i].remaining_ms = reading.remaining_ms[i];
    view.face[i].periods = reading.periods[i];
  }
  if (reading.running != timecontrol::kNobody) {
    view.running = static_cast<Color>(reading.running);
    view.face[reading.running].flag_time = timecontrol::FlagDeadline(control, state.clock);
  }
  return view;
}

bool MayOfferDraw(const State& state, Color side) {
  if (state.over() || state.ply() < kMinPlies || state.draw_offer) return false;
  const int last = state.last_offer_ply[rules::Index(side)];
  return last < 0 || state.ply() >= last + kDrawOfferPlies;
}

struct Teller {
  const State& state;
  Seat audience;
  bool same_for_all;

  Happening operator()(const Created&) const { return CreatedHappening{}; }
  Happening operator()(const MovePlayed& event) const {
    MoveHappening happening;
    if (!state.plies.empty()) {
      happening.move = PlyAt(state, audience, state.plies.size() - 1, same_for_all);
    }
    happening.compensated_ms = event.compensated_ms;
    happening.credited_ms = event.credited_ms;
    return happening;
  }
  Happening operator()(const DrawOffered& event) const { return event; }
  Happening operator()(const DrawDeclined& event) const { return event; }
  Happening operator()(const DrawWithdrawn& event) const { return event; }
  Happening operator()(const OutageCredited& event) const { return event; }
  Happening operator()(const GameOver& event) const { return event; }
  Happening operator()(const RatingRecorded& event) const { return event; }
};

}  // namespace

bool SameForAll(const State& state) {
  return std::ranges::all_of(state.board->rules().members(), [](const auto& member) {
    return member.rule->visible == nullptr;
  });
}

std::string_view AudienceWord(const State& state, Seat seat) {
  if (SameForAll(state)) return "all";
  switch (seat) {
    case Seat::kWhite: return "white";
    case Seat::kBlack: return "black";
    case Seat::kSpectator: break;
  }
  return "spectator";
}

MatchView ViewOf(const State& state, Seat seat) {
  const bool same_for_all = SameForAll(state);
  MatchView view;
  view.settings = state.settings;
  view.seq = state.seq;
  view.event_time = state.event_time;
  view.board = rules::ViewOf(*state.board, seat);
  // A game can be over although the board would allow moves: a flag, a resignation, an agreement.
  if (state.over()) view.board.moves.clear();
  view.turn = state.turn;
  view.to_move = state.to_move();
  if (!state.plies.empty()) {
    view.last_move = PlyAt(state, seat, state.plies.size() - 1, same_for_all);
  }
  if (!state.settings->time.untimed()) view.clocks = ClocksAt(state);
  view.draw_offer_by = state.draw_offer;
  for (const Color side : rules::kColors) {
    view.may_offer_draw[rules::Index(side)] = MayOfferDraw(state, side);
  }
  view.may_abort = !state.over() && !state.both_moved();
  view.draw_claimable = !state.over() && same_for_all && state.board->ClaimableDraw().has_value();
  if (!state.over() && !state.both_moved()) {
    if (const auto deadline = DeadlineOf(state)) view.first_move_deadline = deadline->due;
  }
  view.ending = state.ending;
  view.end_time = state.end_time;
  return view;
}

std::vector<PlyView> MovesOf(const State& state, Seat seat) {
  const bool same_for_all = SameForAll(state);
  std::vector<PlyView> moves;
  moves.reserve(state.plies.size());
  for (size_t i = 0; i < state.plies.size(); ++i) {
    moves.push_back(PlyAt(state, seat, i, same_for_all));
  }
  return moves;
}

Projection ProjectEvents(const State& state, const DecisionRow& row, Seat audience) {
  Projection projection;
  projection.seq = row.seq;
  projection.event_time = row.event_time;
  const Teller teller{state, audience, SameForAll(state)};
  for (const Event& event : row.events) projection.happenings.push_back(std::visit(teller, event));
  projection.view = ViewOf(state, audience);
  return projection;
}

}  // namespace chess::match
