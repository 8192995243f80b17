#include "game/log_convert.h"

#include <algorithm>

#include "chess/game/internal/v1/log.pb.h"
#include "game/enum_convert.h"
#include "game/settings_convert.h"
#include "rules/notation/fen.h"

namespace chess::game {
namespace {

using internal::v1::StoredDecision;
using internal::v1::StoredEvent;

std::optional<rules::Color> FromProto(common::v1::Color color) {
  switch (color) {
    case common::v1::COLOR_WHITE:
      return rules::Color::kWhite;
    case common::v1::COLOR_BLACK:
      return rules::Color::kBlack;
    default:
      return std::nullopt;
  }
}

rules::Color ColorOr(common::v1::Color color) {
  return FromProto(color).value_or(rules::Color::kWhite);
}

base::Error Corrupt(std::string message) {
  return base::MakeError(base::Code::kInternal, "LOG_CORRUPT", std::move(message));
}

// Writes one event.
struct EventWriter {
  StoredEvent* out;

  void operator()(const match::Created& event) const {
    const match::Settings& settings = *event.settings;
    auto* created = out->mutable_created();
    SettingsToProto(settings, created->mutable_settings());
    created->set_white_id(settings.players[0].value);
    created->set_black_id(settings.players[1].value);
    created->set_rules_revision(settings.rules_revision);
    created->set_white_rating(settings.ratings[0].rating);
    created->set_black_rating(settings.ratings[1].rating);
    created->set_white_provisional(settings.ratings[0].provisional);
    created->set_black_provisional(settings.ratings[1].provisional);
    created->set_start_fen(event.start_fen);
    if (event.commit) created->set_chance_commit(BytesOf(*event.commit));
  }
  void operator()(const match::MovePlayed& event) const {
    auto* move = out->mutable_move();
    move->set_move(event.move.raw());
    move->set_white_ms(event.clock_ms[0]);
    move->set_black_ms(event.clock_ms[1]);
    move->set_lag_ms(static_cast<int32_t>(event.lag_ms));
    move->set_compensated_ms(static_cast<int32_t>(event.compensated_ms));
    move->set_credited_ms(event.credited_ms);
    move->set_white_periods(event.periods[0]);
    move->set_black_periods(event.periods[1]);
    move->set_quota_ms(static_cast<int32_t>(event.quota_ms));
  }
  void operator()(const match::DrawOffered& event) const {
    out->mutable_draw_offered()->set_color(ColorToProto(event.by));
  }
  void operator()(const match::DrawDeclined& event) const {
    out->mutable_draw_declined()->set_color(ColorToProto(event.by));
  }
  void operator()(const match::DrawWithdrawn& event) const {
    out->mutable_draw_withdrawn()->set_color(ColorToProto(event.by));
  }
  void operator()(const match::OutageCredited& event) const {
    out->mutable_credited()->set_color(ColorToProto(event.to));
    out->mutable_credited()->set_credited_ms(event.credited_ms);
  }
  void operator()(const match::GameOver& event) const {
    EndToProto(event.ending, out->mutable_ended());
  }
  void operator()(const match::RatingRecorded& event) const {
    RatedToProto(event, out->mutable_rated());
  }
  void operator()(const match::PlayerReady& event) const {
    out->mutable_ready()->set_color(ColorToProto(event.by));
    out->mutable_ready()->set_nonce(BytesOf(event.nonce));
  }
  void operator()(const match::Begun&) const { out->mutable_begun(); }
  void operator()(const match::SetupDrawn& event) const {
    out->mutable_setup_drawn()->set_draw(event.draw);
    out->mutable_setup_drawn()->set_number(event.number);
  }
  void operator()(const match::Rolled& event) const {
    out->mutable_rolled()->set_draw(event.draw);
    out->mutable_rolled()->set_allowed(event.allowed);
  }
  void operator()(const match::BrainPending& event) const {
    out->mutable_brain_pending()->set_turn(event.turn);
    out->mutable_brain_pending()->set_due_time_ms(event.due_time);
  }
  void operator()(const match::BrainNamed& event) const {
    out->mutable_brain_named()->set_turn(event.turn);
    out->mutable_brain_named()->set_role(static_cast<uint32_t>(rules::Index(event.type)));
    out->mutable_brain_named()->set_by_fallback(event.by_fallback);
  }
  void operator()(const match::DraftLocked& event) const {
    out->mutable_draft_locked()->set_color(ColorToProto(event.by));
  }
  void operator()(const match::DraftsRevealed& event) const {
    out->mutable_drafts_revealed()->set_white(event.armies[0]);
    out->mutable_drafts_revealed()->set_black(event.armies[1]);
  }
  void operator()(const match::ChanceRevealed& event) const {
    out->mutable_chance_revealed()->set_secret(BytesOf(event.secret));
  }
  void operator()(const match::Ruled& event) const {
    EndToProto(event.ending, out->mutable_ruled());
  }
};

match::MovePlayed MoveFromProto(const internal::v1::StoredMove& stored) {
  match::MovePlayed move;
  move.move = rules::Move::FromRaw(static_cast<uint16_t>(stored.move()));
  move.clock_ms = {stored.white_ms(), stored.black_ms()};
  move.periods = {static_cast<int16_t>(stored.white_periods()),
                  static_cast<int16_t>(stored.black_periods())};
  move.lag_ms = stored.lag_ms();
  move.compensated_ms = stored.compensated_ms();
  move.credited_ms = stored.credited_ms();
  move.quota_ms = stored.quota_ms();
  return move;
}

// Events whose bytes have a fixed size or a small range.
base::Result<match::Event> CheckedFromProto(const StoredEvent& stored) {
  if (stored.has_ready()) {
    match::PlayerReady ready{ColorOr(stored.ready().color()), {}};
    if (!BytesInto(stored.ready().nonce(), &ready.nonce)) return Corrupt("A nonce has 16 bytes.");
    return match::Event(ready);
  }
  if (stored.has_chance_revealed()) {
    match::ChanceRevealed revealed;
    if (!BytesInto(stored.chance_revealed().secret(), &revealed.secret)) {
      return Corrupt("A secret has 32 bytes.");
    }
    return match::Event(revealed);
  }
  const auto& named = stored.brain_named();
  if (named.role() >= rules::kRoles) return Corrupt("There is no such type of piece.");
  return match::Event(
      match::BrainNamed{named.turn(), static_cast<rules::Role>(named.role()), named.by_fallback()});
}

base::Result<match::Event> EventFromProto(const std::string& game_id, const StoredEvent& stored) {
  switch (stored.kind_case()) {
    case StoredEvent::kCreated: {
      auto created = CreatedFromProto(game_id, stored.created());
      if (!created.ok()) return created.error();
      return match::Event(*std::move(created));
    }
    case StoredEvent::kMove:
      return match::Event(MoveFromProto(stored.move()));
    case StoredEvent::kDrawOffered:
      return match::Event(match::DrawOffered{ColorOr(stored.draw_offered().color())});
    case StoredEvent::kDrawDeclined:
      return match::Event(match::DrawDeclined{ColorOr(stored.draw_declined().color())});
    case StoredEvent::kDrawWithdrawn:
      return match::Event(match::DrawWithdrawn{ColorOr(stored.draw_withdrawn().color())});
    case StoredEvent::kEnded:
      return match::Event(match::GameOver{EndFromProto(stored.ended())});
    case StoredEvent::kRuled:
      return match::Event(match::Ruled{EndFromProto(stored.ruled())});
    case StoredEvent::kRated:
      return match::Event(RatedFromProto(stored.rated()));
    case StoredEvent::kCredited:
      return match::Event(match::OutageCredited{ColorOr(stored.credited().color()),
                                                stored.credited().credited_ms()});
    case StoredEvent::kReady:
    case StoredEvent::kChanceRevealed:
    case StoredEvent::kBrainNamed:
      return CheckedFromProto(stored);
    case StoredEvent::kBegun:
      return match::Event(match::Begun{});
    case StoredEvent::kSetupDrawn:
      return match::Event(
          match::SetupDrawn{stored.setup_drawn().draw(), stored.setup_drawn().number()});
    case StoredEvent::kRolled:
      return match::Event(
          match::Rolled{stored.rolled().draw(),
                        static_cast<rules::Powers>(stored.rolled().allowed() & rules::kAllRoles)});
    case StoredEvent::kBrainPending:
      return match::Event(
          match::BrainPending{stored.brain_pending().turn(), stored.brain_pending().due_time_ms()});
    case StoredEvent::kDraftLocked:
      return match::Event(match::DraftLocked{ColorOr(stored.draft_locked().color())});
    case StoredEvent::kDraftsRevealed:
      return match::Event(match::DraftsRevealed{
          {stored.drafts_revealed().white(), stored.drafts_revealed().black()}});
    case StoredEvent::KIND_NOT_SET:
      break;
  }
  return base::MakeError(base::Code::kUnavailable, "NEWER_EVENT",
                         "The game holds an event of a newer release.");
}

}  // namespace

bool RequestIdFromBytes(std::string_view bytes, match::RequestId* id) {
  return BytesInto(bytes, id);
}

std::string RequestIdToBytes(const match::RequestId& id) {
  return std::string(reinterpret_cast<const char*>(id.data()), id.size());
}

LogRow EncodeRow(const match::DecisionRow& row) {
  StoredDecision decision;
  for (const match::Event& event : row.events) {
    std::visit(EventWriter{decision.add_events()}, event);
  }
  if (row.by) decision.set_by(ColorToProto(*row.by));
  decision.set_payload_hash(row.payload_hash);
  return {row.seq, RequestIdToBytes(row.request_id), row.event_time, decision.SerializeAsString()};
}

base::Result<match::DecisionRow> DecodeRow(const std::string& game_id, const LogRow& row) {
  StoredDecision decision;
  match::DecisionRow out;
  if (!decision.ParseFromString(row.events) ||
      !RequestIdFromBytes(row.request_id, &out.request_id)) {
    return Corrupt("Decision " + std::to_string(row.seq) + " cannot be read.");
  }
  out.seq = row.seq;
  out.event_time = row.event_time;
  out.by = FromProto(decision.by());
  out.payload_hash = decision.payload_hash();
  out.events.reserve(decision.events_size());
  for (const StoredEvent& stored : decision.events()) {
    auto event = EventFromProto(game_id, stored);
    if (!event.ok()) return event.error();
    out.events.push_back(*std::move(event));
  }
  return out;
}

base::Result<match::State> ReplayLog(const std::string& game_id, std::span<const LogRow> log) {
  match::State state;
  for (const LogRow& stored : log) {
    auto row = DecodeRow(game_id, stored);
    if (!row.ok()) return row.error();
    const base::Status applied = match::Apply(state, *row);
    if (!applied.ok()) return applied.error();
  }
  return state;
}

void CreatedToProto(const match::State& state, internal::v1::StoredCreated* out) {
  StoredEvent event;
  match::Created created{state.settings, {}, state.commit};
  if (state.men_stand() && !state.setup_drawn && state.armies[0].empty()) {
    created.start_fen = rules::WriteFen(state.game().start(), state.game().rules());
  }
  EventWriter{&event}(created);
  *out = event.created();
}

base::Result<match::Created> CreatedFromProto(const std::string& game_id,
                                              const internal::v1::StoredCreated& stored) {
  auto settings = SettingsFromProto(stored.settings());
  if (!settings.ok()) return Corrupt("The settings cannot be read: " + settings.error().message);
  settings->game_id.value = game_id;
  settings->players = {base::PlayerId{stored.white_id()}, base::PlayerId{stored.black_id()}};
  settings->rules_revision = stored.rules_revision();
  settings->ratings = {match::SeatRating{stored.white_rating(), stored.white_provisional()},
                       match::SeatRating{stored.black_rating(), stored.black_provisional()}};
  match::Created created{std::make_shared<const match::Settings>(*std::move(settings)),
                         stored.start_fen(), std::nullopt};
  if (!stored.chance_commit().empty()) {
    created.commit.emplace();
    if (!BytesInto(stored.chance_commit(), &*created.commit)) {
      return Corrupt("A commit has 32 bytes.");
    }
  }
  return created;
}

void EndToProto(const match::Ending& ending, internal::v1::StoredEnd* out) {
  out->set_reason(static_cast<v1::EndReason>(ending.reason));
  if (const auto winner = ending.winner()) out->set_winner(ColorToProto(*winner));
  out->set_aborted(ending.aborted());
  out->set_variant_end(ending.variant_end);
  out->set_operator_cause(static_cast<v1::OperatorCause>(ending.cause));
}

match::Ending EndFromProto(const internal::v1::StoredEnd& stored) {
  match::Ending ending;
  ending.reason = static_cast<match::EndReason>(stored.reason());
  ending.variant_end = stored.variant_end();
  ending.cause = static_cast<match::OperatorCause>(stored.operator_cause());
  if (stored.aborted()) {
    ending.result = rules::GameResult::kAborted;
  } else if (const auto winner = FromProto(stored.winner())) {
    ending.result = *winner == rules::Color::kWhite ? rules::GameResult::kWhiteWins
                                                    : rules::GameResult::kBlackWins;
  } else {
    ending.result = rules::GameResult::kDraw;
  }
  return ending;
}

void RatedToProto(const match::RatingRecorded& rated, internal::v1::StoredRated* out) {
  out->set_white_before(rated.before[0]);
  out->set_white_after(rated.after[0]);
  out->set_black_before(rated.before[1]);
  out->set_black_after(rated.after[1]);
}

match::RatingRecorded RatedFromProto(const internal::v1::StoredRated& stored) {
  return {{stored.white_before(), stored.black_before()},
          {stored.white_after(), stored.black_after()}};
}

}  // namespace chess::game
