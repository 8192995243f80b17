#include "rules/game/game.h"

#include "rules/core/bitboard.h"
#include "rules/core/zobrist.h"
#include "rules/game/setup.h"
#include "rules/notation/fen.h"

namespace chess::rules {

using base::Code;
using base::MakeError;

base::Result<Game> Game::Start(const RuleSet& rules, GameOptions options) {
  base::Result<Position> start = StartPosition(rules);
  if (!start.ok()) return start.error();
  return StartAt(rules, *start, options);
}

base::Result<Game> Game::StartFrom(const RuleSet& rules, std::string_view fen,
                                   GameOptions options) {
  base::Result<Position> start = ParseFen(fen, rules, options.relaxed);
  if (!start.ok()) return start.error();
  // A set that names its start by number may repeat it as a FEN (records do), but not differ.
  const RuleSet::Member* setup = rules.setup();
  if (setup != nullptr && setup->parameter >= 0 && setup->rule->parameter_of != nullptr) {
    const std::optional<int> number = SetupNumber(rules, *start);
    if (number != setup->parameter) {
      return MakeError(Code::kInvalidArgument, "RULE_SET_CONTRADICTION",
                       "The start position is not number " + std::to_string(setup->parameter) +
                           " of " + std::string(setup->rule->title) + ".");
    }
  }
  return StartAt(rules, *start, options);
}

Game Game::StartAt(const RuleSet& rules, const Position& start, GameOptions options) {
  Game game;
  game.rules_ = rules;
  game.options_ = options;
  if (rules.Has(kTraitHidden)) game.options_.draw_policy = DrawPolicy::kAutomatic;
  game.start_ = start;
  game.position_ = start;
  game.before_last_ = start;
  game.from_fen_ = !(start == StandardArray());
  game.keys_.push_back(start.key);
  game.Climb(Move());
  return game;
}

base::Status Game::Play(Move move) {
  if (over()) {
    return MakeError(Code::kFailedPrecondition, "GAME_OVER", "The game is over.");
  }
  if (!IsLegal(position_, rules_, move)) {
    return MakeError(Code::kInvalidArgument, "ILLEGAL_MOVE", "That move is not legal here.");
  }
  if (RollAwaited() || NameAwaited()) {
    return MakeError(Code::kFailedPrecondition, "CHOICE_AWAITED", "This turn has not begun yet.");
  }
  if (const Powers types = TypesOf(position_, move); !Allows(choice_, types)) {
    const bool dice = !Allows({.rolled = choice_.rolled, .named = {}}, types);
    return MakeError(Code::kInvalidArgument, dice ? "DICE_FORBIDS" : "BRAIN_FORBIDS",
                     "That piece may not move this turn.");
  }
  PlayLegal(move);
  return {};
}

void Game::PlayLegal(Move move) {
  Advance(move);
  Climb(move);
}

void Game::Advance(Move move) {
  choice_ = Choice();
  before_last_ = position_;
  rules::Play(&position_, rules_, move);
  if (rules_.kernel() >= Kernel::kVolatile || IsCapture(before_last_, move)) CountLosses(move);
  moves_.push_back(move);
  keys_.push_back(position_.key);
}

// A man is lost where one of its colour stood and none stands now, but for those that moved.
void Game::CountLosses(Move move) {
  const Color us = before_last_.turn;
  Bitboard moved = move.is_drop() ? 0 : Bit(move.from());
  if (move.is_castle()) {
    moved |= Bit(move.to());
  } else if (!(position_.of(us) & Bit(move.to()))) {
    moved = 0;  // the man that moved did not survive it
  }
  for (const Color c : kColors) {
    const Bitboard lost = before_last_.of(c) & ~position_.of(c) & ~(c == us ? moved : 0);
    for (Bitboard b = lost; b;) {
      ++captured_[Index(c)][Index(*before_last_.RoleAt(PopFirst(&b)))];
    }
  }
}

void Game::Undo(int n) {
  CHESS_CHECK(n >= 0 && n <= ply());
  choice_ = Choice();
  const std::vector<Move> line(moves_.begin(), moves_.end() - n);
  position_ = start_;
  before_last_ = start_;
  captured_ = {};
  moves_.clear();
  keys_.assign(1, start_.key);
  for (Move m : line) Advance(m);
  Climb(last_move());
}

MoveList Game::LegalMoves() const {
  MoveList list;
  if (over() || RollAwaited() || NameAwaited()) return list;
  rules::LegalMoves(position_, rules_, &list);
  if (choice_ == Choice()) return list;
  size_t kept = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (Allows(choice_, TypesOf(position_, list[i]))) list[kept++] = list[i];
  }
  list.Truncate(kept);
  return list;
}

bool Game::RollAwaited() const { return rules_.Has(kTraitRolls) && !over() && choice_.rolled == 0; }

bool Game::NameAwaited() const {
  return rules_.Has(kTraitNames) && !over() && !RollAwaited() && !choice_.named;
}

Powers Game::NameableTypes() const {
  if (over()) return 0;
  const Powers movable = MovableTypes(position_, rules_);
  return choice_.rolled != 0 ? movable & choice_.rolled : movable;
}

// The ladder of endings; the first rung that holds is the result.
void Game::Climb(Move last) {
  outcome_ = Outcome();
  if (rules_.has_variant_endings()) {
    if (std::optional<Outcome> ending = rules_.VariantEnding(position_, last)) {
      outcome_ = *ending;
      return;
    }
  }
  const bool automatic = options_.draw_policy == DrawPolicy::kAutomatic;
  const int legal_moves = CountLegalMoves(position_, rules_);
  if (legal_moves == 0) {
    outcome_ = InCheck(position_, rules_) ? Win(!position_.turn, EndReason::kCheckmate)
                                          : rules::Draw(EndReason::kStalemate);
  } else if (IsDead(position_, rules_, legal_moves)) {
    outcome_ = rules::Draw(EndReason::kDeadPosition);
  } else if (const int times = Occurrences(); times >= (automatic ? 3 : 5)) {
    outcome_ = rules::Draw(automatic ? EndReason::kRepetition : EndReason::kFivefold);
  } else if (!rules_.Has(kTraitNoMoveCount) && position_.halfmoves >= (automatic ? 100 : 150)) {
    outcome_ = rules::Draw(automatic ? EndReason::kFiftyMoves : EndReason::kSeventyFiveMoves);
  } else if (ply() >= kMaxGamePlies) {
    outcome_ = rules::Draw(EndReason::kMoveLimit);
  }
}

int Game::Occurrences() const {
  const int now = ply();
  // Keys carry the side to move, so only every second one can be equal.
  const int oldest =
      rules_.Has(kTraitNothingIrreversible) ? 0 : now - static_cast<int>(position_.halfmoves);
  int times = 1;
  for (int i = now - 4; i >= 0 && i >= oldest; i -= 2) {
    if (keys_[static_cast<size_t>(i)] == position_.key) ++times;
  }
  return times;
}

std::optional<EndReason> Game::ClaimableDraw() const {
  if (over()) return std::nullopt;
  if (Occurrences() >= 3) return EndReason::kRepetition;
  if (position_.halfmoves >= 100 && !rules_.Has(kTraitNoMoveCount)) {
    return EndReason::kFiftyMoves;
  }
  return std::nullopt;
}

}  // namespace chess::rules
