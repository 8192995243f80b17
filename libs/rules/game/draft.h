#pragma once
// The drafting phase: each player secretly places an army on their own four ranks, under a budget.
// Pure values; clocks are the caller's. Nothing here may be shown to the other player before both
// are locked but DraftView.

#include <array>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"
#include "rules/game/view.h"

namespace chess::rules {

inline constexpr int kDefaultDraftBudget = 39;  // what the standard array costs

// Pawn 1, knight 3, bishop 3, rook 5, queen 9, king 0.
int DraftCost(Role role);
// The budget of a set with a drafted set-up: its number, else the default.
int DraftBudget(const RuleSet& rules);

// One side's army while it is being placed.
class DraftArmy {
 public:
  DraftArmy(Color color, int budget) : color_(color), budget_(budget) {}

  // Errors of all changes; an error changes nothing. kFailedPrecondition DRAFT_LOCKED;
  // kInvalidArgument DRAFT_OUTSIDE (not one of the own four ranks), DRAFT_OVER_BUDGET.

  // Puts a man there; what stood there is refunded. A second king moves the first.
  base::Status Place(Square square, Role role);
  // Takes the man there back, if any.
  base::Status Remove(Square square);
  // The whole army at once from the text that Text() writes. Also kInvalidArgument DRAFT_MALFORMED
  // (syntax, the other side's letters, two kings).
  base::Status Set(std::string_view text);
  // Final. kFailedPrecondition DRAFT_NO_KING, DRAFT_LOCKED.
  base::Status Lock();
  // What happens to an army that is not locked when its time is up: the standard array if nothing
  // was placed and the budget allows it; else what was placed, plus a king on the e file of the
  // first rank or the nearest free square (king distance, then lower own rank, then a to h; no
  // free square: the man on that first choice gives way). Then it is locked.
  void Complete();

  Color color() const { return color_; }
  int budget() const { return budget_; }
  int cost() const;
  bool locked() const { return locked_; }
  bool has_king() const { return men_[Index(Role::kKing)] != 0; }
  bool may_lock() const { return !locked_ && has_king(); }
  Bitboard men(Role role) const { return men_[Index(role)]; }

  // The own half as half a FEN board: four ranks, the highest one first, in the letters of the
  // side. White's standard array: "8/8/PPPPPPPP/RNBQKBNR".
  std::string Text() const;

  bool operator==(const DraftArmy&) const = default;

 private:
  Bitboard Occupied() const;
  void Clear(Square square);

  Color color_;
  int budget_;
  bool locked_ = false;
  std::array<Bitboard, kRoles> men_{};
};

// Both armies.
struct Draft {
  explicit Draft(const RuleSet& rules)
      : armies{DraftArmy(Color::kWhite, DraftBudget(rules)),
               DraftArmy(Color::kBlack, DraftBudget(rules))} {}

  DraftArmy& of(Color c) { return armies[Index(c)]; }
  const DraftArmy& of(Color c) const { return armies[Index(c)]; }
  bool done() const { return armies[0].locked() && armies[1].locked(); }
  // Both armies on the board, White to move; castling rights where a king on e1/e8 and a rook on
  // the a or h file of the first rank were drafted. Only when done. Start the game from it with
  // Game::StartAt, which asks the ladder of endings.
  Position Start() const;

  std::array<DraftArmy, 2> armies;
};

// What a seat may see while the armies are being placed.
struct DraftView {
  Seat seat = Seat::kSpectator;
  std::string fen;  // only the own army; White to move, no rights, no counters
  int budget = 0;
  int left = 0;  // of the own budget; 0 for spectators
  bool may_lock = false;
  std::array<bool, 2> locked{};

  bool operator==(const DraftView&) const = default;
};

DraftView ViewOf(const Draft& draft, Seat seat);

}  // namespace chess::rules
