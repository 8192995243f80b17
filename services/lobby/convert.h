#pragma once
// The only place where protobuf meets the lobby's own types. Pure, thread-safe.

#include <string>

#include "base/result.h"
#include "lobby/agreement.h"
#include "lobby/challenge.h"
#include "lobby/player_event.h"
#include "lobby/rating_repository.h"
#include "lobby/start_repository.h"

namespace google::protobuf {
class Message;
}  // namespace google::protobuf
namespace chess::common::v1 {
class MatchSettings;
class Player;
}  // namespace chess::common::v1
namespace chess::lobby::v1 {
class Challenge;
class PlayerEvent;
class Rating;
}  // namespace chess::lobby::v1
namespace chess::game::v1 {
class RatingChange;
}  // namespace chess::game::v1
namespace chess::game::internal::v1 {
class CreateGameRequest;
}  // namespace chess::game::internal::v1

namespace chess::lobby {

// Settings as agreed, checked and in canonical form; `unset` is the visibility where none is said.
// INVALID_FIELD for an enum out of range, TIME_CONTROL_INVALID for a control that contradicts
// itself, and what CheckedAgreement says.
base::Result<Agreement> FromProto(const common::v1::MatchSettings& settings,
                                  match::Visibility unset);
void ToProto(const Agreement& agreement, common::v1::MatchSettings* settings);

// INVALID_FIELD for a number that is no colour or no reason.
base::Result<ChallengerColor> ColorFromProto(int color);
base::Result<DeclineReason> ReasonFromProto(int reason);

void ToProto(const PlayerCard& card, common::v1::Player* player);
void ToProto(const Challenge& challenge, v1::Challenge* message);
void ToProto(const PlayerEvent& event, v1::PlayerEvent* message);
void ToProto(const NamedRating& rating, v1::Rating* message);
void ToProto(const ratings::Glicko& before, const ratings::Glicko& after,
             game::v1::RatingChange* change);
void ToProto(const GameStart& start, game::internal::v1::CreateGameRequest* request);

// What rings the player's doorbell: a serialised PlayerBell.
std::string BellOf(const PlayerEvent& event, const std::string& trace = {});

// Who asks, from a request with a request_id: REQUEST_ID_INVALID unless that has 16 bytes. The hash
// covers the request's type and everything in it but the request_id.
base::Result<Asker> AskerOf(const base::PlayerId& player_id, const std::string& request_id,
                            const google::protobuf::Message& request);

// 1, 0.5 or 0 for "1-0", "1/2-1/2", "0-1"; INVALID_FIELD for anything else.
base::Result<double> WhiteScoreOf(const std::string& score);

base::Error InvalidField(const std::string& field, const std::string& sentence);

}  // namespace chess::lobby
