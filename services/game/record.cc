#include "game/record.h"

#include "chess/game/internal/v1/log.pb.h"
#include "game/log_convert.h"

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

// What is written while walking the log.
struct RecordWriter {
  StoredRecord* record;
  bool timed = false;
  TimeMs last_time = 0;
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

  void Row(const match::DecisionRow& row) {
    for (const match::Event& event : row.events) {
      if (const auto* move = std::get_if<match::MovePlayed>(&event)) {
        Move(row, *move);
      } else if (const auto* credit = std::get_if<match::OutageCredited>(&event)) {
        auto* stored = record->add_credits();
        stored->set_color(credit->to == rules::Color::kWhite ? common::v1::COLOR_WHITE
                                                             : common::v1::COLOR_BLACK);
        stored->set_credited_ms(credit->credited_ms);
      } else if (std::holds_alternative<match::RatingRecorded>(event)) {
        record->set_rated_time_ms(row.event_time);
      }
    }
  }
};

base::Error Corrupt(const std::string& game_id) {
  return base::MakeError(base::Code::kInternal, "LOG_CORRUPT",
                         "The record of game " + game_id + " cannot be read.");
}

// Turns the record back into decisions, numbered from 1.
class RecordReader {
 public:
  RecordReader(const std::string& game_id, const StoredRecord& record)
      : game_id_(game_id), record_(record) {}

  base::Result<match::State> Read() {
    auto created = CreatedFromProto(game_id_, record_.created());
    if (!created.ok()) return created.error();
    time_ = record_.create_time_ms();
    if (!Append({match::Event(*std::move(created))}, std::nullopt, time_)) return Corrupt(game_id_);
    for (int side = 0; side < 2; ++side) {
      clock_[side] = state_.clock.side[side].remaining_ms;
      if (record_.periods_size() == 2) {
        periods_[side] = static_cast<int16_t>(record_.periods(side));
      }
    }
    if (!Moves() || !End()) return Corrupt(game_id_);
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
    return match::Apply(state_, row).ok();
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
      time_ += static_cast<int64_t>(value);
      if (timed) {
        if (!TakeVarint(&clocks, &value)) return false;
        clock_[rules::Index(mover)] += UnZigZag(value);
      }
      match::MovePlayed move;
      move.move = rules::Move::FromRaw(raw);
      move.clock_ms = clock_;
      move.periods = periods_;
      if (!Append({match::Event(std::move(move))}, mover, time_)) return false;
    }
    return moves.empty();
  }

  bool End() {
    std::vector<match::Event> events;
    for (const auto& credit : record_.credits()) {
      events.push_back(match::OutageCredited{credit.color() == common::v1::COLOR_BLACK
                                                 ? rules::Color::kBlack
                                                 : rules::Color::kWhite,
                                             credit.credited_ms()});
    }
    events.push_back(match::GameOver{EndFromProto(record_.ended())});
    if (!Append(std::move(events), std::nullopt, record_.end_time_ms())) return false;
    if (!record_.has_rated()) return true;
    return Append({match::Event(RatedFromProto(record_.rated()))}, std::nullopt,
                  record_.rated_time_ms());
  }

  const std::string& game_id_;
  const StoredRecord& record_;
  match::State state_;
  TimeMs time_ = 0;
  std::array<base::DurationMs, 2> clock_{};
  std::array<int16_t, 2> periods_{};
};

}  // namespace

base::Result<std::string> MakeRecord(const std::string& game_id, std::span<const LogRow> log) {
  StoredRecord record;
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
  record.set_version(1);
  record.set_last_seq(state.seq);
  record.set_create_time_ms(state.create_time);
  CreatedToProto(state, record.mutable_created());
  EndToProto(state.ending, record.mutable_ended());
  record.set_end_time_ms(state.end_time);
  if (state.rated) RatedToProto(*state.rated, record.mutable_rated());
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
  if (!record.ParseFromString(bytes) || record.version() != 1) return Corrupt(game_id);
  return RecordReader(game_id, record).Read();
}

}  // namespace chess::game
