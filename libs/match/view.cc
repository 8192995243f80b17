#include "match/view.h"

#include <algorithm>

#include "match/decide.h"
#include "rules/game/draft.h"
#include "rules/game/setup.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::match {
namespace {

std::optional<rules::Role> RoleOrNone(uint8_t index) {
  if (index == PlyRecord::kNobody) return std::nullopt;
  return static_cast<rules::Role>(index);
}

Color MoverOf(const State& state, size_t index) {
  const Color first = state.board->start().turn;
  return index % 2 == 0 ? first : !first;
}

// Own moves, and all where nothing is hidden, are known; of an opponent's what was seen of it when
// it was played; spectators know only that there was one.
PlyView PlyAt(const State& state, Seat seat, size_t index) {
  PlyView view;
  view.ply = static_cast<int32_t>(index) + 1;
  const PlyRecord& record = state.plies[index];
  const bool hides = Hides(state);
  if (!hides || seat == rules::SeatOf(MoverOf(state, index))) {
    view.uci = rules::WriteUci(state.board->moves()[index], state.board->rules());
    view.san = std::string(record.san.view());
  } else if (seat != Seat::kSpectator) {
    if (record.seen_whole) {
      view.uci = rules::WriteUci(state.board->moves()[index], state.board->rules());
    }
    view.seen_from = record.seen_from;
    view.seen_to = record.seen_to;
    view.seen_role = RoleOrNone(record.seen_role);
  }
  if (!state.settings->time.untimed()) view.clock_ms = record.clock_ms;
  if (record.draw != 0) view.roll = RollView{record.draw, record.rolled};
  if (!hides || seat != Seat::kSpectator) view.named = RoleOrNone(record.named);
  return view;
}

// Where the seat may place its army.
rules::Bitboard OwnHalf(Seat seat) {
  constexpr rules::Bitboard kLow = 0xffffffffULL;
  if (seat == Seat::kSpectator) return 0;
  return seat == Seat::kWhite ? kLow : ~kLow;
}

// The board before the men stand: of a set-up that will be drawn what does not depend on the draw,
// of a draft the seat's own army.
rules::View BoardBefore(const State& state, Seat seat, const Secrets* secrets) {
  rules::View view =
      rules::ViewOf(*state.board, seat, rules::ViewOptions{.hide_setup = true});
  if (DraftsArmies(*state.settings, state.board->rules())) {
    rules::Draft draft(state.board->rules());
    for (const Color side : rules::kColors) {
      if (secrets == nullptr || seat != rules::SeatOf(side)) continue;
      const auto& kept = secrets->drafts[rules::Index(side)];
      if (kept) (void)draft.of(side).Set(kept->army);  // one that cannot be read is shown as none
    }
    view.fen = rules::ViewOf(draft, seat).fen;
    view.visible = OwnHalf(seat);
  }
  view.checkers.clear();
  view.checked_king = rules::kNoSquare;
  view.moves.clear();
  view.material = 0;
  view.outcome = {};
  return view;
}

rules::View BoardOf(const State& state, Seat seat, const Secrets* secrets) {
  if (!state.men_stand()) {
    const bool nothing_to_hide = !DrawsSetup(*state.settings, state.board->rules()) &&
                                 !DraftsArmies(*state.settings, state.board->rules());
    if (!nothing_to_hide) return BoardBefore(state, seat, secrets);
  }
  rules::View view = rules::ViewOf(*state.board, seat, {.reveal = state.over()});
  // A game can be over although the board would allow moves: a flag, a resignation, an agreement.
  if (!state.playing()) view.moves.clear();
  return view;
}

DraftingView DraftingOf(const State& state, Seat seat, const Secrets* secrets) {
  DraftingView view;
  rules::Draft draft(state.board->rules());
  view.budget = rules::DraftBudget(state.board->rules());
  view.locked = state.locked;
  view.deadline = DeadlineOf(state)->due;
  for (const Color side : rules::kColors) {
    if (secrets == nullptr || seat != rules::SeatOf(side)) continue;
    view.own = secrets->drafts[rules::Index(side)].value_or(DraftSecret{});
    (void)draft.of(side).Set(view.own->army);
    view.own->army = draft.of(side).Text();
    view.left = view.budget - draft.of(side).cost();
  }
  return view;
}

std::optional<ChanceView> ChanceOf(const State& state) {
  if (!state.commit) return std::nullopt;
  ChanceView view{*state.commit, std::nullopt, state.secret};
  if (state.phase != Phase::kReadying) view.nonces = {*state.nonces[0], *state.nonces[1]};
  return view;
}

std::optional<BrainView> BrainOf(const State& state, Seat seat) {
  if (Hides(state) && seat == Seat::kSpectator) return std::nullopt;
  if (state.brain_due) return BrainView{std::nullopt, *state.brain_due};
  if (const auto& named = state.board->choice().named) return BrainView{*named, 0};
  return std::nullopt;
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

  Happening operator()(const Created&) const { return CreatedHappening{}; }
  Happening operator()(const MovePlayed& event) const {
    MoveHappening happening;
    if (!state.plies.empty()) {
      happening.move = PlyAt(state, audience, state.plies.size() - 1);
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
  Happening operator()(const Ruled& event) const {
    if (state.amendments == 0) return GameOver{event.ending};
    return AmendedHappening{event.ending, state.original};
  }
  Happening operator()(const RatingRecorded& event) const { return event; }
  Happening operator()(const PlayerReady& event) const { return ReadyHappening{event.by}; }
  Happening operator()(const Begun& event) const { return event; }
  Happening operator()(const SetupDrawn& event) const { return event; }
  Happening operator()(const Rolled& event) const { return event; }
  Happening operator()(const BrainPending& event) const { return event; }
  Happening operator()(const BrainNamed& event) const {
    if (Hides(state) && audience == Seat::kSpectator) {
      return BrainNamedHappening{std::nullopt, event.by_fallback};
    }
    return BrainNamedHappening{event.type, event.by_fallback};
  }
  Happening operator()(const DraftLocked& event) const { return event; }
  Happening operator()(const DraftsRevealed& event) const {
    DraftsRevealed known;
    for (const Color side : rules::kColors) {
      const bool own = audience == rules::SeatOf(side);
      if (own || !Hides(state)) known.armies[rules::Index(side)] = event.armies[rules::Index(side)];
    }
    return known;
  }
  Happening operator()(const ChanceRevealed& event) const { return event; }
};

// What belongs to the phases before the first move, and to dice and brain.
void AddBeginning(const State& state, Seat seat, const Secrets* secrets, MatchView& view) {
  if (!state.over() && state.phase == Phase::kReadying) {
    view.readying = ReadyingView{{state.nonces[0].has_value(), state.nonces[1].has_value()},
                                 DeadlineOf(state)->due};
  }
  if (!state.over() && state.phase == Phase::kDrafting) {
    view.drafting = DraftingOf(state, seat, secrets);
  }
  if (state.roll_draw != 0) {
    view.roll = RollView{state.roll_draw, state.board->choice().rolled};
  }
  view.brain = BrainOf(state, seat);
  const rules::RuleSet::Member* setup = state.board->rules().setup();
  if (state.men_stand() && setup != nullptr && setup->rule->parameter_of != nullptr &&
      setup->parameter >= 0) {
    view.setup_number = setup->parameter;
  }
  view.chance = ChanceOf(state);
}

}  // namespace

bool SameForAll(const State& state) {
  const rules::RuleSet& rule_set = state.board->rules();
  return !rules::HidesBoard(rule_set) && !rule_set.Has(rules::kTraitDraftedSetup);
}

bool Hides(const State& state) {
  return rules::HidesBoard(state.board->rules()) && !state.over();
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

MatchView ViewOf(const State& state, Seat seat, const Secrets* secrets) {
  MatchView view;
  view.settings = state.settings;
  view.seq = state.seq;
  view.event_time = state.event_time;
  view.phase = state.phase;
  view.board = BoardOf(state, seat, secrets);
  view.turn = state.turn;
  view.to_move = state.to_move();
  if (!state.plies.empty()) {
    view.last_move = PlyAt(state, seat, state.plies.size() - 1);
  }
  if (!state.settings->time.untimed()) view.clocks = ClocksAt(state);
  view.draw_offer_by = state.draw_offer;
  for (const Color side : rules::kColors) {
    view.may_offer_draw[rules::Index(side)] = MayOfferDraw(state, side);
  }
  view.may_abort = !state.over() && !state.both_moved();
  view.draw_claimable =
      state.playing() && !Hides(state) && state.board->ClaimableDraw().has_value();
  if (state.playing() && !state.both_moved() && !state.brain_due) {
    view.first_move_deadline = DeadlineOf(state)->due;
  }
  view.ending = state.ending;
  view.end_time = state.end_time;
  AddBeginning(state, seat, secrets, view);
  return view;
}

std::string StartFenOf(const State& state, Seat seat) {
  const rules::RuleSet& rule_set = state.board->rules();
  const bool drafts = DraftsArmies(*state.settings, rule_set);
  if (!state.men_stand() && drafts) return "";
  const bool drawn_later = !state.men_stand() && DrawsSetup(*state.settings, rule_set);
  if (drawn_later) return BoardBefore(state, seat, nullptr).fen;
  // A start that both agreed on or saw is public also where the board hides; a drafted one is not.
  if (!drafts || !Hides(state)) return rules::WriteFen(state.board->start(), rule_set);
  const auto start = rules::Game::StartAt(rule_set, state.board->start(), state.board->options());
  return rules::ViewOf(start, seat).fen;
}

std::vector<PlyView> MovesOf(const State& state, Seat seat) {
  std::vector<PlyView> moves;
  moves.reserve(state.plies.size());
  for (size_t i = 0; i < state.plies.size(); ++i) {
    moves.push_back(PlyAt(state, seat, i));
  }
  return moves;
}

Projection ProjectEvents(const State& state, const DecisionRow& row, Seat audience) {
  Projection projection;
  projection.seq = row.seq;
  projection.event_time = row.event_time;
  const Teller teller{state, audience};
  for (const Event& event : row.events) projection.happenings.push_back(std::visit(teller, event));
  projection.view = ViewOf(state, audience);
  return projection;
}

}  // namespace chess::match
