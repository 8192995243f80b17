#pragma once
// Game: a start position and the moves played from it, with what the ladder of endings says after
// each. A copyable value; nothing in it is shared. Appending a move allocates only when the two
// history arrays grow.

#include <array>
#include <string>
#include <vector>

#include "rules/core/moves.h"
#include "rules/core/rule_set.h"
#include "rules/game/can_win.h"
#include "rules/game/choice.h"
#include "rules/game/outcome.h"

namespace chess::rules {

// kAutomatic: third occurrence and fifty moves draw at once. kByClaim (FIDE): the player to move
// may claim either; fifth occurrence and seventy-five moves draw at once. Sets that hide are always
// kAutomatic: a claim, or that none was made, would tell.
enum class DrawPolicy : uint8_t { kAutomatic, kByClaim };

struct GameOptions {
  DrawPolicy draw_policy = DrawPolicy::kAutomatic;
  // Accept composed start positions: of the FEN's faults only king counts and a side not to move in
  // check are refused.
  bool relaxed = false;
};

using CapturedMen = std::array<std::array<uint8_t, kRoles>, 2>;

inline constexpr int kMaxGamePlies = 2000;  // 1,000 moves a side, then a draw

class Game {
 public:
  // From the set's own start position. A set with a drawn set-up (random Chess960) must have its
  // number (RuleSet::WithSetupParameter): SETUP_NUMBER_MISSING otherwise.
  static base::Result<Game> Start(const RuleSet& rules, GameOptions options = {});
  // From a FEN in any form notation/fen reads. Errors: FEN_INVALID (syntax, metadata "field"),
  // POSITION_INVALID (metadata "faults": all words, comma-separated), RULE_SET_CONTRADICTION (the
  // set already fixes the start).
  static base::Result<Game> StartFrom(const RuleSet& rules, std::string_view fen,
                                      GameOptions options = {});
  // From a position that is known to be good (a snapshot, a test).
  static Game StartAt(const RuleSet& rules, const Position& start, GameOptions options = {});

  // Plays a legal move that the choice in force allows, and climbs the ladder. Errors change
  // nothing: kFailedPrecondition GAME_OVER, CHOICE_AWAITED (no roll or name yet); kInvalidArgument
  // ILLEGAL_MOVE, DICE_FORBIDS, BRAIN_FORBIDS.
  base::Status Play(Move move);
  // The same for a move taken from LegalMoves(), unchecked. Dice and brain are not asked, so that
  // records without them can be replayed.
  void PlayLegal(Move move);
  // Takes back the last n plies (n <= ply()); an ending is undone with them. The choice that was in
  // force is not restored (games with dice know no takebacks).
  void Undo(int n);

  // What the player to move may choose from. Empty when the game is over and while a choice is
  // awaited.
  MoveList LegalMoves() const;

  // --- Dice and brain: a turn waits for its roll first, then for its name. A move ends both. ---

  const Choice& choice() const { return choice_; }
  bool RollAwaited() const;
  bool NameAwaited() const;
  // The types that the roll allows; the caller draws them (MovableTypes, RollMatters, RollAt).
  void SetRoll(Powers rolled) { choice_.rolled = rolled; }
  // The types that the brain may name: those with a legal move that are rolled. 0 at the end.
  Powers NameableTypes() const;
  void SetName(Role named) { choice_.named = named; }

  const RuleSet& rules() const { return rules_; }
  const GameOptions& options() const { return options_; }
  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  // The position before the last move; the start where none was played.
  const Position& before_last() const { return before_last_; }
  Color turn() const { return position_.turn; }
  const std::vector<Move>& moves() const { return moves_; }
  int ply() const { return static_cast<int>(moves_.size()); }
  Move last_move() const { return moves_.empty() ? Move() : moves_.back(); }
  // The start is not the standard array: a record of the game needs its FEN.
  bool started_from_fen() const { return from_fen_; }
  // Men lost so far, by their colour and glyph: taken or blown up, own ones too.
  const CapturedMen& captured() const { return captured_; }

  // What the moves on the board say. Flags, resignations and agreements are the caller's.
  const Outcome& outcome() const { return outcome_; }
  bool over() const { return outcome_.over(); }

  // How often the present position has occurred, this time included.
  int Occurrences() const;
  // The draw the player to move may claim now (kRepetition or kFiftyMoves), if any.
  std::optional<EndReason> ClaimableDraw() const;
  // Both sides have moved once and the game is running, so a draw may be offered and agreed.
  bool DrawOfferAllowed() const { return !over() && moves_.size() >= 2; }

 private:
  Game() = default;
  void Advance(Move move);
  void CountLosses(Move move);
  void Climb(Move last);

  RuleSet rules_;
  GameOptions options_;
  Position start_;
  Position position_;
  Position before_last_;
  Outcome outcome_;
  Choice choice_;
  bool from_fen_ = false;
  CapturedMen captured_{};
  std::vector<Move> moves_;
  std::vector<Key> keys_;  // keys_[i]: the key after i plies
};

}  // namespace chess::rules
