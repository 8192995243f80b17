#pragma once
// What the two players agreed on before a game. Fixed for its life; all copies of a State share it.

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "rules/game/game.h"
#include "timecontrol/time_control.h"

namespace chess::match {

using base::DurationMs;
using base::TimeMs;
using rules::Color;

// Grows when a rule of the rulebook changes meaning; recorded with each game.
inline constexpr int kRulesRevision = 1;

// Time for placing an army: the usual, and what may be agreed.
inline constexpr DurationMs kDefaultDraftMs = 180'000;
inline constexpr DurationMs kMinDraftMs = 30'000;
inline constexpr DurationMs kMaxDraftMs = 900'000;

enum class Visibility : uint8_t { kPublic, kLink, kPrivate };

// A rating as it stood when the game began, for display; 0: none.
struct SeatRating {
  int32_t rating = 0;
  bool provisional = false;
  bool operator==(const SeatRating&) const = default;
};

// Arrays are indexed by colour: 0 White, 1 Black.
struct Settings {
  base::GameId game_id;
  // Canonical name. A drawn set-up has its number ("chess960:518") only if it was chosen.
  std::string rule_set = "standard";
  std::string start_fen;              // empty: the rule set's own start
  timecontrol::TimeControl time;
  bool rated = false;
  rules::DrawPolicy draw_policy = rules::DrawPolicy::kAutomatic;
  Visibility visibility = Visibility::kPublic;
  std::array<base::PlayerId, 2> players;
  std::array<SeatRating, 2> ratings{};
  int32_t rules_revision = kRulesRevision;
  DurationMs draft_ms = 0;  // time for placing the armies; 0 where none are placed

  bool operator==(const Settings&) const = default;
  const base::PlayerId& player(Color color) const { return players[rules::Index(color)]; }
  timecontrol::Speed speed() const { return timecontrol::SpeedOf(time); }
};

// The settings with their rule set in canonical form, or why no game can be played under them:
// RULE_SET_INVALID, FEN_INVALID (also a start that is over already), TIME_CONTROL_INVALID,
// NOT_RATEABLE (rated with a start position, with a budget that is not the usual one, or with
// different clocks), INVALID_FIELD (the same player on both sides, a missing player, a draft time
// out of its range). All kInvalidArgument; the words are those of common/v1/error_reason.proto, the
// rules library's own word is metadata "cause".
// Where part of the board is hidden the draw policy becomes automatic. A draft time of 0 becomes
// the usual one where armies are placed; elsewhere it becomes 0.
base::Result<Settings> Checked(Settings settings);

// What happens before the first move. A start position of one's own leaves nothing to draw or to
// draft.
bool DrawsSetup(const Settings& settings, const rules::RuleSet& rule_set);
bool DraftsArmies(const Settings& settings, const rules::RuleSet& rule_set);
// The server draws: a game of checked settings needs a secret and its commit (match/chance.h).
bool UsesChance(const Settings& settings);

}  // namespace chess::match
