#include <algorithm>
#include <limits>

#include "base/limits.h"
#include "match/move_shape.h"
#include "match/start.h"
#include "match/state.h"
#include "rules/game/draft.h"
#include "rules/game/view.h"
#include "rules/notation/san.h"

namespace chess::match {
namespace {

base::Error Corrupt(std::string message) {
  return base::MakeError(base::Code::kInternal, "LOG_CORRUPT", std::move(message));
}

uint64_t HashOfId(const RequestId& id, Color seat) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const uint8_t byte : id) hash = (hash ^ byte) * 0x100000001b3ULL;
  return (hash ^ static_cast<uint64_t>(rules::Index(seat))) * 0x100000001b3ULL;
}

uint32_t Folded(uint64_t hash) { return static_cast<uint32_t>(hash ^ (hash >> 32)); }

// Carries out the events of one row on a state.
struct Applier {
  State& state;
  const DecisionRow& row;

  base::Status operator()(const Created& event) const {
    if (state.created() || event.settings == nullptr) return Corrupt("The game begins twice.");
    auto rule_set = rules::ParseRuleSet(event.settings->rule_set);
    if (!rule_set.ok()) return Corrupt(rule_set.error().message);
    auto start = StartOf(*event.settings, *rule_set, true);
    if (!start.ok()) return Corrupt(start.error().message);
    const bool drafts = DraftsArmies(*event.settings, *rule_set);
    state.settings = event.settings;
    state.board.emplace(std::move(*start));
    state.commit = event.commit;
    state.phase = event.commit ? Phase::kReadying : drafts ? Phase::kDrafting : Phase::kPlaying;
    state.create_time = row.event_time;
    state.turn_time = row.event_time;
    state.turn = 1;
    state.clock = timecontrol::NewClock(event.settings->time);
    return {};
  }

  base::Status operator()(const MovePlayed& event) const {
    if (!row.by || *row.by != state.to_move()) return Corrupt("A move out of turn.");
    const rules::Position& position = state.board->position();
    if (!CanBeCarriedOut(position, state.board->rules(), event.move)) {
      return Corrupt("A move that cannot be made.");
    }
    PlyRecord record;
    record.san = event.san;
    if (record.san.empty()) {
      record.san = San(rules::WriteSan(position, state.board->rules(), event.move));
    }
    const int side = rules::Index(*row.by);
    record.clock_ms = static_cast<uint32_t>(std::clamp<DurationMs>(
        event.clock_ms[side], 0, std::numeric_limits<uint32_t>::max()));
    RecordChoice(record);
    if (rules::HidesBoard(state.board->rules())) {
      const rules::Position before = position;
      state.board->PlayLegal(event.move);
      RecordSeen(rules::SeeMove(before, event.move, state.board->position(), state.board->rules(),
                                rules::SeatOf(!*row.by)),
                 record);
    } else {
      state.board->PlayLegal(event.move);
    }
    state.plies.push_back(record);
    state.roll_draw = 0;
    state.named_by_fallback = false;
    ++state.turn;
    state.turn_time = row.event_time;
    SetClock(event, side);
    // An offer of the other side lapses with this move; an own one stands.
    if (state.draw_offer && *state.draw_offer != *row.by) state.draw_offer.reset();
    return {};
  }

  base::Status operator()(const DrawOffered& event) const {
    state.draw_offer = event.by;
    state.last_offer_ply[rules::Index(event.by)] = state.ply();
    return {};
  }

  base::Status operator()(const DrawDeclined&) const {
    state.draw_offer.reset();
    return {};
  }

  base::Status operator()(const DrawWithdrawn&) const {
    state.draw_offer.reset();
    return {};
  }

  base::Status operator()(const OutageCredited& event) const {
    timecontrol::AddTime(state.clock, rules::Index(event.to), event.credited_ms);
    return {};
  }

  base::Status operator()(const GameOver& event) const {
    state.ending = event.ending;
    state.end_time = row.event_time;
    state.draw_offer.reset();
    state.brain_due.reset();
    timecontrol::Stop(state.settings->time, state.clock, row.event_time);
    return {};
  }

  base::Status operator()(const Ruled& event) const {
    if (!event.ending.over()) return Corrupt("A ruling without a result.");
    if (!state.over()) return (*this)(GameOver{event.ending});
    if (state.amendments++ == 0) state.original = state.ending;
    state.amend_time = row.event_time;
    state.ending = event.ending;
    state.rated.reset();
    return {};
  }

