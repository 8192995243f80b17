#pragma once
// Enumerations as messages have them.

#include <optional>

#include "chess/common/v1/match.pb.h"
#include "chess/game/v1/game.pb.h"
#include "match/state.h"
#include "rules/core/types.h"
#include "rules/game/view.h"

namespace chess::game {

inline common::v1::Color ColorToProto(rules::Color color) {
  return color == rules::Color::kWhite ? common::v1::COLOR_WHITE : common::v1::COLOR_BLACK;
}
inline common::v1::Color ColorToProto(rules::Seat seat) {
  switch (seat) {
    case rules::Seat::kWhite:
      return common::v1::COLOR_WHITE;
    case rules::Seat::kBlack:
      return common::v1::COLOR_BLACK;
    default:
      return common::v1::COLOR_UNSPECIFIED;
  }
}

inline v1::PieceType TypeToProto(rules::Role role) {
  return static_cast<v1::PieceType>(rules::Index(role) + 1);
}

// Nothing for PIECE_TYPE_UNSPECIFIED and numbers of a newer release.
inline std::optional<rules::Role> RoleFromProto(v1::PieceType type) {
  const int index = static_cast<int>(type) - 1;
  if (index < 0 || index >= rules::kRoles) return std::nullopt;
  return static_cast<rules::Role>(index);
}

// In the order of PieceType.
inline void PowersToProto(rules::Powers powers, google::protobuf::RepeatedField<int>* out) {
  for (int r = 0; r < rules::kRoles; ++r) {
    const rules::Role role = static_cast<rules::Role>(r);
    if (powers & rules::Bit(role)) out->Add(TypeToProto(role));
  }
}

inline v1::GameState StateOf(const match::Ending& ending, match::Phase phase) {
  if (ending.over()) return ending.aborted() ? v1::GAME_STATE_ABORTED : v1::GAME_STATE_FINISHED;
  switch (phase) {
    case match::Phase::kReadying:
      return v1::GAME_STATE_READYING;
    case match::Phase::kDrafting:
      return v1::GAME_STATE_DRAFTING;
    default:
      return v1::GAME_STATE_RUNNING;
  }
}

}  // namespace chess::game
