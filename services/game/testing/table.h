#pragma once
// For tests: games and commands with little to write.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "base/random.h"
#include "game/log_convert.h"
#include "game/rows.h"
#include "match/decide.h"
#include "match/state.h"

namespace chess::game {

inline constexpr char kWhiteId[] = "WhitePlayer1";
inline constexpr char kBlackId[] = "BlackPlayer2";
inline constexpr char kOtherId[] = "OtherPlayer3";

inline match::Settings SettingsFor(const std::string& game_id,
                                   timecontrol::TimeControl time = timecontrol::Fischer(300'000,
                                                                                        3000)) {
  match::Settings settings;
  settings.game_id.value = game_id;
  settings.time = time;
  settings.rated = true;
  settings.players = {base::PlayerId{kWhiteId}, base::PlayerId{kBlackId}};
  settings.ratings = {match::SeatRating{1500, true}, match::SeatRating{1620, false}};
  return settings;
}

inline std::array<SeatRow, 2> TestSeats() {
  return {SeatRow{kWhiteId, "Anna", false, false, 1500, true},
          SeatRow{kBlackId, "Bert", true, false, 1620, false}};
}

inline match::RequestId NewRequestId() {
  match::RequestId id;
  RequestIdFromBytes(base::SecureBytes(16), &id);
  return id;
}

// A game played in memory, with the rows that a log would hold.
class Table {
 public:
  explicit Table(match::Settings settings, base::TimeMs now = 1'800'000'000'000) : now_(now) {
    const auto row = match::Create(std::move(settings), now);
    EXPECT_TRUE(row.ok()) << (row.ok() ? "" : row.error().message);
    Append(*row);
  }

  // The side to move acts, `think_ms` after the last event; the reason word or "".
  std::string Act(match::Action action, base::DurationMs think_ms = 1000) {
    return ActAs(state.to_move(), std::move(action), think_ms);
  }
  std::string Move(const std::string& move, base::DurationMs think_ms = 1000) {
    return Act(match::PlayMove{move, std::nullopt}, think_ms);
  }
  std::string ActAs(std::optional<rules::Color> seat, match::Action action,
                    base::DurationMs think_ms = 1000) {
    now_ += think_ms;
    match::Command command;
    if (seat) command.request_id = NewRequestId();
    command.seat = seat;
    command.action = std::move(action);
    match::Context context;
    context.now = now_;
    const auto decision = match::Decide(state, command, context);
    if (!decision.ok()) return decision.error().reason;
    if (decision->kind != match::Decision::Kind::kAppend) return "NOTHING_TO_APPEND";
    Append(decision->row);
    return "";
  }

  // An operator's decision.
  std::string Rule(match::Action action, base::DurationMs wait_ms = 1000) {
    now_ += wait_ms;
    match::Command command;
    command.request_id = NewRequestId();
    command.action = std::move(action);
    match::Context context;
    context.now = now_;
    const auto decision = match::Decide(state, command, context);
    if (!decision.ok()) return decision.error().reason;
    Append(decision->row);
    return "";
  }

  const std::string& id() const { return state.settings->game_id.value; }

  match::State state;
  std::vector<match::DecisionRow> rows;
  std::vector<LogRow> log;

 private:
  void Append(const match::DecisionRow& row) {
    ASSERT_TRUE(match::Apply(state, row).ok());
    rows.push_back(row);
    log.push_back(EncodeRow(row));
  }
  base::TimeMs now_;
};

// Scholar's mate with an offer declined on the way; then rated.
inline void PlayWholeGame(Table& table) {
  for (const char* move : {"e2e4", "e7e5", "Bc4", "Nc6"}) ASSERT_EQ(table.Move(move), "");
  ASSERT_EQ(table.Act(match::OfferDraw{}), "");
  ASSERT_EQ(table.ActAs(rules::Color::kBlack, match::DeclineDraw{}), "");
  for (const char* move : {"Qh5", "Nf6", "Qxf7#"}) ASSERT_EQ(table.Move(move), "");
  ASSERT_TRUE(table.state.over());
  ASSERT_EQ(table.ActAs(std::nullopt,
                        match::RecordRating{match::RatingRecorded{{1500, 1620}, {1530, 1590}}}),
            "");
}

}  // namespace chess::game
