#include "lobby/convert.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/time_util.h>

#include <cmath>
#include <memory>
#include <utility>

#include "chess/common/v1/match.pb.h"
#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/game/v1/game.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.pb.h"
#include "chess/lobby/v1/lobby.pb.h"
#include "chess/lobby/v1/players_service.pb.h"
#include "lobby/convert_time_control.h"
#include "lobby/secrets.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;
using google::protobuf::util::TimeUtil;

common::v1::Visibility ToProto(match::Visibility visibility) {
  switch (visibility) {
    case match::Visibility::kLink:
      return common::v1::VISIBILITY_LINK;
    case match::Visibility::kPrivate:
      return common::v1::VISIBILITY_PRIVATE;
    case match::Visibility::kPublic:
      break;
  }
  return common::v1::VISIBILITY_PUBLIC;
}

Result<match::Visibility> VisibilityFromProto(int visibility, match::Visibility unset) {
  switch (visibility) {
    case common::v1::VISIBILITY_UNSPECIFIED:
      return unset;
    case common::v1::VISIBILITY_PUBLIC:
      return match::Visibility::kPublic;
    case common::v1::VISIBILITY_LINK:
      return match::Visibility::kLink;
    case common::v1::VISIBILITY_PRIVATE:
      return match::Visibility::kPrivate;
    default:
      return InvalidField("settings.visibility", "There is no such visibility.");
  }
}

common::v1::Color ToProto(ChallengerColor color) {
  switch (color) {
    case ChallengerColor::kWhite:
      return common::v1::COLOR_WHITE;
    case ChallengerColor::kBlack:
      return common::v1::COLOR_BLACK;
    case ChallengerColor::kRandom:
      break;
  }
  return common::v1::COLOR_UNSPECIFIED;
}

bool SeatsTaken(const Challenge& challenge) {
  return challenge.state == ChallengeState::kStarting ||
         challenge.state == ChallengeState::kStarted;
}

void GameStartedToProto(const PlayerEvent& event, v1::PlayerEvent::GameStarted* started) {
  const Challenge& challenge = *event.challenge;
  const bool white = challenge.white_id == event.player_id;
  const bool challenger = challenge.challenger.player_id == event.player_id;
  started->set_game_id(challenge.game_id.value);
  started->set_color(white ? common::v1::COLOR_WHITE : common::v1::COLOR_BLACK);
  ToProto(challenge.agreement, started->mutable_settings());
  if (!challenger) {
    ToProto(challenge.challenger, started->mutable_opponent());
  } else if (challenge.opponent) {
    ToProto(*challenge.opponent, started->mutable_opponent());
  }
}

// Equal messages, equal bytes: maps too.
std::string SameBytes(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

}  // namespace

base::Error InvalidField(const std::string& field, const std::string& sentence) {
  base::Error error = MakeError(Code::kInvalidArgument, "INVALID_FIELD", sentence);
  error.metadata = {{"field", field}};
  return error;
}

Result<Agreement> FromProto(const common::v1::MatchSettings& settings, match::Visibility unset) {
  Agreement agreement;
  agreement.rule_set = settings.rule_set().empty() ? "standard" : settings.rule_set();
  agreement.start_fen = settings.start_fen();
  agreement.draft_ms = settings.draft_ms();
  agreement.rated = settings.rated();
  auto time = TimeControlFromProto(settings);
  if (!time.ok()) return time.error();
  agreement.time = *time;
  switch (static_cast<int>(settings.draw_policy())) {
    case common::v1::DRAW_POLICY_UNSPECIFIED:
    case common::v1::DRAW_POLICY_AUTOMATIC:
      break;
    case common::v1::DRAW_POLICY_BY_CLAIM:
      agreement.draw_policy = rules::DrawPolicy::kByClaim;
      break;
    default:
      return InvalidField("settings.draw_policy", "There is no such draw policy.");
  }
  auto visibility = VisibilityFromProto(settings.visibility(), unset);
  if (!visibility.ok()) return visibility.error();
  agreement.visibility = *visibility;
  return CheckedAgreement(std::move(agreement));
}

void ToProto(const Agreement& agreement, common::v1::MatchSettings* settings) {
  settings->set_rule_set(agreement.rule_set);
  settings->set_start_fen(agreement.start_fen);
  settings->set_draft_ms(agreement.draft_ms);
  settings->set_rated(agreement.rated);
  TimeControlToProto(agreement.time, settings);
  settings->set_draw_policy(agreement.draw_policy == rules::DrawPolicy::kByClaim
                                ? common::v1::DRAW_POLICY_BY_CLAIM
                                : common::v1::DRAW_POLICY_AUTOMATIC);
  settings->set_visibility(ToProto(agreement.visibility));
}

