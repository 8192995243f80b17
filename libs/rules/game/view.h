#pragma once
// View: what one seat may see of a position. The only form in which a position leaves the server;
// a type of its own, so that hidden information is kept by types and not by remembering.
//
// Under rules that hide, a player sees: the squares the rules let them see and the men there with
// powers and marks; of slots, rights and en passant only what is their own (their rights; an en
// passant square that they may capture on); their own legal moves; what was taken (their own men
// vanish before their eyes, and they see what they capture); of the opponent's moves the squares
// that they saw before or after it; the roll and the name. Never: the half-move clock, checks, the
// material, the opponent's SAN. Spectators see whose move it is, the number of moves and the roll.
// When the game is over everybody sees everything.

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

  bool operator==(const ViewMove&) const = default;
};

// A move as far as a seat saw it when it was played.
struct SeenMove {
  std::string uci;  // empty unless all of it was seen
  // The squares that were seen before or after the move; kNoSquare: hidden (or a drop's origin).
  Square from = kNoSquare, to = kNoSquare;  // castling: the king's target
  // What was seen to move: the man before it left a square that was seen, else as it arrived.
  std::optional<Role> man;
  bool san_visible = false;  // SAN tells no more than the seat saw: an own move, an open game

  bool operator==(const SeenMove&) const = default;
};

struct View {
  Seat seat = Seat::kSpectator;
  // X-FEN with every hidden square shown empty; no castling, en passant or counters that would tell
  // more than the seat may know. Pockets, check counts, powers and marks are in it
  // (notation/fen.h).
  std::string fen;
  bool complete = true;  // nothing is hidden
  Bitboard visible = ~Bitboard{0};
  Color turn = Color::kWhite;
  int ply = 0;
  // The last move as far as it is visible (UCI); empty at the start or if hidden.
  std::string last_move;
  Square last_from = kNoSquare, last_to = kNoSquare;
  std::optional<Role> last_man;
  bool san_visible = false;         // of the last move
  std::vector<Square> checkers;     // men that give check to the side to move
  Square checked_king = kNoSquare;  // the royal man in check
  // Legal moves of the side to move, after dice and brain: public in open games; in games with
  // hidden information only for the seat whose turn it is. Empty when the game is over and while a
  // choice is awaited.
  std::vector<ViewMove> moves;
  // Dice and brain of the present turn: the types that may move (0: none rolled), the type that
  // must move. `thinking`: its name is awaited.
  Powers rolled = 0;
  std::optional<Role> named;
  bool thinking = false;
  // Men taken so far, by the colour of the taken man: counts per role (pawn … king).
  CapturedMen captured{};
  // Material on the board, pawn 1 knight 3 bishop 3 rook 5 queen 9, a man with several powers the
  // sum of them, royal men nothing: White minus Black. 0 where something is hidden.
  int material = 0;
  Outcome outcome;

  bool operator==(const View&) const = default;
};

struct ViewOptions {
  // A drawn set-up that is still secret (players have not both joined): only pawns are shown, and
  // where the rules hide, only the own ones. The name of the rule set gives it away, too; send it
  // without its number (WithSetupParameter(-1)). No dice or brain may be drawn yet.
  bool hide_setup = false;
  // The game is over for a reason that the board does not know (a flag, a resignation): everything
  // is shown.
  bool reveal = false;
};

// Whether some rule of the set hides part of the board.
bool HidesBoard(const RuleSet& rules);
// The squares that a seat sees by the rules of the set.
Bitboard VisibleTo(const Position& position, const RuleSet& rules, Seat seat);
// What is left of a position for a seat: everything that is not shown is empty, absent or 0.
Position MaskedFor(const Position& position, const RuleSet& rules, Seat seat);

View ViewOf(const Game& game, Seat seat, ViewOptions options = {});

// A move that led from one position to the other, as `seat` saw it then.
SeenMove SeeMove(const Position& before, Move move, const Position& after, const RuleSet& rules,
                 Seat seat);
// All moves of a game as `seat` saw them, each when it was played; complete once the game is over
// or `reveal` says so. Replays the game.
std::vector<SeenMove> SeenMoves(const Game& game, Seat seat, bool reveal = false);

}  // namespace chess::rules
