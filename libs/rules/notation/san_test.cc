#include "rules/notation/san.h"

#include <gtest/gtest.h>

#include <string>

#include "rules/notation/fen.h"
#include "rules/notation/uci.h"

namespace chess::rules {
namespace {

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kCastlings[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr char kThreeKnights[] = "4k3/8/8/1N3N2/8/5N2/8/4K3 w - - 0 1";
constexpr char kPromotion[] = "2n4k/1P6/8/8/8/8/8/4K3 w - - 0 1";

RuleSet Set(std::string_view name) {
  auto rules = ParseRuleSet(name);
  EXPECT_TRUE(rules.ok()) << name;
  return *rules;
}

Position At(std::string_view fen, const RuleSet& rules = RuleSet()) {
  auto parsed = ReadFen(fen, rules);
  EXPECT_TRUE(parsed.ok()) << fen;
  return parsed->position;
}

std::string Written(std::string_view fen, std::string_view uci, const RuleSet& rules = RuleSet()) {
  const Position position = At(fen, rules);
  const auto move = ParseUci(position, rules, uci);
  return move ? WriteSan(position, rules, *move) : move.error().reason;
}

// The UCI of what the text means, or the reason why it means nothing.
std::string Read(std::string_view fen, std::string_view san, const RuleSet& rules = RuleSet()) {
  const auto move = ReadSan(At(fen, rules), rules, san);
  return move ? WriteUci(*move, rules) : move.error().reason;
}

TEST(WriteSan, PawnsHaveNoLetterAndCapturesNameTheirFile) {
  EXPECT_EQ(Written(kStart, "e2e4"), "e4");
  EXPECT_EQ(Written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
}

TEST(WriteSan, FileTellsBeforeRankAndBothOnlyIfNeeded) {
  EXPECT_EQ(Written(kThreeKnights, "b5d4"), "Nbd4");
  EXPECT_EQ(Written(kThreeKnights, "f3d4"), "N3d4");
  EXPECT_EQ(Written(kThreeKnights, "f5d4"), "Nf5d4");
}

TEST(WriteSan, PinnedPiecesNeedNoDisambiguation) {
  // The knight on e2 is pinned to the king by the rook on e8.
  EXPECT_EQ(Written("k3r3/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2"), "Nc2");
  EXPECT_EQ(Written("k7/8/8/8/8/8/8/N3N2K w - - 0 1", "a1c2"), "Nac2");
}

TEST(WriteSan, CheckAndMateAreMarked) {
  EXPECT_EQ(Written("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "O-O-O+");
  EXPECT_EQ(Written("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7"), "Nf7#");
}

TEST(WriteSan, PromotionNamesThePiece) {
  EXPECT_EQ(Written(kPromotion, "b7b8n"), "b8=N");
  EXPECT_EQ(Written(kPromotion, "b7c8q"), "bxc8=Q+");
}

TEST(WriteSan, AWinByTheRulesOfTheSetIsMarkedLikeMate) {
  const RuleSet hill = Set("king_of_the_hill");
  EXPECT_EQ(Written("4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", hill), "Kd4#");
  EXPECT_EQ(Written("4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4"), "Kd4");
}

TEST(WriteSan, Chess960CastlingIsNamedByTheKingsTarget) {
  const RuleSet free = Set("chess960");
  EXPECT_EQ(Written("1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1", "g1b1", free), "O-O-O");
  EXPECT_EQ(Written("1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1", "g1h1", free), "O-O");
}

TEST(ReadSan, CastlingInEverySpelling) {
  for (const char* text : {"O-O", "0-0", "o-o", "O-O+", "0-0!", "e1g1", "e1h1"}) {
    EXPECT_EQ(Read(kCastlings, text), "e1g1") << text;
  }
  EXPECT_EQ(Read(kCastlings, "0-0-0"), "e1c1");
}

TEST(ReadSan, WhatIsMissingOrSuperfluousDoesNotMatter) {
  for (const char* text : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nxf3", "Nf3+",
                           "Nf3!?", "\xE2\x99\x98""f3", "\xE2\x99\x9E""f3"}) {
    EXPECT_EQ(Read(kStart, text), "g1f3") << text;
  }
  const char* en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  for (const char* text : {"exd6", "exd6ep", "exd6e.p.", "ed6", "e5xd6", "e5d6", "Pexd6"}) {
    EXPECT_EQ(Read(en_passant, text), "e5d6") << text;
  }
}

TEST(ReadSan, PromotionsInEverySpelling) {
  for (const char* text : {"b8=N", "b8N", "b8(N)", "b8/N", "b8=n", "b7b8n", "b7-b8=N"}) {
    EXPECT_EQ(Read(kPromotion, text), "b7b8n") << text;
  }
}

TEST(ReadSan, AmbiguousTextsAreRefusedWithTheirCandidates) {
  EXPECT_EQ(Read(kThreeKnights, "Nd4"), "MOVE_AMBIGUOUS");
  EXPECT_EQ(Read(kThreeKnights, "Nfd4"), "MOVE_AMBIGUOUS");
  EXPECT_EQ(Read(kThreeKnights, "N5d4"), "MOVE_AMBIGUOUS");
  const auto move = ReadSan(At(kThreeKnights), RuleSet(), "Nfd4");
  ASSERT_FALSE(move.ok());
  EXPECT_EQ(move.error().metadata.at(0).second, "f3d4,f5d4");
}

TEST(ReadSan, IllegalMovesAreRefusedWithTheRulesReason) {
  EXPECT_EQ(Read(kStart, "Bb5"), "PATH_BLOCKED");
  EXPECT_EQ(Read(kStart, "Nd4"), "PIECE_CANNOT_MOVE_THERE");
  EXPECT_EQ(Read("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4"), "NO_PIECE");
  EXPECT_EQ(Read("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"), "PINNED");
  EXPECT_EQ(Read("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "CASTLE_THROUGH_CHECK");
  EXPECT_EQ(Read("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O"), "CASTLE_RIGHT_LOST");
}

TEST(ReadSan, PromotionMustBePossibleAndNamed) {
  EXPECT_EQ(Read(kPromotion, "b8"), "PROMOTION_MISSING");
  EXPECT_EQ(Read(kPromotion, "b8=P"), "PROMOTION_INVALID");
  EXPECT_EQ(Read(kPromotion, "b8=K"), "PROMOTION_INVALID");
  EXPECT_EQ(Read(kStart, "e4=Q"), "PROMOTION_INVALID");
}

TEST(ReadSan, NonsenseIsMalformed) {
  for (const char* text : {"", "x", "Nf9", "i4", "hello", "O-O-O-O", "e", "=Q", "@", "N@", "--",
                           "e4e5e6", "Kb1b2b3c4", "\xE2\x99", "(N)",
                           "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee4"}) {
    EXPECT_EQ(Read(kStart, text), "MOVE_MALFORMED") << text;
  }
}

TEST(ReadSan, AMessageNeverEndsWithinACharacter) {
  const std::string text = "x♜♜♜♜♜♜♜♜♜♜♜♜";
  EXPECT_EQ(ReadSan(At(kStart), RuleSet(), text).error().message,
            "\"x♜♜♜♜♜♜♜♜♜♜\" is not a move.");
}

TEST(ReadSan, EveryLegalMoveReadsBackFromItsOwnText) {
  for (const char* fen :
       {kStart, kCastlings, kThreeKnights, kPromotion,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "QQQ4k/Q1Q5/QQQ5/8/8/8/8/K7 w - - 0 1"}) {
    const RuleSet rules;
    const Position position = At(fen);
    for (const Move move : LegalMoves(position, rules)) {
      const std::string san = WriteSan(position, rules, move);
      const auto back = ReadSan(position, rules, san);
      ASSERT_TRUE(back.ok()) << fen << " " << san;
      EXPECT_EQ(*back, move) << fen << " " << san;
    }
  }
}

}  // namespace
}  // namespace chess::rules
