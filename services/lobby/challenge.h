#pragma once
// A challenge: to a player by name, or open behind a code. Accepted, it becomes exactly one game.
//
//   open ─accept─► starting ─the game service has the game─► started
//   open ─► declined | cancelled | expired        starting ─refused for good─► cancelled

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/ids.h"
#include "lobby/agreement.h"
#include "lobby/player_card.h"

namespace chess::lobby {

enum class ChallengeState : uint8_t { kOpen, kStarting, kStarted, kDeclined, kCancelled, kExpired };
enum class DeclineReason : uint8_t { kNone, kLater, kTimeControl, kRuleSet, kRated, kCasual };
enum class ChallengerColor : uint8_t { kRandom, kWhite, kBlack };

struct Challenge {
  base::ChallengeId challenge_id;
  PlayerCard challenger;
  std::optional<PlayerCard> opponent;  // none: a code that nobody has taken
  Agreement agreement;
  ChallengerColor challenger_color = ChallengerColor::kRandom;
  ChallengeState state = ChallengeState::kOpen;
  base::GameId game_id;     // from kStarting on
  base::PlayerId white_id;  // from kStarting on
  std::string code;         // empty: by name
  base::TimeMs create_time = 0;
  base::TimeMs expire_time = 0;
  DeclineReason decline_reason = DeclineReason::kNone;
};

// The words stored in Postgres. The parsers give the first value for a word that is none.
std::string_view NameOf(ChallengeState state);
ChallengeState ChallengeStateOf(std::string_view word);
std::string_view NameOf(DeclineReason reason);  // "" for kNone
DeclineReason DeclineReasonOf(std::string_view word);
std::string_view NameOf(ChallengerColor color);
ChallengerColor ChallengerColorOf(std::string_view word);

// What the players of a challenge were told when it stood in `state`: what it has become since is
// left out (the opponent and the game of a code that was still open, and so on).
Challenge AsItWas(Challenge challenge, ChallengeState state);

// How long a challenge waits for its answer.
base::DurationMs ChallengeLifeMs(const Agreement& agreement, bool opponent_online);

}  // namespace chess::lobby
