#include <algorithm>
#include <limits>

#include "base/limits.h"
#include "match/start.h"
#include "match/state.h"
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
    state.settings = event.settings;
    state.board.emplace(std::move(*start));
    state.create_time = row.event_time;
    state.turn_time = row.event_time;
    state.turn = 1;
    state.clock = timecontrol::NewClock(event.settings->time);
    return {};
  }

  base::Status operator()(const MovePlayed& event) const {
    if (!row.by || *row.by != state.to_move()) return Corrupt("A move out of turn.");
    const rules::Position& position = state.board->position();
    const rules::Square from = event.move.from();
    if (event.move.is_null() || (from < rules::kNoSquare && position.empty(from))) {
      return Corrupt("A move from an empty square.");
    }
    PlyRecord record;
    record.san = event.san;
    if (record.san.empty()) {
      record.san = San(rules::WriteSan(position, state.board->rules(), event.move));
    }
    const int side = rules::Index(*row.by);
    record.clock_ms = static_cast<uint32_t>(std::clamp<DurationMs>(
        event.clock_ms[side], 0, std::numeric_limits<uint32_t>::max()));
    state.board->PlayLegal(event.move);
    state.plies.push_back(record);
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
    timecontrol::Stop(state.settings->time, state.clock, row.event_time);
    return {};
  }

  base::Status operator()(const RatingRecorded& event) const {
    state.rated = event;
    return {};
  }

 private:
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

bool SameState(const State& a, const State& b) {
  if (a.created() != b.created() || a.seq != b.seq) return false;
  if (!a.created()) return true;
  const auto same_ply = [](const PlyRecord& x, const PlyRecord& y) {
    return x.san == y.san && x.clock_ms == y.clock_ms;
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
         std::ranges::equal(a.requests, b.requests, same_request);
}

}  // namespace chess::match
