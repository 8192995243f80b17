#include "game/record.h"

#include "chess/game/internal/v1/log.pb.h"
#include "game/enum_convert.h"
#include "game/log_convert.h"
#include "match/decide.h"

namespace chess::game {
namespace {

using internal::v1::StoredRecord;

void PutVarint(uint64_t value, std::string* out) {
  while (value >= 0x80) {
    *out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  *out += static_cast<char>(value);
}

bool TakeVarint(std::string_view* in, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64 && !in->empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(in->front());
    in->remove_prefix(1);
    *value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
int64_t UnZigZag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

// A byte of StoredRecord.names.
constexpr int kByFallback = 128;
constexpr int kThinking = 255;
// StoredRecord.version: what every release reads, and what needs one that knows rulings.
constexpr int kPlain = 1;
constexpr int kWithRulings = 2;

// What is written while walking the log.
struct RecordWriter {
  StoredRecord* record;
  bool timed = false;
  TimeMs last_time = 0;
  TimeMs pending_time = 0;  // when the brain was asked
  bool ended = false;
  std::array<int64_t, 2> clock{};

  void Move(const match::DecisionRow& row, const match::MovePlayed& move) {
    const uint16_t raw = move.move.raw();
    record->mutable_moves()->push_back(static_cast<char>(raw & 0xff));
    record->mutable_moves()->push_back(static_cast<char>(raw >> 8));
    PutVarint(static_cast<uint64_t>(row.event_time - last_time), record->mutable_time_deltas());
    last_time = row.event_time;
    if (!timed) return;
    const int side = rules::Index(*row.by);
    PutVarint(ZigZag(move.clock_ms[side] - clock[side]), record->mutable_clock_deltas());
    clock[side] = move.clock_ms[side];
    record->clear_periods();
    if (move.periods[0] != 0 || move.periods[1] != 0) {
      record->add_periods(move.periods[0]);
      record->add_periods(move.periods[1]);
    }
  }

  // The turn that begins with this row.
  void Turn(const match::DecisionRow& row, const match::Event& event) {
    if (const auto* rolled = std::get_if<match::Rolled>(&event)) {
      record->mutable_rolls()->push_back(static_cast<char>(rolled->allowed));
    } else if (std::holds_alternative<match::BrainPending>(event)) {
      pending_time = row.event_time;
      record->mutable_names()->push_back(static_cast<char>(kThinking));
    } else if (const auto* named = std::get_if<match::BrainNamed>(&event)) {
      record->mutable_names()->back() =
          static_cast<char>(rules::Index(named->type) | (named->by_fallback ? kByFallback : 0));
      PutVarint(static_cast<uint64_t>(row.event_time - pending_time),
                record->mutable_name_deltas());
    }
  }

  // What happened before the first move, and what was told at the end.
  void Opening(const match::DecisionRow& row, const match::Event& event) {
    if (std::holds_alternative<match::Begun>(event)) {
      record->set_begun_time_ms(row.event_time);
    } else if (const auto* drawn = std::get_if<match::SetupDrawn>(&event)) {
      record->mutable_setup_drawn()->set_draw(drawn->draw);
      record->mutable_setup_drawn()->set_number(drawn->number);
    } else if (const auto* drafts = std::get_if<match::DraftsRevealed>(&event)) {
      record->mutable_drafts()->set_white(drafts->armies[0]);
      record->mutable_drafts()->set_black(drafts->armies[1]);
      record->set_drafts_time_ms(row.event_time);
    } else if (const auto* told = std::get_if<match::ChanceRevealed>(&event)) {
      record->set_chance_secret(std::string(told->secret.begin(), told->secret.end()));
    }
  }

  void End(const match::DecisionRow& row, const match::Ending& ending) {
    ended = true;
    EndToProto(ending, record->mutable_ended());
    record->set_end_time_ms(row.event_time);
  }

  // The end and what comes after it.
  void After(const match::DecisionRow& row, const match::Event& event) {
    if (const auto* over = std::get_if<match::GameOver>(&event)) {
      End(row, over->ending);
    } else if (const auto* ruled = std::get_if<match::Ruled>(&event)) {
      record->set_version(kWithRulings);
      if (!ended) return End(row, ruled->ending);
      auto* amendment = record->add_amendments();
      EndToProto(ruled->ending, amendment->mutable_ended());
      amendment->set_time_ms(row.event_time);
    } else if (const auto* rated = std::get_if<match::RatingRecorded>(&event)) {
      const int amendments = record->amendments_size();
      if (amendments == 0) {
        RatedToProto(*rated, record->mutable_rated());
        record->set_rated_time_ms(row.event_time);
      } else {
        auto* amendment = record->mutable_amendments(amendments - 1);
        RatedToProto(*rated, amendment->mutable_rated());
        amendment->set_rated_time_ms(row.event_time);
      }
    }
  }

  void Row(const match::DecisionRow& row) {
    for (const match::Event& event : row.events) {
      Turn(row, event);
      Opening(row, event);
      After(row, event);
      if (const auto* move = std::get_if<match::MovePlayed>(&event)) {
        Move(row, *move);
      } else if (const auto* credit = std::get_if<match::OutageCredited>(&event)) {
        auto* stored = record->add_credits();
        stored->set_color(ColorToProto(credit->to));
        stored->set_credited_ms(credit->credited_ms);
      }
    }
  }
};

base::Error Corrupt(const std::string& game_id) {
  return base::MakeError(base::Code::kInternal, "LOG_CORRUPT",
                         "The record of game " + game_id + " cannot be read.");
}

bool Parse(const std::string& bytes, StoredRecord* record) {
  return record->ParseFromString(bytes) && record->version() >= kPlain &&
         record->version() <= kWithRulings;
}

// Turns the record back into decisions, numbered from 1.
class RecordReader {
 public:
  RecordReader(const std::string& game_id, const StoredRecord& record)
      : game_id_(game_id), record_(record) {}

  // The decisions that the record still knows, numbered from 1; after Read.
  const std::vector<match::DecisionRow>& rows() const { return rows_; }

  base::Result<match::State> Read() {
    auto created = CreatedFromProto(game_id_, record_.created());
    if (!created.ok()) return created.error();
    time_ = move_time_ = record_.create_time_ms();
    chance_ = created->commit.has_value();
    std::vector<match::Event> first = {match::Event(*std::move(created))};
    if (!chance_ && !record_.has_drafts()) BeginTurn(&first);
    if (!Append(std::move(first), std::nullopt, time_) || !Name() || !Opening()) {
      return Corrupt(game_id_);
    }
    for (int side = 0; side < 2; ++side) {
      clock_[side] = state_.clock.side[side].remaining_ms;
      if (record_.periods_size() == 2) {
        periods_[side] = static_cast<int16_t>(record_.periods(side));
      }
    }
    if (!Moves() || !End() || !Amendments()) return Corrupt(game_id_);
    state_.seq = record_.last_seq();
    state_.requests.clear();
    for (const auto& request : record_.requests()) {
      state_.requests.push_back({request.id_hash(), request.payload_hash(), request.seq()});
    }
    return std::move(state_);
  }

 private:
  bool Append(std::vector<match::Event> events, std::optional<rules::Color> by, TimeMs time) {
    match::DecisionRow row;
    row.seq = state_.seq + 1;
    row.event_time = time;
    row.by = by;
    row.events = std::move(events);
    const bool applied = match::Apply(state_, row).ok();
    rows_.push_back(std::move(row));
    return applied;
  }

  // Readiness, the drawn set-up, the armies.
  bool Opening() {
    if (record_.nonces_size() == 2) {
      for (const rules::Color color : rules::kColors) {
        match::PlayerReady ready{color, {}};
        if (!BytesInto(record_.nonces(rules::Index(color)), &ready.nonce)) return false;
        if (!Append({match::Event(ready)}, color, time_)) return false;
      }
    }
    if (record_.begun_time_ms() != 0) {
      time_ = record_.begun_time_ms();
      std::vector<match::Event> begun = {match::Event(match::Begun{})};
      if (record_.has_setup_drawn()) {
        draw_ = record_.setup_drawn().draw();
        begun.push_back(match::SetupDrawn{draw_, record_.setup_drawn().number()});
      }
      if (!record_.has_drafts()) BeginTurn(&begun);
      if (!Append(std::move(begun), std::nullopt, time_) || !Name()) return false;
    }
    if (!record_.has_drafts()) return true;
    time_ = record_.drafts_time_ms();
    std::vector<match::Event> drafts = {
        match::Event(match::DraftsRevealed{{record_.drafts().white(), record_.drafts().black()}})};
    BeginTurn(&drafts);
    return Append(std::move(drafts), std::nullopt, time_) && Name();
  }

  // The roll and the question to the brain that stand in the row that begins a turn.
  void BeginTurn(std::vector<match::Event>* events) {
    if (turn_ < record_.rolls().size()) {
      const auto allowed = static_cast<uint8_t>(record_.rolls()[turn_]);
      events->push_back(match::Rolled{++draw_, static_cast<rules::Powers>(allowed)});
    }
    if (turn_ < record_.names().size()) {
      events->push_back(
          match::BrainPending{static_cast<int32_t>(turn_) + 1, time_ + match::kBrainMs});
    }
    ++turn_;
  }

  // The brain's answer about the turn that began last, in a row of its own.
  bool Name() {
    if (turn_ == 0 || turn_ > record_.names().size()) return true;
    const auto byte = static_cast<uint8_t>(record_.names()[turn_ - 1]);
    if (byte == kThinking || named_ == turn_) return true;
    named_ = turn_;
    uint64_t delta = 0;
    if ((byte & ~kByFallback) >= rules::kRoles || !TakeVarint(&name_deltas_, &delta)) return false;
    const match::BrainNamed named{static_cast<int32_t>(turn_),
                                  static_cast<rules::Role>(byte & ~kByFallback),
                                  (byte & kByFallback) != 0};
    return Append({match::Event(named)}, std::nullopt, time_ + static_cast<int64_t>(delta));
  }

  bool Moves() {
    std::string_view moves = record_.moves(), times = record_.time_deltas(),
                     clocks = record_.clock_deltas();
    const bool timed = !clocks.empty();
    for (; moves.size() >= 2; moves.remove_prefix(2)) {
      const auto raw = static_cast<uint16_t>(static_cast<uint8_t>(moves[0]) |
                                             static_cast<uint8_t>(moves[1]) << 8);
      const rules::Color mover = state_.to_move();
      uint64_t value = 0;
      if (!TakeVarint(&times, &value)) return false;
      // Counted from the move before, or the creation: not from readiness or armies.
      move_time_ += static_cast<int64_t>(value);
      time_ = move_time_;
      if (timed) {
        if (!TakeVarint(&clocks, &value)) return false;
        clock_[rules::Index(mover)] += UnZigZag(value);
      }
      match::MovePlayed move;
      move.move = rules::Move::FromRaw(raw);
      move.clock_ms = clock_;
      move.periods = periods_;
      std::vector<match::Event> events = {match::Event(std::move(move))};
      BeginTurn(&events);
      if (!Append(std::move(events), mover, time_) || !Name()) return false;
    }
    return moves.empty();
  }

  bool End() {
    std::vector<match::Event> events;
    for (const auto& credit : record_.credits()) {
      events.push_back(match::OutageCredited{
          credit.color() == common::v1::COLOR_BLACK ? rules::Color::kBlack : rules::Color::kWhite,
          credit.credited_ms()});
    }
    match::Ending ending = EndFromProto(record_.ended());
    if (ending.reason == match::EndReason::kOperator) {
      events.push_back(match::Ruled{std::move(ending)});
    } else {
      events.push_back(match::GameOver{std::move(ending)});
    }
    if (!record_.chance_secret().empty()) {
      match::ChanceRevealed told;
      if (!BytesInto(record_.chance_secret(), &told.secret)) return false;
      events.push_back(told);
    }
    if (!Append(std::move(events), std::nullopt, record_.end_time_ms())) return false;
    if (!record_.has_rated()) return true;
    return Append({match::Event(RatedFromProto(record_.rated()))}, std::nullopt,
                  record_.rated_time_ms());
  }

  bool Amendments() {
    for (const auto& amendment : record_.amendments()) {
      if (!Append({match::Event(match::Ruled{EndFromProto(amendment.ended())})}, std::nullopt,
                  amendment.time_ms())) {
        return false;
      }
      if (amendment.has_rated() && !Append({match::Event(RatedFromProto(amendment.rated()))},
                                           std::nullopt, amendment.rated_time_ms())) {
        return false;
      }
    }
    return true;
  }

  const std::string& game_id_;
  const StoredRecord& record_;
  match::State state_;
  std::vector<match::DecisionRow> rows_;
  TimeMs time_ = 0;       // of the last decision that begins a turn
  TimeMs move_time_ = 0;  // of the last move
  bool chance_ = false;
  size_t turn_ = 0;   // turns begun
  size_t named_ = 0;  // the last turn with a name
  uint32_t draw_ = 0;
  std::string_view name_deltas_ = record_.name_deltas();
  std::array<base::DurationMs, 2> clock_{};
  std::array<int16_t, 2> periods_{};
};

}  // namespace

base::Result<std::string> MakeRecord(const std::string& game_id, std::span<const LogRow> log) {
  StoredRecord record;
  record.set_version(kPlain);
  RecordWriter writer{&record};
  match::State state;
  for (const LogRow& stored : log) {
    auto row = DecodeRow(game_id, stored);
    if (!row.ok()) return row.error();
    const base::Status applied = match::Apply(state, *row);
    if (!applied.ok()) return applied.error();
    if (row->seq == 1) {
      writer.last_time = row->event_time;
      for (int side = 0; side < 2; ++side) {
        writer.clock[side] = state.clock.side[side].remaining_ms;
      }
      writer.timed = !state.settings->time.untimed();
    }
    writer.Row(*row);
  }
  if (!state.over()) {
    return base::MakeError(base::Code::kFailedPrecondition, "GAME_RUNNING",
                           "Only finished games are compacted.");
  }
  record.set_last_seq(state.seq);
  record.set_create_time_ms(state.create_time);
  CreatedToProto(state, record.mutable_created());
  if (state.commit && state.nonces[0] && state.nonces[1]) {
    for (const auto& nonce : state.nonces) {
      record.add_nonces(std::string(nonce->begin(), nonce->end()));
    }
  }
  for (const match::RequestRecord& request : state.requests) {
    auto* stored = record.add_requests();
    stored->set_id_hash(request.id_hash);
    stored->set_payload_hash(request.payload_hash);
    stored->set_seq(request.seq);
  }
  return record.SerializeAsString();
}

base::Result<match::State> StateOfRecord(const std::string& game_id, const std::string& bytes) {
  StoredRecord record;
  if (!Parse(bytes, &record)) return Corrupt(game_id);
  return RecordReader(game_id, record).Read();
}

base::Result<match::State> StateOfRows(const LoadedRows& rows) {
  if (rows.record.empty()) return ReplayLog(rows.game_id, rows.log);
  auto state = StateOfRecord(rows.game_id, rows.record);
  if (!state.ok()) return state;
  for (const LogRow& stored : rows.log) {
    if (stored.seq <= state->seq) continue;
    const auto row = DecodeRow(rows.game_id, stored);
    if (!row.ok()) return row.error();
    if (const base::Status applied = match::Apply(*state, *row); !applied.ok()) {
      return applied.error();
    }
  }
  return state;
}

base::Result<std::string> RewriteRecord(const std::string& game_id, const std::string& bytes) {
  StoredRecord record, again;
  if (!Parse(bytes, &record)) return Corrupt(game_id);
  const auto rows = RowsOfRecord(game_id, bytes);
  if (!rows.ok()) return rows.error();
  std::vector<LogRow> log;
  for (const match::DecisionRow& row : *rows) log.push_back(EncodeRow(row));
  const auto made = MakeRecord(game_id, log);
  if (!made.ok()) return made.error();
  if (!again.ParseFromString(*made)) return Corrupt(game_id);
  again.set_last_seq(record.last_seq());
  *again.mutable_requests() = record.requests();
  return again.SerializeAsString();
}

base::Result<std::vector<match::DecisionRow>> RowsOfRecord(const std::string& game_id,
                                                           const std::string& bytes) {
  StoredRecord record;
  if (!Parse(bytes, &record)) return Corrupt(game_id);
  RecordReader reader(game_id, record);
  if (const auto state = reader.Read(); !state.ok()) return state.error();
  return reader.rows();
}

}  // namespace chess::game
