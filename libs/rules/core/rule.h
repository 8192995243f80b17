#pragma once
// Rule: one base, set-up or twist as data: an identity card and a few plain functions, null where
// it agrees with chess. One rule is one file in rules/rules/ and one line in its registry.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/core/move.h"
#include "rules/core/position.h"
#include "rules/core/types.h"
#include "rules/game/outcome.h"

namespace chess::rules {

class RuleSet;

enum class Axis : uint8_t { kBase, kSetup, kTwist };

// How far a rule deviates from chess, in rising order. A set runs on its strongest member's kernel.
enum class Kernel : uint8_t {
  kOrthodox,   // disjoint roles, check and pin masks, no hooks in move generation
  kMorphing,   // overlapping powers, effects on the mover's own square, extra quiet targets, drops
  kVolatile,   // effects elsewhere, own notion of attack; legality by trial
  kUnguarded,  // no king safety
};

// What a rule needs for itself. Two rules whose `claims` meet exclude each other; a rule also
// excludes every rule that claims something it lists in `excludes`. Never a table of pairs.
enum Claim : uint32_t {
  kClaimSetup = 1u << 0,           // decides where the men stand at the start
  kClaimAfterCapture = 1u << 1,    // decides what becomes of a capturer
  kClaimMarks = 1u << 2,           // keeps state with single men
  kClaimRoyalSafety = 1u << 3,     // changes what endangers a royal man
  kClaimNoOrdinaryKing = 1u << 4,  // the king is an ordinary man
  kClaimNoCheck = 1u << 5,         // checks do not exist
  kClaimFixedGoal = 1u << 6,       // the game is decided by this rule's own race or rout
  kClaimObservation = 1u << 7,     // hides part of the board
  kClaimVisiblePocket = 1u << 8,   // shows a list of drops
  kClaimExplosion = 1u << 9,       // the capturer does not survive its capture
};

// Properties that other code asks for instead of asking for a variant's name.
enum Trait : uint32_t {
  // Kings and rooks castle from any square of the first rank; UCI castling is king takes rook.
  kTraitFreeCastling = 1u << 0,
  // A capture or pawn move may be undone later, so repetition looks at the whole game.
  kTraitNothingIrreversible = 1u << 1,
  // The set-up depends on a number that may be drawn by the server (hidden until told).
  kTraitDrawnSetup = 1u << 2,
};

enum class CanWinAnswer : uint8_t { kYes, kNo, kUnproven };

struct Rule {
  std::string_view key;      // "king_of_the_hill": canonical, lower snake case
  std::string_view title;    // "King of the Hill": PGN Variant tag, shown to people
  std::string_view summary;  // one line for a chooser
  Axis axis = Axis::kTwist;
  Kernel kernel = Kernel::kOrthodox;
  uint32_t claims = 0;     // Claim bits
  uint32_t excludes = 0;   // Claim bits of others that this rule cannot live with
  uint32_t traits = 0;     // Trait bits
  bool own_family = true;  // alone in a set, it has ratings of its own
  // A number behind a colon ("chess960:518"): allowed if parameter_max >= 0.
  int parameter_min = 0;
  int parameter_max = -1;

  // The start position, for the parameter of the set (-1: none given). Null: the standard array.
  void (*setup)(int parameter, Position* position) = nullptr;
  // The parameter whose set-up this position is; nothing if there is none.
  std::optional<int> (*parameter_of)(const Position& start) = nullptr;
  // A variant ending right after `last` has been played (null move: at ply 0). Null: never.
  std::optional<Outcome> (*outcome)(const Position& position, Move last) = nullptr;
  // Whether `side` can still win by this rule, judged by material. Null: as the other rules say.
  CanWinAnswer (*can_win)(const Position& position, Color side) = nullptr;
  // The squares that `seat` sees. Null: all.
  Bitboard (*visible)(const Position& position, Color seat) = nullptr;
};

}  // namespace chess::rules
