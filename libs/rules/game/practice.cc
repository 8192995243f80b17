#include "rules/game/practice.h"

namespace chess::rules {
namespace {

constexpr Color kWhite = Color::kWhite, kBlack = Color::kBlack;
constexpr PracticeGoal kWin = PracticeGoal::kWin, kDraw = PracticeGoal::kDraw;

// The goals were checked with an engine at depths of 20 to 60 plies, or are theory.
constexpr PracticePosition kPositions[] = {
    {"queen_mate", "King and queen against king", "8/8/8/4k3/8/8/8/3QK3 w - - 0 1", kWhite, kWin,
     "Shut the king in with the queen a knight's leap away, then bring your own king."},
    {"rook_mate", "King and rook against king", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1", kWhite, kWin,
     "Cut the king off along a rank and push it back when the kings face each other."},
    {"pawn_key_squares", "King and pawn: king in front", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", kWhite,
     kWin, "With your king on the sixth rank before the pawn, step aside and let it run."},
    {"opposition_attack", "Taking the opposition", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", kWhite, kWin,
     "A spare pawn move hands the turn to the other king, which has to give way."},
    {"opposition_defence", "Keeping the opposition", "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", kBlack,
     kDraw, "Stand straight before the other king whenever it can step forward."},
    {"pawn_race", "The square of the pawn", "8/8/8/6k1/P7/8/8/6K1 w - - 0 1", kWhite, kWin,
     "Draw a square from the pawn to its last rank: a king outside it comes too late."},
    {"wrong_bishop", "Rook pawn and wrong bishop", "k7/8/1K6/P7/8/8/3B4/8 b - - 0 1", kBlack, kDraw,
     "Stay in the corner that the bishop cannot attack."},
    {"pawn_breakthrough", "Breakthrough", "7k/ppp5/8/PPP5/8/8/8/7K w - - 0 1", kWhite, kWin,
     "Give up two pawns so that the third has a free way; start with the middle one."},
    {"two_bishops", "Two bishops", "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1", kWhite, kWin,
     "Bishops side by side are a wall; drive the king to a corner with your own king near."},
    {"queen_against_pawn", "Queen against a pawn on the seventh", "7Q/8/8/8/8/6K1/3pk3/8 w - - 0 1",
     kWhite, kWin,
     "Check until the king must stand before its pawn, then bring your king a step closer."},
    {"queen_against_rook_pawn", "Rook pawn against a queen", "8/8/4K3/8/8/8/p7/1k1Q4 b - - 0 1",
     kBlack, kDraw, "Go to the corner when you must: the queen has to let you out of stalemate."},
    {"rook_against_pawn", "Rook against a pawn", "8/2k5/2p5/7R/8/8/8/6K1 w - - 0 1", kWhite, kWin,
     "On the fifth rank the rook keeps the king behind; bring yours before you touch it."},
    {"lucena", "The Lucena position", "3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 1", kWhite, kWin,
     "Build a bridge: the rook on the fourth rank shields your king from the checks."},
    {"philidor", "The Philidor position", "4k3/7R/8/3KP3/8/r7/8/8 b - - 0 1", kBlack, kDraw,
     "Hold the sixth rank until the pawn steps on it, then check from far behind."},
    {"vancura", "Rook pawn held from the side", "8/R7/P5k1/8/8/r7/8/6K1 b - - 0 1", kBlack, kDraw,
     "Attack the pawn along its rank, so that the rook before it can never leave."},
    {"queen_against_rook", "Queen against rook", "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1", kWhite, kWin,
     "Lose a move with the queen; then the rook must leave its king and falls to a fork."},
    {"reti", "Two aims with one king", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", kWhite, kDraw,
     "Walk along the diagonal: it leads to both pawns at once."},
    {"saavedra", "A pawn against a rook", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", kWhite, kWin,
     "Mind the stalemate at the end: a queen is not always the best piece."},
    {"bishop_and_knight", "Bishop and knight", "8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1", kWhite, kWin,
     "Mate is in a corner of the bishop's colour; the knight walks the king there."},
};

}  // namespace

std::span<const PracticePosition> PracticePositions() { return kPositions; }

const PracticePosition* FindPractice(std::string_view key) {
  for (const PracticePosition& position : kPositions) {
    if (position.key == key) return &position;
  }
  return nullptr;
}

}  // namespace chess::rules
