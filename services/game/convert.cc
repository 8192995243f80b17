#include "game/convert.h"

#include <google/protobuf/arena.h>

#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/game/v1/game.pb.h"
#include "game/enum_convert.h"
#include "game/log_convert.h"
#include "game/settings_convert.h"
#include "game/time_convert.h"
#include "openings/openings.h"
#include "rules/notation/fen.h"

namespace chess::game {
namespace {

using rules::Color;
using rules::Seat;

void RollToProto(const match::RollView& roll, v1::Roll* out) {
  out->set_draw_number(static_cast<int32_t>(roll.draw));
  PowersToProto(roll.allowed, out->mutable_allowed());
}

// The men of `taken` as FEN letters of their own colour, most valuable first.
std::string Captured(const match::MatchView& view, Color taken) {
  std::string letters;
  for (int role = rules::kRoles - 1; role >= 0; --role) {
    const char letter = rules::LetterOf(static_cast<rules::Role>(role));
    letters.append(view.board.captured[rules::Index(taken)][role],
                   taken == Color::kWhite ? letter : static_cast<char>(letter + ('a' - 'A')));
  }
  return letters;
}

void FaceToProto(const match::ClockFace& face, v1::ClockFace* out) {
  out->set_remaining_ms(face.remaining_ms);
  if (face.flag_time) SetTime(*face.flag_time, out->mutable_flag_time());
  out->set_byoyomi_periods(face.periods);
}

// What happens before the first move.
void PhasesToProto(const match::MatchView& view, v1::GameView* out) {
  if (view.readying) {
    auto* readying = out->mutable_readying();
    readying->set_white(view.readying->ready[0]);
    readying->set_black(view.readying->ready[1]);
    SetTime(view.readying->deadline, readying->mutable_deadline());
  }
  if (view.drafting) {
    auto* drafting = out->mutable_drafting();
    drafting->set_budget(view.drafting->budget);
    drafting->set_white_locked(view.drafting->locked[0]);
    drafting->set_black_locked(view.drafting->locked[1]);
    SetTime(view.drafting->deadline, drafting->mutable_deadline());
    if (view.drafting->own) {
      drafting->set_army(view.drafting->own->army);
      drafting->set_edition(view.drafting->own->edition);
      drafting->set_budget_left(view.drafting->left);
    }
  }
}

// What dice and brain say, and how the draws can be checked.
void ChoicesToProto(const match::MatchView& view, v1::GameView* out) {
  if (view.roll) RollToProto(*view.roll, out->mutable_roll());
  if (view.brain) {
    auto* brain = out->mutable_brain();
    if (view.brain->named) {
      brain->set_state(v1::BRAIN_STATE_NAMED);
      brain->set_type(TypeToProto(*view.brain->named));
    } else {
      brain->set_state(v1::BRAIN_STATE_THINKING);
      SetTime(view.brain->due_time, brain->mutable_due_time());
    }
  }
  if (view.setup_number) out->set_setup_number(*view.setup_number);
  if (view.chance) {
    auto* chance = out->mutable_chance();
    chance->set_commit(BytesOf(view.chance->commit));
    if (view.chance->nonces) {
      chance->set_white_nonce(BytesOf((*view.chance->nonces)[0]));
      chance->set_black_nonce(BytesOf((*view.chance->nonces)[1]));
    }
    if (view.chance->secret) chance->set_secret(BytesOf(*view.chance->secret));
  }
}

void ViewToProto(const match::MatchView& view, v1::GameView* out) {
  out->set_game_id(view.settings->game_id.value);
  out->set_seq(view.seq);
  SetTime(view.event_time, out->mutable_event_time());
  out->set_state(StateOf(view.ending, view.phase));
  out->set_fen(view.board.fen);
  out->set_ply(view.board.ply);
  out->set_turn(view.turn);
  out->set_to_move(ColorToProto(view.to_move));
  if (view.last_move) PlayedMoveToProto(*view.last_move, out->mutable_last_move());
  for (const rules::Square square : view.board.checkers) {
    out->add_checkers(rules::ToText(square));
  }
  out->mutable_legal_moves()->Reserve(static_cast<int>(view.board.moves.size()));
  for (const rules::ViewMove& move : view.board.moves) {
    LegalMoveToProto(move, out->add_legal_moves());
  }
  if (view.clocks) {
    auto* clocks = out->mutable_clocks();
    FaceToProto(view.clocks->face[0], clocks->mutable_white());
    FaceToProto(view.clocks->face[1], clocks->mutable_black());
    if (view.clocks->running) clocks->set_running(ColorToProto(*view.clocks->running));
  }
  if (view.draw_offer_by) out->set_draw_offer_by(ColorToProto(*view.draw_offer_by));
  if (view.ending.over()) ResultToProto(view.ending, view.end_time, out->mutable_result());
  out->set_draw_claimable(view.draw_claimable);
  if (view.first_move_deadline) {
    SetTime(*view.first_move_deadline, out->mutable_first_move_deadline());
  }
  out->set_captured_by_white(Captured(view, Color::kBlack));
  out->set_captured_by_black(Captured(view, Color::kWhite));
  PhasesToProto(view, out);
  ChoicesToProto(view, out);
  if (!view.board.complete) {
    out->set_partial(true);
    out->set_visible_squares(view.board.visible);
  }
}

// Writes one happening.
struct Teller {
  v1::Happening* out;
  base::TimeMs end_time;