  base::Status operator()(const RatingRecorded& event) const {
    state.rated = event;
    return {};
  }

  base::Status operator()(const PlayerReady& event) const {
    state.nonces[rules::Index(event.by)] = event.nonce;
    return {};
  }

  base::Status operator()(const Begun&) const {
    for (std::optional<Nonce>& nonce : state.nonces) nonce = nonce.value_or(Nonce{});
    const bool drafts = DraftsArmies(*state.settings, state.board->rules());
    state.phase = drafts ? Phase::kDrafting : Phase::kPlaying;
    state.turn_time = row.event_time;
    return {};
  }

  base::Status operator()(const SetupDrawn& event) const {
    auto start = rules::Game::Start(state.board->rules().WithSetupParameter(event.number),
                                    state.board->options());
    if (!start.ok()) return Corrupt(start.error().message);
    state.board.emplace(*std::move(start));
    state.setup_drawn = event;
    state.draws = event.draw;
    return {};
  }

  base::Status operator()(const Rolled& event) const {
    state.board->SetRoll(event.allowed);
    state.draws = event.draw;
    state.roll_draw = event.draw;
    return {};
  }

  base::Status operator()(const BrainPending& event) const {
    if (event.turn != state.turn) return Corrupt("The brain is asked about another turn.");
    state.brain_due = event.due_time;
    state.clock.running = timecontrol::kNobody;
    return {};
  }

  base::Status operator()(const BrainNamed& event) const {
    if (event.turn != state.turn || !state.brain_due) {
      return Corrupt("The brain was not asked about this turn.");
    }
    state.board->SetName(event.type);
    state.named_by_fallback = event.by_fallback;
    state.brain_due.reset();
    state.turn_time = row.event_time;
    if (state.both_moved()) {
      timecontrol::StartTurn(state.clock, rules::Index(state.to_move()), row.event_time);
    }
    return {};
  }

  base::Status operator()(const DraftLocked& event) const {
    state.locked[rules::Index(event.by)] = true;
    return {};
  }

  base::Status operator()(const DraftsRevealed& event) const {
    rules::Draft draft(state.board->rules());
    for (const Color side : rules::kColors) {
      if (auto set = draft.of(side).Set(event.armies[rules::Index(side)]); !set.ok()) {
        return Corrupt(set.error().message);
      }
      if (auto lock = draft.of(side).Lock(); !lock.ok()) return Corrupt(lock.error().message);
    }
    state.board.emplace(
        rules::Game::StartAt(state.board->rules(), draft.Start(), state.board->options()));
    state.armies = event.armies;
    state.locked = {true, true};
    state.phase = Phase::kPlaying;
    state.turn_time = row.event_time;
    return {};
  }

  base::Status operator()(const ChanceRevealed& event) const {
    state.secret = event.secret;
    return {};
  }

 private:
  // What bound the move, before it is played.
  void RecordChoice(PlyRecord& record) const {
    record.draw = static_cast<uint16_t>(state.roll_draw);
    const rules::Choice& choice = state.board->choice();
    if (state.roll_draw != 0) record.rolled = choice.rolled;
    if (choice.named) record.named = static_cast<uint8_t>(rules::Index(*choice.named));
    record.by_fallback = state.named_by_fallback;
  }

  // What the opponent saw of a move that was played.
  static void RecordSeen(const rules::SeenMove& seen, PlyRecord& record) {
    record.seen_from = seen.from;
    record.seen_to = seen.to;
    record.seen_whole = !seen.uci.empty();
    if (seen.man) record.seen_role = static_cast<uint8_t>(rules::Index(*seen.man));
  }

  void SetClock(const MovePlayed& event, int side) const {
    for (int i = 0; i < 2; ++i) {
      state.clock.side[i].remaining_ms = event.clock_ms[i];
      state.clock.side[i].periods = event.periods[i];
    }
    ++state.clock.side[side].moves;
    state.clock.side[side].lag.quota_ms = event.quota_ms;
    if (state.both_moved()) timecontrol::StartTurn(state.clock, 1 - side, row.event_time);
  }
};

void Remember(State& state, const DecisionRow& row) {
  if (!row.of_server() && row.by) {
    state.requests.push_back(RequestRecord{HashOfId(row.request_id, *row.by),
                                           Folded(row.payload_hash),
                                           static_cast<uint32_t>(row.seq)});
  }
  const size_t limit = state.over() ? base::kFinishedRequestIds : base::kGameRequestIds;
  if (state.requests.size() > limit) {
    state.requests.erase(state.requests.begin(),
                         state.requests.end() - static_cast<std::ptrdiff_t>(limit));
    state.requests.shrink_to_fit();
  }
}

}  // namespace

