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
  kClaimMarks = 1u << 2,           // keeps state with single men (the marks board, kMarksSlot)
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
  // The players place their armies themselves before the first move (game/draft.h).
  kTraitDraftedSetup = 1u << 3,
  // At the start of a turn the server rolls which types may move (game/choice.h).
  kTraitRolls = 1u << 4,
  // At the start of a turn a brain names the type that must move (game/choice.h).
  kTraitNames = 1u << 5,
  // A player who can capture must.
  kTraitMustCapture = 1u << 6,
  // A promotion that names no piece makes a queen.
  kTraitQueenByDefault = 1u << 7,
  // Neither fifty nor seventy-five moves draw.
  kTraitNoMoveCount = 1u << 8,
  // Part of the board is hidden from the players until the game is over.
  kTraitHidden = 1u << 9,
  // White, Black (or either) need not have a royal man.
  kTraitKinglessWhite = 1u << 10,
  kTraitKinglessBlack = 1u << 11,
  // Pawns of White may stand on the first rank (a horde, a draft), of Black on the eighth.
  kTraitPawnsOnOwnFirstRank = 1u << 12,
  // More than sixteen men a side are fine.
  kTraitManyMen = 1u << 13,
  // Counting men says little about who stands better (no grace or claim may depend on it).
  kTraitMaterialMisleads = 1u << 14,
  // No move may give check (kernel kMorphing and above).
  kTraitMustNotCheck = 1u << 15,
  // Of a rule with `safe`, `royal_attackers` or far effects: what it changes are captures and what
  // counts as check. A move that takes nothing, of a man that is not royal, is judged as in chess:
  // it must answer the check that royal_attackers finds, and is legal where that finds none and no
  // line to the royal man is opened. A royal man may go to any square that nobody attacks. Spares
  // most trials.
  kTraitOrdinaryQuiets = 1u << 16,
};

// Who uses which slot of Position. Claims keep two users of one slot apart.
constexpr int kMarksSlot = 0;   // a board of marked men; a mark moves and dies with its man
constexpr int kPocketSlot = 1;  // men in hand
constexpr int kChecksSlot = 2;  // checks given

enum class CanWinAnswer : uint8_t { kYes, kNo, kUnproven };

// A move that has just been played, for the rules' effects.
struct Played {
  const Position& before;
  Move move;
  Color mover;
  Powers powers = 0;          // the mover's, before the move (of a drop: of the dropped man)
  bool royal = false;         // the mover is royal
  Square victim = kNoSquare;  // where the taken man stood; kNoSquare: none was taken
  Powers taken = 0;           // its powers
  bool taken_royal = false;
};

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
  int parameter_default = -1;  // taken where none is given; -1: none is needed, or it is drawn

  // The start position, for the parameter of the set (-1: none given). Null: the standard array.
  void (*setup)(int parameter, Position* position) = nullptr;
  // The parameter whose set-up this position is; nothing if there is none.
  std::optional<int> (*parameter_of)(const Position& start) = nullptr;
  // --- Moving (kernel kMorphing and above, but for after_move, which every kernel calls) ---
  // A set uses one each of promotions, extra_quiets, drops and royal_attackers; claims keep rules
  // that answer the same question apart.

  // The roles a man may choose from when it comes to its last rank with a move that takes `taken`
  // (0: nothing); 0: it comes there as it is. Asked for men that have the pawn's power alone, and
  // for men that take one such. Null: queen, knight, rook, bishop for the former.
  Powers (*promotions)(Powers mover, bool royal, Powers taken) = nullptr;
  // Empty squares that the own man on `from` may go to besides its ordinary moves
  // (MoveKind::kBonus, where no ordinary move goes there). Such moves never capture and are no
  // attacks; the kernel sees to it that they never leave the own royal man attacked. A rule that
  // claims marks is asked for marked men only.
  Bitboard (*extra_quiets)(const Position& position, Square from) = nullptr;
  // Where the side to move may put a man of that role from its hand (only empty squares count).
  Bitboard (*drops)(const Position& position, Role role) = nullptr;
  // Squares from which pawns may make a double step besides their second rank; en passant captures
  // do not answer those. By colour.
  std::array<Bitboard, 2> more_double_steps{};
  // Effects of a move: men have moved, the taken man is gone, a promotion stands on the board, the
  // rights of moved and taken men are dropped; the turn has passed; the mark has moved along (of a
  // rule that claims marks) or died with its man; ep is not yet set. A dropped man stands on the
  // board, but taking it out of the hand is the rule's. Rights without their king or rook are
  // dropped afterwards. Changes men
  // and slots only through core/edit.h, which keeps the key. kMorphing: the mover's own square (and
  // any slot); kVolatile: anywhere.
  void (*after_move)(const Played& played, const RuleSet& rules, Position* position) = nullptr;

  // --- Safety (kernel kVolatile) ---

  // Whether `mover` may bring about this position (its move has been played). Replaces "its royal
  // man is not attacked"; of several all must agree.
  bool (*safe)(const Position& after, Color mover) = nullptr;
  // The men that give check to `side`. Null: those that attack its royal man.
  Bitboard (*royal_attackers)(const Position& position, Color side) = nullptr;

  // --- The end ---

  // A variant ending right after `last` has been played (null move: at ply 0). Null: never.
  std::optional<Outcome> (*outcome)(const Position& position, const RuleSet& rules,
                                    Move last) = nullptr;
  // Whether `side` can still win by this rule, judged by material. Null: as the other rules say.
  CanWinAnswer (*can_win)(const Position& position, Color side) = nullptr;
  // Centipawns that this rule adds for `side` besides men and their squares: checks given, the way
  // of its king to a goal, men in hand. Asked for both sides; small next to a win. Null: nothing.
  int (*lean)(const Position& position, Color side) = nullptr;

  // --- What is seen and written ---

  // The squares that `seat` sees. Null: all.
  Bitboard (*visible)(const Position& position, const RuleSet& rules, Color seat) = nullptr;
  // How FEN shows a mark: '+' before the letter or '~' behind it; 0: the rule keeps no marks.
  char mark = 0;
  // The hand behind the board of a FEN ("QPn", without brackets), written and read. ReadHand gives
  // false for text that is none.
  std::string (*write_hand)(const Position& position) = nullptr;
  bool (*read_hand)(std::string_view text, Position* position) = nullptr;
  // A last field of the FEN ("+1+0"), written and read. The reader is also offered a field between
  // en passant and the half-move clock ("3+3").
  std::string (*write_field)(const Position& position) = nullptr;
  bool (*read_field)(std::string_view text, Position* position) = nullptr;
};

}  // namespace chess::rules
