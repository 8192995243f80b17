// Invariants of positions and moves, over seeded random games.

#include "rules/core/moves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "rules/core/attacks.h"
#include "rules/core/kernel.h"
#include "rules/game/setup.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;
using testing::Texts;

// Attacks by walking step by step: what the tables must agree with.
Bitboard Walk(Square s, Bitboard occupied, bool diagonal) {
  Bitboard board = 0;
  for (int df = -1; df <= 1; ++df) {
    for (int dr = -1; dr <= 1; ++dr) {
      if ((df == 0 && dr == 0) || (df != 0 && dr != 0) != diagonal) continue;
      int f = FileOf(s) + df, r = RankOf(s) + dr;
      for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
        board |= Bit(SquareOf(f, r));
        if (occupied & Bit(SquareOf(f, r))) break;
      }
    }
  }
  return board;
}

TEST(Attacks, OfSlidersAgreeWithWalking) {
  base::SeededRandom random(7);
  for (int i = 0; i < 400; ++i) {
    const Bitboard occupied = random.Next() & random.Next();
    for (Square s = 0; s < 64; ++s) {
      ASSERT_EQ(BishopAttacks(s, occupied), Walk(s, occupied, true)) << int{s};
      ASSERT_EQ(RookAttacks(s, occupied), Walk(s, occupied, false)) << int{s};
    }
  }
}

TEST(Attacks, BetweenAndLineBelongToTheSameLine) {
  EXPECT_EQ(kBetween[0][63], Bit(9) | Bit(18) | Bit(27) | Bit(36) | Bit(45) | Bit(54));
  EXPECT_EQ(kBetween[0][10], 0u);  // a1 and c2 share no line
  EXPECT_EQ(kLine[9][18], kBetween[0][63] | Bit(0) | Bit(63));
  EXPECT_EQ(kLine[4][20], FileBoard(4));
}

// Legality by trial, slowly: the definition that the masks must agree with.
bool LeavesKingAttacked(const Position& p, Move m) {
  Position next = p;
  const RuleSet rules;
  Play(&next, rules, m);
  return IsAttacked(next, next.RoyalSquare(p.turn), next.turn);
}

void CheckPosition(const Position& p, const RuleSet& rules) {
  ASSERT_EQ(p.key, FullKey(p));
  ASSERT_EQ(p.colors[0] & p.colors[1], 0u);
  Bitboard all = 0;
  for (Bitboard board : p.roles) {
    ASSERT_EQ(all & board, 0u);  // orthodox roles are disjoint
    all |= board;
  }
  ASSERT_EQ(all, p.occupied());
  ASSERT_EQ(p.royal, p.of(Role::kKing));
  ASSERT_EQ(p.unmoved & ~p.of(Role::kRook), 0u);
  ASSERT_FALSE(IsAttacked(p, p.RoyalSquare(!p.turn), p.turn));
  const std::string fen = WriteFen(p, rules);
  const base::Result<ParsedFen> again = ReadFen(fen, rules);
  ASSERT_TRUE(again.ok()) << fen;
  ASSERT_TRUE(again->faults.empty()) << fen;
  ASSERT_EQ(again->position, p) << fen;
  ASSERT_EQ(ReadFen(WriteShredderFen(p, rules), rules)->position, p) << fen;
}

void CheckMoves(const Position& p, const RuleSet& rules) {
  const MoveList moves = LegalMoves(p, rules);
  ASSERT_EQ(static_cast<int>(moves.size()), CountLegalMoves(p, rules));
  for (Move m : moves) {
    ASSERT_FALSE(LeavesKingAttacked(p, m)) << WriteFen(p, rules);
    ASSERT_EQ(GivesCheck(p, rules, m), Checkers(After(p, rules, m), rules) != 0)
        << WriteFen(p, rules) << ' ' << WriteUciKingTakesRook(m);
    const std::string text = WriteUci(m, rules);
    const base::Result<Move> read = ParseUci(p, rules, text);
    ASSERT_TRUE(read.ok()) << WriteFen(p, rules) << ' ' << text;
    ASSERT_EQ(*read, m) << WriteFen(p, rules) << ' ' << text;
    ASSERT_EQ(Move::FromRaw(m.raw()), m);
  }
  // Find knows a move if and only if it is in the list.
  for (Square from = 0; from < 64; ++from) {
    for (Square to = 0; to < 64; ++to) {
      const std::optional<Move> found = Find(p, rules, from, to);
      ASSERT_TRUE(!found || moves.Contains(*found));
      const Move plain = Move::Make(from, to);
      ASSERT_TRUE(!moves.Contains(plain) || found == plain);
    }
  }
}