base::Status Apply(State& state, const DecisionRow& row) {
  if (row.seq != state.seq + 1) {
    return base::MakeError(base::Code::kInternal, "LOG_GAP",
                           "Decision " + std::to_string(row.seq) + " does not follow " +
                               std::to_string(state.seq) + ".");
  }
  if (row.events.empty()) return Corrupt("A decision without events.");
  for (const Event& event : row.events) {
    if (!state.created() && !std::holds_alternative<Created>(event)) {
      return Corrupt("The log does not begin with the creation.");
    }
    if (auto status = std::visit(Applier{state, row}, event); !status.ok()) return status;
  }
  state.seq = row.seq;
  state.event_time = row.event_time;
  Remember(state, row);
  return {};
}

base::Result<State> Replay(std::span<const DecisionRow> rows) {
  State state;
  for (const DecisionRow& row : rows) {
    if (auto status = Apply(state, row); !status.ok()) return status.error();
  }
  return state;
}

std::optional<RequestRecord> FindRequest(const State& state, const RequestId& id, Color seat) {
  const uint64_t hash = HashOfId(id, seat);
  // Repetitions follow closely, so the newest are looked at first.
  const auto found = std::find_if(state.requests.rbegin(), state.requests.rend(),
                                  [hash](const RequestRecord& r) { return r.id_hash == hash; });
  if (found == state.requests.rend()) return std::nullopt;
  return *found;
}

bool SamePayload(const RequestRecord& record, uint64_t payload_hash) {
  return record.payload_hash == Folded(payload_hash);
}

size_t State::MemoryBytes() const {
  size_t bytes = sizeof(State) + plies.capacity() * sizeof(PlyRecord) +
                 requests.capacity() * sizeof(RequestRecord);
  if (board) {
    bytes += board->moves().capacity() * (sizeof(rules::Move) + sizeof(rules::Key));
  }
  return bytes;
}

namespace {

bool SameBeginning(const State& a, const State& b) {
  const auto same_setup = [](const std::optional<SetupDrawn>& x,
                             const std::optional<SetupDrawn>& y) {
    return x.has_value() == y.has_value() &&
           (!x || (x->draw == y->draw && x->number == y->number));
  };
  return a.phase == b.phase && a.commit == b.commit && a.secret == b.secret &&
         a.nonces == b.nonces && a.draws == b.draws && a.roll_draw == b.roll_draw &&
         same_setup(a.setup_drawn, b.setup_drawn) && a.brain_due == b.brain_due &&
         a.named_by_fallback == b.named_by_fallback && a.locked == b.locked &&
         a.armies == b.armies && a.board->choice() == b.board->choice();
}

}  // namespace

bool SameState(const State& a, const State& b) {
  if (a.created() != b.created() || a.seq != b.seq) return false;
  if (!a.created()) return true;
  const auto same_ply = [](const PlyRecord& x, const PlyRecord& y) {
    return x.san == y.san && x.clock_ms == y.clock_ms && x.draw == y.draw &&
           x.rolled == y.rolled && x.named == y.named && x.by_fallback == y.by_fallback &&
           x.seen_from == y.seen_from && x.seen_to == y.seen_to && x.seen_role == y.seen_role &&
           x.seen_whole == y.seen_whole;
  };
  const auto same_request = [](const RequestRecord& x, const RequestRecord& y) {
    return x.id_hash == y.id_hash && x.payload_hash == y.payload_hash && x.seq == y.seq;
  };
  return *a.settings == *b.settings && a.board->position() == b.board->position() &&
         a.board->moves() == b.board->moves() && a.board->outcome() == b.board->outcome() &&
         a.board->Occurrences() == b.board->Occurrences() && a.create_time == b.create_time &&
         a.event_time == b.event_time && a.turn_time == b.turn_time && a.turn == b.turn &&
         a.clock == b.clock && std::ranges::equal(a.plies, b.plies, same_ply) &&
         a.draw_offer == b.draw_offer && a.last_offer_ply == b.last_offer_ply &&
         a.ending == b.ending && a.end_time == b.end_time && a.rated == b.rated &&
         a.amendments == b.amendments && a.amend_time == b.amend_time && a.original == b.original &&
         SameBeginning(a, b) && std::ranges::equal(a.requests, b.requests, same_request);
}

}  // namespace chess::match
