#pragma once
// View: what one seat may see of a position. The only form in which a position leaves the server;
// a type of its own, so that hidden information is kept by types and not by remembering.

#include <string>
#include <vector>

#include "rules/game/game.h"

namespace chess::rules {

enum class Seat : uint8_t { kWhite, kBlack, kSpectator };
constexpr Seat SeatOf(Color c) { return c == Color::kWhite ? Seat::kWhite : Seat::kBlack; }

// One legal move with all that a client needs to draw and send it.
struct ViewMove {
  std::string uci;          // canonical
  Square from = kNoSquare;  // kNoSquare: a drop
  Square to = kNoSquare;    // where the man arrives (for castling: the king's target)
  Square rook = kNoSquare;  // for castling: the rook's square; a click on it castles, too
  std::optional<Role> promotion;
  std::optional<Role> drop;
  bool capture = false;
  bool en_passant = false;
  bool castle = false;
  bool bonus = false;
  bool check = false;  // gives check
};

struct View {
  Seat seat = Seat::kSpectator;
  // X-FEN with every hidden square shown empty; no castling, en passant or counters that would tell
  // more than the seat may know.
  std::string fen;
  bool complete = true;  // nothing is hidden
  Bitboard visible = ~Bitboard{0};
  Color turn = Color::kWhite;
  int ply = 0;
  // The last move as far as it is visible (UCI); empty at the start or if hidden.
  std::string last_move;
  Square last_from = kNoSquare, last_to = kNoSquare;
  std::vector<Square> checkers;     // men that give check to the side to move
  Square checked_king = kNoSquare;  // the royal man in check
  // Legal moves of the side to move: public in open games; in games with hidden information only
  // for the seat whose turn it is. Empty when the game is over.
  std::vector<ViewMove> moves;
  // Men taken so far, by the colour of the taken man: counts per role (pawn … king).
  CapturedMen captured{};
  // Material on the board, pawn 1 knight 3 bishop 3 rook 5 queen 9: White minus Black.
  int material = 0;
  Outcome outcome;
};

struct ViewOptions {
  // A drawn set-up that is still secret (players have not both joined): only pawns are shown. The
  // name of the rule set gives it away, too; send it without its number (WithSetupParameter(-1)).
  bool hide_setup = false;
};

View ViewOf(const Game& game, Seat seat, ViewOptions options = {});

}  // namespace chess::rules