  void operator()(const match::CreatedHappening&) const { out->mutable_created(); }
  void operator()(const match::MoveHappening& event) const {
    auto* move = out->mutable_move_played();
    PlayedMoveToProto(event.move, move->mutable_move());
    move->set_compensated_ms(static_cast<int32_t>(event.compensated_ms));
    move->set_credited_ms(event.credited_ms);
  }
  void operator()(const match::DrawOffered& event) const {
    out->mutable_draw_offered()->set_by(ColorToProto(event.by));
  }
  void operator()(const match::DrawDeclined& event) const {
    out->mutable_draw_declined()->set_by(ColorToProto(event.by));
  }
  void operator()(const match::DrawWithdrawn& event) const {
    out->mutable_draw_withdrawn()->set_by(ColorToProto(event.by));
  }
  void operator()(const match::OutageCredited& event) const {
    out->mutable_outage_credited()->set_to(ColorToProto(event.to));
    out->mutable_outage_credited()->set_credited_ms(event.credited_ms);
  }
  void operator()(const match::GameOver& event) const {
    ResultToProto(event.ending, end_time, out->mutable_ended()->mutable_result());
  }
  void operator()(const match::RatingRecorded& event) const {
    auto* rated = out->mutable_rated();
    rated->mutable_white()->set_before(event.before[0]);
    rated->mutable_white()->set_after(event.after[0]);
    rated->mutable_black()->set_before(event.before[1]);
    rated->mutable_black()->set_after(event.after[1]);
  }
  void operator()(const match::ReadyHappening& event) const {
    out->mutable_ready()->set_by(ColorToProto(event.by));
  }
  void operator()(const match::Begun&) const { out->mutable_begun(); }
  void operator()(const match::SetupDrawn& event) const {
    out->mutable_setup_drawn()->set_draw_number(static_cast<int32_t>(event.draw));
    out->mutable_setup_drawn()->set_setup_number(event.number);
  }
  void operator()(const match::Rolled& event) const {
    RollToProto({event.draw, event.allowed}, out->mutable_rolled()->mutable_roll());
  }
  void operator()(const match::BrainPending& event) const {
    SetTime(event.due_time, out->mutable_brain_pending()->mutable_due_time());
  }
  void operator()(const match::BrainNamedHappening& event) const {
    auto* named = out->mutable_brain_named();
    if (event.type) named->set_type(TypeToProto(*event.type));
    named->set_by_fallback(event.by_fallback);
  }
  void operator()(const match::DraftLocked& event) const {
    out->mutable_draft_locked()->set_by(ColorToProto(event.by));
  }
  void operator()(const match::DraftsRevealed& event) const {
    out->mutable_drafts_revealed()->set_white_army(event.armies[0]);
    out->mutable_drafts_revealed()->set_black_army(event.armies[1]);
  }
  void operator()(const match::ChanceRevealed& event) const {
    out->mutable_chance_revealed()->set_secret(BytesOf(event.secret));
  }
  void operator()(const match::AmendedHappening& event) const {
    auto* amended = out->mutable_result_amended();
    ResultToProto(event.ending, end_time, amended->mutable_result());
    ResultToProto(event.original, end_time, amended->mutable_original());
  }
};

void AppendVarint(uint64_t value, std::string* out) {
  while (value >= 0x80) {
    out->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out->push_back(static_cast<char>(value));
}

// Wire form of a length-delimited field below 16 and of a varint field.
void AppendBytes(int field, std::string_view bytes, std::string* out) {
  out->push_back(static_cast<char>(field << 3 | 2));
  AppendVarint(bytes.size(), out);
  out->append(bytes);
}
void AppendNumber(int field, uint64_t value, std::string* out) {
  out->push_back(static_cast<char>(field << 3));
  AppendVarint(value, out);
}

// Messages of one decision live on one arena whose first block is on the stack: a view of forty
// legal moves then needs no allocation of its own.
class Scratch {
 public:
  Scratch() : arena_(Options(block_)) {}
  template <typename Message>
  Message* New() {
    return google::protobuf::Arena::CreateMessage<Message>(&arena_);
  }

 private:
  static google::protobuf::ArenaOptions Options(char* block) {
    google::protobuf::ArenaOptions options;
    options.initial_block = block;
    options.initial_block_size = kBytes;
    return options;
  }
  static constexpr size_t kBytes = 24 * 1024;
  char block_[kBytes];
  google::protobuf::Arena arena_;
};

void ProjectFor(const match::State& state, const match::DecisionRow& row, Seat seat,
                std::string* bytes, size_t* view_size) {
  Scratch scratch;
  const match::Projection projection = match::ProjectEvents(state, row, seat);
  auto* event = scratch.New<v1::GameEvent>();
  event->set_game_id(state.settings->game_id.value);
  event->set_seq(projection.seq);
  for (const match::Happening& happening : projection.happenings) {
    std::visit(Teller{event->add_happenings(), state.end_time}, happening);
  }
  // The view goes in last, so that it can be taken from the event's bytes.
  auto* view = scratch.New<v1::GameView>();
  ViewToProto(projection.view, view);
  *view_size = view->ByteSizeLong();
  bytes->reserve(event->ByteSizeLong() + *view_size + 8);
  event->AppendToString(bytes);
  bytes->push_back(static_cast<char>(v1::GameEvent::kViewFieldNumber << 3 | 2));
  AppendVarint(*view_size, bytes);
  view->AppendToString(bytes);
}

}  // namespace

std::string_view AudienceWord(bool same_for_all, Seat seat) {
  if (same_for_all) return "all";
  switch (seat) {
    case Seat::kWhite: return "white";
    case Seat::kBlack: return "black";
    default: return "spectator";
  }
}

Seat SeatOfAudience(std::string_view word) {
  if (word == "white") return Seat::kWhite;
  return word == "black" ? Seat::kBlack : Seat::kSpectator;
}

Projection ProjectRow(const match::State& state, const match::DecisionRow& row) {
  Projection out;
  out.seq = row.seq;
  out.same_for_all = match::SameForAll(state);
  if (out.same_for_all) {
    ProjectFor(state, row, Seat::kSpectator, &out.events[0], &out.view_sizes[0]);
    return out;
  }
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    const int i = static_cast<int>(seat);
    ProjectFor(state, row, seat, &out.events[i], &out.view_sizes[i]);
  }
  return out;
}

std::string ViewBytes(const match::State& state, Seat seat, const match::Secrets* secrets) {
  Scratch scratch;
  auto* view = scratch.New<v1::GameView>();
  ViewToProto(match::ViewOf(state, seat, secrets), view);
  return view->SerializeAsString();
}

std::string AnswerBytes(int64_t seq, std::string_view view) {
  std::string out;
  out.reserve(view.size() + 16);
  AppendNumber(1, static_cast<uint64_t>(seq), &out);
  AppendBytes(2, view, &out);
  return out;
}

std::string BellBytes(std::string_view game_id, const Projection& projection,
                      std::string_view trace) {
  std::string out, entry;
  AppendBytes(internal::v1::GameBell::kGameIdFieldNumber, game_id, &out);
  AppendNumber(internal::v1::GameBell::kSeqFieldNumber, static_cast<uint64_t>(projection.seq),
               &out);
  const int audiences = projection.same_for_all ? 1 : 3;
  for (int i = 0; i < audiences; ++i) {
    entry.clear();
    entry.reserve(projection.events[i].size() + 24);
    AppendBytes(1, AudienceWord(projection.same_for_all, static_cast<Seat>(i)), &entry);
    AppendBytes(2, projection.events[i], &entry);
    AppendBytes(internal::v1::GameBell::kProjectionsFieldNumber, entry, &out);
  }
  if (!trace.empty()) AppendBytes(internal::v1::GameBell::kTraceFieldNumber, trace, &out);
  return out;
}

void PlayerToProto(const SeatRow& seat, common::v1::Player* out) {
  out->set_player_id(seat.player_id);
  out->set_name(seat.name);
  out->set_guest(seat.guest);
  out->set_bot(seat.bot);
  out->set_rating(seat.rating);
  out->set_provisional(seat.provisional);
}

void SnapshotToProto(const match::State& state, const std::array<SeatRow, 2>& seats, Seat seat,
                     base::TimeMs now, const match::Secrets* secrets, v1::GameSnapshot* out) {
  ViewToProto(match::ViewOf(state, seat, secrets), out->mutable_view());
  SettingsToProto(*state.settings, out->mutable_settings());
  PlayerToProto(seats[0], out->mutable_white());
  PlayerToProto(seats[1], out->mutable_black());
  for (const match::PlyView& ply : match::MovesOf(state, seat)) {
    PlayedMoveToProto(ply, out->add_moves());
  }
  out->set_your_color(ColorToProto(seat));
  out->set_start_fen(match::StartFenOf(state, seat));
  out->set_speed(std::string(timecontrol::SpeedName(state.settings->speed())));
  SetTime(state.create_time, out->mutable_create_time());
  if (state.rated) {
    v1::Happening happening;
    Teller{&happening, state.end_time}(*state.rated);
    *out->mutable_rated() = happening.rated();
  }
  if (state.men_stand() && !match::Hides(state)) {
    if (const openings::Opening* opening = openings::OpeningOf(state.game())) {
      out->set_opening(std::string(opening->eco) + ' ' + std::string(opening->name));
    }
  }
  out->set_api_version(kApiVersion);
  out->set_rules_revision(state.settings->rules_revision);
  SetTime(now, out->mutable_server_time());
}

void LegalMoveToProto(const rules::ViewMove& move, v1::LegalMove* out) {
  out->set_uci(move.uci);
  if (move.capture) out->add_kinds(v1::MOVE_KIND_CAPTURE);
  if (move.en_passant) out->add_kinds(v1::MOVE_KIND_EN_PASSANT);
  if (move.castle) out->add_kinds(v1::MOVE_KIND_CASTLE);
  if (move.promotion) out->add_kinds(v1::MOVE_KIND_PROMOTION);
  if (move.drop) out->add_kinds(v1::MOVE_KIND_DROP);
  if (move.bonus) out->add_kinds(v1::MOVE_KIND_BONUS);
  if (move.check) out->add_kinds(v1::MOVE_KIND_CHECK);
}

void PlayedMoveToProto(const match::PlyView& ply, v1::PlayedMove* out) {
  out->set_ply(ply.ply);
  out->set_uci(ply.uci);
  out->set_san(ply.san);
  if (ply.clock_ms) out->set_clock_ms(*ply.clock_ms);
  if (ply.seen_from != rules::kNoSquare) out->set_seen_from(rules::ToText(ply.seen_from));
  if (ply.seen_to != rules::kNoSquare) out->set_seen_to(rules::ToText(ply.seen_to));
  if (ply.seen_role) out->set_seen_type(TypeToProto(*ply.seen_role));
  if (ply.roll) RollToProto(*ply.roll, out->mutable_roll());
  if (ply.named) out->set_named(TypeToProto(*ply.named));
}

void ResultToProto(const match::Ending& ending, base::TimeMs end_time, v1::GameResult* out) {
  out->set_score(std::string(rules::ResultText(ending.result)));
  if (const auto winner = ending.winner()) out->set_winner(ColorToProto(*winner));
  out->set_reason(static_cast<v1::EndReason>(ending.reason));
  out->set_variant_end(ending.variant_end);
  out->set_operator_cause(static_cast<v1::OperatorCause>(ending.cause));
  if (end_time != 0) SetTime(end_time, out->mutable_end_time());
}

match::Ending EndingOf(const rules::Outcome& outcome) {
  return {outcome.result, match::FromRules(outcome.reason), std::string(outcome.rule)};
}

}  // namespace chess::game
