#include "chessctl/admin/game_words.h"

#include <google/protobuf/util/time_util.h>

#include "base/ids.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {

std::optional<game_v1::DecidedResult> ResultOf(const std::string& word) {
  if (word == "white") return game_v1::DECIDED_RESULT_WHITE_WINS;
  if (word == "black") return game_v1::DECIDED_RESULT_BLACK_WINS;
  if (word == "draw") return game_v1::DECIDED_RESULT_DRAW;
  if (word == "none") return game_v1::DECIDED_RESULT_NONE;
  return std::nullopt;
}

bool ReadTime(const std::string& text, google::protobuf::Timestamp* time) {
  const bool day = text.size() == 10;
  return google::protobuf::util::TimeUtil::FromString(day ? text + "T00:00:00Z" : text, time);
}

std::string ResultText(const game_v1::GameResult& result) {
  std::string text = result.score() + " " + ToWord(result.reason(), "END_REASON_");
  if (!result.variant_end().empty()) text += " (" + result.variant_end() + ")";
  if (result.operator_cause() != game_v1::OPERATOR_CAUSE_UNSPECIFIED) {
    text += " (" + ToWord(result.operator_cause(), "OPERATOR_CAUSE_") + ")";
  }
  return text;
}

std::string StandingOf(const game_v1::GameSummary& game) {
  if (game.has_result()) return ResultText(game.result());
  return ToWord(game.state(), "GAME_STATE_");
}

std::string PlayerText(const common::v1::Player& player) {
  std::string text = player.name();
  if (player.rating() != 0) {
    text += " (" + std::to_string(player.rating()) + (player.provisional() ? "?)" : ")");
  }
  return text;
}

std::string SpanText(int64_t seconds) {
  seconds = std::max<int64_t>(0, seconds);
  const int64_t days = seconds / 86'400, hours = seconds / 3600 % 24, minutes = seconds / 60 % 60;
  if (days > 0) return std::to_string(days) + "d " + std::to_string(hours) + "h";
  if (hours > 0) return std::to_string(hours) + "h " + std::to_string(minutes) + "m";
  if (minutes > 0) return std::to_string(minutes) + "m " + std::to_string(seconds % 60) + "s";
  return std::to_string(seconds) + "s";
}

std::string RequestIdOf(const Session& session, uint32_t n) {
  std::string id = session.request_id();
  for (int i = 0; i < 4; ++i) id[15 - i] = static_cast<char>(id[15 - i] ^ (n >> (8 * i) & 0xff));
  return id;
}

int FindPlayer(Session& session, const std::string& player, std::string* player_id) {
  using Stub = lobby::v1::OperatorService::Stub;
  lobby::v1::ShowPlayerRequest request;
  *request.mutable_player() = PlayerOf(player);
  lobby::v1::ShowPlayerResponse response;
  const auto stub = lobby::v1::OperatorService::NewStub(session.channel());
  const grpc::Status status = session.Ask(*stub, &Stub::ShowPlayer, request, &response);
  *player_id = response.player().player().player_id();
  if (status.ok()) return kDone;
  // Names may look like ids, so only what is nobody's name is taken for one.
  if (status.error_code() == grpc::StatusCode::NOT_FOUND && base::IsBase62(player, 12)) {
    *player_id = player;
    return kDone;
  }
  return session.Refused(status);
}

}  // namespace chess::chessctl::admin
