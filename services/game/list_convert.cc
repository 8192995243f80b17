// The columns of games to and from the domain: lists, creation, the end. See convert.h.
#include "chess/game/v1/game.pb.h"
#include "game/convert.h"
#include "game/enum_convert.h"
#include "game/log_convert.h"
#include "game/settings_convert.h"
#include "game/time_convert.h"
#include "match/decide.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"
#include "timecontrol/time_control_text.h"

namespace chess::game {
namespace {

using rules::Seat;

// The number of a column's word, which is match::NameOf's; 0 where it is none of them.
template <typename Enum>
int NumberOf(std::string_view word, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (match::NameOf(static_cast<Enum>(i)) == word) return i;
  }
  return 0;
}

v1::EndReason ReasonOf(std::string_view word) {
  return static_cast<v1::EndReason>(NumberOf(word, match::EndReason::kOperator));
}

v1::OperatorCause CauseOf(std::string_view word) {
  return static_cast<v1::OperatorCause>(NumberOf(word, match::OperatorCause::kOther));
}

void SettingsOfRow(const GameRow& row, common::v1::MatchSettings* out) {
  match::Settings settings;
  settings.rule_set = row.rule_set;
  settings.start_fen = row.start_fen;
  if (auto time = timecontrol::ParseTimeControl(row.time_control); time.ok()) {
    settings.time = *time;
  }
  settings.rated = row.rated;
  settings.draw_policy = DrawPolicyOf(row.draw_policy);
  settings.visibility = VisibilityOf(row.visibility);
  SettingsToProto(settings, out);
}

}  // namespace

void SummaryToProto(const GameRow& row, std::string_view viewer_id, v1::GameSummary* out) {
  out->set_game_id(row.game_id);
  PlayerToProto(row.seats[0], out->mutable_white());
  PlayerToProto(row.seats[1], out->mutable_black());
  SettingsOfRow(row, out->mutable_settings());
  SetTime(row.create_time, out->mutable_create_time());
  out->set_speed(row.speed);
  if (!viewer_id.empty() && row.seats[0].player_id == viewer_id) {
    out->set_your_color(common::v1::COLOR_WHITE);
  } else if (!viewer_id.empty() && row.seats[1].player_id == viewer_id) {
    out->set_your_color(common::v1::COLOR_BLACK);
  }
  if (row.state == "running") {
    out->set_state(v1::GAME_STATE_RUNNING);
    return;
  }
  out->set_state(row.state == "aborted" ? v1::GAME_STATE_ABORTED : v1::GAME_STATE_FINISHED);
  out->set_plies(row.plies);
  out->set_fen(row.final_fen);
  out->set_last_move(row.last_move);
  auto* result = out->mutable_result();
  result->set_score(row.score);
  if (row.score == "1-0") result->set_winner(common::v1::COLOR_WHITE);
  if (row.score == "0-1") result->set_winner(common::v1::COLOR_BLACK);
  result->set_reason(ReasonOf(row.end_reason));
  result->set_variant_end(row.variant_end);
  result->set_operator_cause(CauseOf(row.operator_cause));
  SetTime(row.end_time, result->mutable_end_time());
}

void FillRunning(const match::State& state, Seat seat, v1::GameSummary* out) {
  const match::MatchView view = match::ViewOf(state, seat);
  out->set_plies(view.board.ply);
  out->set_fen(view.board.fen);
  out->set_last_move(view.board.last_move);
  out->set_state(StateOf(view.ending, view.phase));
  if (view.ending.over()) ResultToProto(view.ending, view.end_time, out->mutable_result());
}

EndColumns EndColumnsOf(const match::State& state) {
  EndColumns end;
  end.state = state.ending.aborted() ? "aborted" : "finished";
  end.score = rules::ResultText(state.ending.result);
  end.reason = match::NameOf(state.ending.reason);
  end.variant_end = state.ending.variant_end;
  if (state.ending.cause != match::OperatorCause::kNone) {
    end.operator_cause = match::NameOf(state.ending.cause);
  }
  end.amendments = state.amendments;
  if (state.men_stand()) {
    end.final_fen = rules::WriteFen(state.game().position(), state.game().rules());
  }
  if (state.ply() > 0) {
    end.last_move = rules::WriteUci(state.game().last_move(), state.game().rules());
  }
  end.plies = state.ply();
  end.outbox = !state.ending.aborted() && state.amendments == 0;
  return end;
}

NewGameRow NewGameRowOf(const match::State& state, const match::DecisionRow& first,
                        const std::array<SeatRow, 2>& seats) {
  const match::Settings& settings = *state.settings;
  NewGameRow row;
  row.game_id = settings.game_id.value;
  row.seats = seats;
  row.rule_set = settings.rule_set;
  row.family = state.game().rules().Family();
  row.start_fen = settings.start_fen;
  row.time_control = timecontrol::FormatTimeControl(settings.time);
  row.speed = timecontrol::SpeedName(settings.speed());
  row.draw_policy = WordOf(settings.draw_policy);
  row.visibility = WordOf(settings.visibility);
  row.rated = settings.rated;
  row.first = EncodeRow(first);
  if (const auto deadline = match::DeadlineOf(state)) row.deadline = deadline->time;
  if (state.over()) row.end = EndColumnsOf(state);
  return row;
}

Seat SeatOf(const match::State& state, std::string_view player_id) {
  if (player_id.empty()) return Seat::kSpectator;
  if (state.settings->players[0].value == player_id) return Seat::kWhite;
  if (state.settings->players[1].value == player_id) return Seat::kBlack;
  return Seat::kSpectator;
}

bool MaySee(const match::State& state, std::string_view player_id) {
  return state.settings->visibility != match::Visibility::kPrivate ||
         SeatOf(state, player_id) != Seat::kSpectator;
}

}  // namespace chess::game