void RandomGames(std::string_view set, uint64_t seed, int games) {
  base::SeededRandom random(seed);
  for (int g = 0; g < games; ++g) {
    RuleSet rules = Set(set);
    if (rules.Has(kTraitDrawnSetup)) {
      rules = rules.WithSetupParameter(static_cast<int>(random.Below(960)));
    }
    base::Result<Game> game = Game::Start(rules);
    ASSERT_TRUE(game.ok());
    while (!game->over() && game->ply() < 160) {
      ASSERT_NO_FATAL_FAILURE(CheckPosition(game->position(), rules)) << "seed " << seed;
      if (game->ply() % 4 == 0) {
        ASSERT_NO_FATAL_FAILURE(CheckMoves(game->position(), rules)) << "seed " << seed;
      }
      const MoveList moves = game->LegalMoves();
      game->PlayLegal(moves[random.Below(moves.size())]);
    }
  }
}

TEST(RandomGame, KeepsEveryInvariantInStandardChess) { RandomGames("standard", 20230101, 60); }
TEST(RandomGame, KeepsEveryInvariantInChess960) { RandomGames("chess960", 518, 60); }
TEST(RandomGame, KeepsEveryInvariantOnTheHill) { RandomGames("king_of_the_hill", 4, 30); }
TEST(RandomGame, KeepsEveryInvariantInAStack) { RandomGames("chess960+king_of_the_hill", 960, 30); }

TEST(EnPassant, IsRememberedOnlyIfACaptureIsLegal) {
  const RuleSet rules;
  // No pawn stands beside e4.
  EXPECT_EQ(testing::After("", {"e2e4"}).position().ep, kNoSquare);
  // d4xe3 would be legal.
  EXPECT_EQ(testing::After("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", {"e2e4"}).position().ep,
            *ParseSquare("e3"));
  // Both pawns would leave the fourth rank and open it for the rook.
  EXPECT_EQ(testing::After("8/8/8/8/R4p1k/8/4P3/4K3 w - - 0 1", {"e2e4"}).position().ep, kNoSquare);
}

TEST(EnPassant, TakesThePawnBesideIt) {
  const Game game = testing::After("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", {"e2e4", "d4e3"});
  EXPECT_EQ(WriteFen(game.position(), game.rules()), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

TEST(Castling, RightsGoWithTheKingTheRookAndTheCapturedRook) {
  const std::string_view fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const RuleSet rules;
  EXPECT_EQ(WriteFen(testing::After(fen, {"e1e2"}).position(), rules),
            "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
  EXPECT_EQ(WriteFen(testing::After(fen, {"h1h7"}).position(), rules),
            "r3k2r/7R/8/8/8/8/8/R3K3 b Qkq - 1 1");
  EXPECT_EQ(WriteFen(testing::After(fen, {"h1h8"}).position(), rules),
            "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
}

TEST(Castling, ALostRightDoesNotReturn) {
  const Game game =
      testing::After("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"h1h2", "e8d8", "h2h1", "d8e8"});
  EXPECT_EQ(WriteFen(game.position(), game.rules()), "4k3/8/8/8/8/8/8/R3K2R w Q - 4 3");
}

TEST(Castling, LongWayMayLeadTheRookOverAnAttackedSquare) {
  // b1 is attacked, but only the rook crosses it.
  const Position p = At("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_TRUE(Find(p, RuleSet(), *ParseSquare("e1"), *ParseSquare("c1")).has_value());
}

TEST(Check, IsSeenForDiscoveryCastlingAndPromotion) {
  const RuleSet rules;
  const Position discovery = At("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1");
  EXPECT_TRUE(GivesCheck(discovery, rules, testing::Uci(discovery, rules, "e4g5")));
  const Position castling = At("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(GivesCheck(castling, rules, testing::Uci(castling, rules, "e1g1")));
  const Position promotion = At("k7/4P3/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(GivesCheck(promotion, rules, testing::Uci(promotion, rules, "e7e8q")));
  EXPECT_FALSE(GivesCheck(promotion, rules, testing::Uci(promotion, rules, "e7e8n")));
}

TEST(Position, IsSmallAndComparable) {
  EXPECT_LT(sizeof(Position), 256u);
  EXPECT_EQ(StandardArray(), At("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

TEST(Position, ARoyalKnightKingIsDataNotACase) {
  // Roles may overlap and the royal board stands alone: a royal man that moves as a knight.
  Position p;
  p.roles[Index(Role::kKnight)] = Bit(SquareOf(4, 0));
  p.colors[0] = p.royal = Bit(SquareOf(4, 0));
  EXPECT_EQ(p.RoleAt(SquareOf(4, 0)), Role::kKing);
  EXPECT_EQ(p.PowersAt(SquareOf(4, 0)), Bit(Role::kKnight));
  const Key with_royal = FullKey(p);
  p.royal = 0;
  EXPECT_NE(FullKey(p), with_royal);
}

TEST(Position, SlotsAreHashedWithoutKnowingTheirMeaning) {
  Position p = StandardArray();
  p.slots[0] = 5;
  const Key first = FullKey(p);
  EXPECT_NE(first, StandardArray().key);
  p.slots[0] = 0;
  p.slots[1] = 5;
  EXPECT_NE(FullKey(p), first);
}

}  // namespace
}  // namespace chess::rules
