#pragma once
// Games in the words of the command line.

#include <optional>
#include <string>

#include "chess/game/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/session.h"

namespace chess::chessctl::admin {

namespace game_v1 = game::v1;
using GameStub = game_v1::OperatorService::Stub;

inline std::unique_ptr<GameStub> GameStubOf(const Session& session) {
  return game_v1::OperatorService::NewStub(session.channel());
}

// The value of an enum from its word: "fair-play" with "OPERATOR_CAUSE_" is
// OPERATOR_CAUSE_FAIR_PLAY. Nothing for other words, and for "unspecified".
template <typename Enum>
std::optional<Enum> FromWord(const std::string& word, const std::string& prefix) {
  std::string name = prefix;
  for (const char c : word) {
    name += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
  }
  const auto* value = google::protobuf::GetEnumDescriptor<Enum>()->FindValueByName(name);
  if (value == nullptr || value->number() == 0) return std::nullopt;
  return static_cast<Enum>(value->number());
}
// And back: "fair-play"; "-" for 0.
template <typename Enum>
std::string ToWord(Enum value, const std::string& prefix) {
  const auto* found = google::protobuf::GetEnumDescriptor<Enum>()->FindValueByNumber(value);
  if (found == nullptr || found->number() == 0) return "-";
  std::string word;
  for (const char c : found->name().substr(prefix.size())) {
    word += c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return word;
}

// "white", "black", "draw", "none".
std::optional<game_v1::DecidedResult> ResultOf(const std::string& word);
// A day ("2026-11-30") or an instant ("2026-11-30T02:13:56Z"); false for anything else.
bool ReadTime(const std::string& text, google::protobuf::Timestamp* time);

// "0-1 operator (fair-play)", "running".
std::string StandingOf(const game_v1::GameSummary& game);
std::string ResultText(const game_v1::GameResult& result);
// "Anna (1500?)"
std::string PlayerText(const common::v1::Player& player);
// "4d 3h", "12m", "7s".
std::string SpanText(int64_t seconds);

// The session's request id for call `n` of a command that makes several: the first one is the
// session's own, and the same command with the same --request-id makes the same ids again.
std::string RequestIdOf(const Session& session, uint32_t n);

// A player's id from NAME, id:ID, or an ID that is nobody's name (asked of the lobby). Not kDone:
// said already.
int FindPlayer(Session& session, const std::string& player, std::string* player_id);

}  // namespace chess::chessctl::admin
