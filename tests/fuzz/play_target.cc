// Whole games: the bytes choose rules, armies, rolls, names and moves; whatever they choose, the
// board, its notation and its views must stay true.

#include <string>

#include "fuzz/rule_choice.h"
#include "fuzz/target.h"
#include "rules/core/bitboard.h"
#include "rules/game/view.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace chess::fuzz {
namespace {

using namespace chess::rules;  // NOLINT: a test

constexpr int kMostPlies = 80;
constexpr int kAllMovesEvery = 4;  // plies between two looks at every legal move

void CheckBoard(const Position& p) {
  FUZZ_CHECK((p.colors[0] & p.colors[1]) == 0);
  Bitboard any = 0;
  for (const Bitboard role : p.roles) any |= role;
  FUZZ_CHECK(any == p.occupied());
  FUZZ_CHECK((p.royal & ~p.occupied()) == 0);
  FUZZ_CHECK((p.unmoved & ~p.of(Role::kRook)) == 0);
  FUZZ_CHECK(p.key == FullKey(p));
}

void CheckFen(const Position& p, const RuleSet& rules) {
  const std::string fen = WriteFen(p, rules);
  const auto read = ReadFen(fen, rules);
  const bool same = read.ok() && read->position == p;
  if (!same) std::fprintf(stderr, "%s: %s\n", rules.Name().c_str(), fen.c_str());
  FUZZ_CHECK(same);
}

void CheckMoves(const Game& game, const MoveList& moves) {
  const Position& p = game.position();
  const RuleSet& rules = game.rules();
  // Drafted armies may attack the king of the side that is not to move.
  Position turned = p;
  turned.turn = !p.turn;
  const bool in_check_already = game.ply() == 0 && InCheck(turned, rules);
  for (size_t i = 0; i < moves.size(); ++i) {
    for (size_t j = 0; j < i; ++j) FUZZ_CHECK(!(moves[i] == moves[j]));
    const auto uci = ParseUci(p, rules, WriteUci(moves[i], rules));
    FUZZ_CHECK(uci.ok() && *uci == moves[i]);
    const auto san = ReadSan(p, rules, WriteSan(p, rules, moves[i]));
    FUZZ_CHECK(san.ok() && *san == moves[i]);
    const Position after = After(p, rules, moves[i]);
    FUZZ_CHECK(in_check_already || GivesCheck(p, rules, moves[i]) == InCheck(after, rules));
  }
}

// A view never shows what its seat does not see, and never moves that are not the seat's to know.
void CheckViews(const Game& game) {
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    const View view = ViewOf(game, seat);
    FUZZ_CHECK(view.ply == game.ply());
    if (view.complete) {
      FUZZ_CHECK(view.fen == WriteFen(game.position(), game.rules()));
      continue;
    }
    FUZZ_CHECK(view.checkers.empty() && view.checked_king == kNoSquare);
    if (seat != SeatOf(game.turn())) FUZZ_CHECK(view.moves.empty());
    const auto shown = ReadFen(view.fen, game.rules());
    FUZZ_CHECK(shown.ok());
    FUZZ_CHECK((shown->position.occupied() & ~view.visible) == 0);
  }
}

void CheckGame(const Game& game) {
  CheckBoard(game.position());
  CheckFen(game.position(), game.rules());
  CheckViews(game);
  if (game.over()) {
    FUZZ_CHECK(game.LegalMoves().empty() && game.outcome().reason != EndReason::kNone);
    return;
  }
  const MoveList moves = LegalMoves(game.position(), game.rules());
  FUZZ_CHECK(!moves.empty());
  if (game.ply() % kAllMovesEvery == 0) CheckMoves(game, moves);
}

}  // namespace

FUZZ_TARGET(play) {
  Game game = TakeStart(&input);
  CheckGame(game);
  for (int plies = 0; plies < kMostPlies && !game.over() && !input.empty(); ++plies) {
    TakeChoices(&game, &input);
    const MoveList moves = game.LegalMoves();
    FUZZ_CHECK(!moves.empty());
    const uint8_t byte = TakeByte(&input);
    if (byte == 255 && game.ply() > 0) {  // a takeback and the same move again
      const Move last = game.last_move();
      const Position position = game.position();
      game.Undo(1);
      game.PlayLegal(last);
      FUZZ_CHECK(game.position() == position);
      continue;
    }
    game.PlayLegal(moves[byte % moves.size()]);
    CheckGame(game);
  }
}

}  // namespace chess::fuzz