Result<ChallengerColor> ColorFromProto(int color) {
  switch (color) {
    case common::v1::COLOR_UNSPECIFIED:
      return ChallengerColor::kRandom;
    case common::v1::COLOR_WHITE:
      return ChallengerColor::kWhite;
    case common::v1::COLOR_BLACK:
      return ChallengerColor::kBlack;
    default:
      return InvalidField("color", "There is no such colour.");
  }
}

Result<DeclineReason> ReasonFromProto(int reason) {
  if (!v1::DeclineReason_IsValid(reason)) {
    return InvalidField("reason", "There is no such reason.");
  }
  return static_cast<DeclineReason>(reason);
}

void ToProto(const PlayerCard& card, common::v1::Player* player) {
  player->set_player_id(card.player_id.value);
  player->set_name(card.name);
  player->set_guest(card.guest);
  player->set_bot(card.bot);
  player->set_rating(card.rating);
  player->set_provisional(card.provisional);
}

void ToProto(const Challenge& challenge, v1::Challenge* message) {
  message->set_challenge_id(challenge.challenge_id.value);
  ToProto(challenge.challenger, message->mutable_challenger());
  if (challenge.opponent) ToProto(*challenge.opponent, message->mutable_opponent());
  ToProto(challenge.agreement, message->mutable_settings());
  message->set_challenger_color(ToProto(challenge.challenger_color));
  // Both enums are numbered alike, the wire's from 1.
  message->set_state(static_cast<v1::ChallengeState>(static_cast<int>(challenge.state) + 1));
  if (SeatsTaken(challenge)) message->set_game_id(challenge.game_id.value);
  message->set_code(challenge.code);
  *message->mutable_create_time() = TimeUtil::MillisecondsToTimestamp(challenge.create_time);
  *message->mutable_expire_time() = TimeUtil::MillisecondsToTimestamp(challenge.expire_time);
  message->set_decline_reason(
      static_cast<v1::DeclineReason>(static_cast<int>(challenge.decline_reason)));
}

void ToProto(const PlayerEvent& event, v1::PlayerEvent* message) {
  message->set_seq(event.seq);
  *message->mutable_event_time() = TimeUtil::MillisecondsToTimestamp(event.event_time);
  switch (event.kind) {
    case PlayerEventKind::kChallenge:
      // A challenge that is gone leaves an event without content, so that numbers have no gaps.
      if (event.challenge) ToProto(*event.challenge, message->mutable_challenge());
      return;
    case PlayerEventKind::kGameStarted:
      if (event.challenge) GameStartedToProto(event, message->mutable_game_started());
      return;
    case PlayerEventKind::kSessionRevoked:
      message->mutable_session_revoked()->set_session_id(event.session_id);
      return;
  }
}

void ToProto(const NamedRating& named, v1::Rating* message) {
  message->set_family(named.family);
  message->set_speed(named.speed);
  message->set_rating(named.rating.glicko.rating);
  message->set_deviation(named.deviation_now);
  message->set_volatility(named.rating.glicko.volatility);
  message->set_games(named.rating.games);
  message->set_provisional(named.deviation_now >= ratings::kProvisionalDeviation);
}

void ToProto(const ratings::Glicko& before, const ratings::Glicko& after,
             game::v1::RatingChange* change) {
  change->set_before(static_cast<int32_t>(std::lround(before.rating)));
  change->set_after(static_cast<int32_t>(std::lround(after.rating)));
}

void ToProto(const GameStart& start, game::internal::v1::CreateGameRequest* request) {
  request->set_game_id(start.game_id.value);
  ToProto(start.agreement, request->mutable_settings());
  ToProto(start.white, request->mutable_white());
  ToProto(start.black, request->mutable_black());
}

std::string BellOf(const PlayerEvent& event, const std::string& trace) {
  internal::v1::PlayerBell bell;
  bell.set_player_id(event.player_id.value);
  ToProto(event, bell.mutable_event());
  bell.set_trace(trace);
  return bell.SerializeAsString();
}

Result<Asker> AskerOf(const base::PlayerId& player_id, const std::string& request_id,
                      const google::protobuf::Message& request) {
  if (request_id.size() != 16) {
    return MakeError(Code::kInvalidArgument, "REQUEST_ID_INVALID",
                     "request_id must be 16 random bytes.");
  }
  const std::unique_ptr<google::protobuf::Message> payload(request.New());
  payload->CopyFrom(request);
  const auto* field = payload->GetDescriptor()->FindFieldByName("request_id");
  payload->GetReflection()->ClearField(payload.get(), field);
  return Asker{player_id, request_id,
               Sha256(payload->GetDescriptor()->full_name() + '\n' + SameBytes(*payload))};
}

Result<double> WhiteScoreOf(const std::string& score) {
  if (score == "1-0") return 1.0;
  if (score == "0-1") return 0.0;
  if (score == "1/2-1/2") return 0.5;
  return InvalidField("score", "The score of a rated game is 1-0, 0-1 or 1/2-1/2.");
}

}  // namespace chess::lobby
