#include "rules/notation/uci.h"

#include <gtest/gtest.h>

#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;

std::string ReasonOf(std::string_view fen, std::string_view text) {
  base::Result<Move> move = ParseUci(At(fen), RuleSet(), text);
  return move.ok() ? "" : move.error().reason;
}

constexpr std::string_view kCastles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(Uci, ReadsBothSpellingsOfCastlingAndWritesTheSetsOwn) {
  for (std::string_view text : {"e1g1", "e1h1", "O-O", "0-0"}) {
    base::Result<Move> standard = ParseUci(At(kCastles), RuleSet(), text);
    ASSERT_TRUE(standard.ok()) << text;
    EXPECT_EQ(WriteUci(*standard, RuleSet()), "e1g1");
    base::Result<Move> free = ParseUci(At(kCastles, "chess960"), Set("chess960"), text);
    ASSERT_TRUE(free.ok()) << text;
    EXPECT_EQ(WriteUci(*free, Set("chess960")), "e1h1");
  }
}

TEST(Uci, ReadsPromotionsInLowerCaseOnly) {
  const std::string_view fen = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(ReasonOf(fen, "e7e8q"), "");
  EXPECT_EQ(ReasonOf(fen, "e7e8Q"), "MOVE_MALFORMED");
  EXPECT_EQ(ReasonOf(fen, "e7e8"), "PROMOTION_MISSING");
  EXPECT_EQ(ReasonOf(fen, "e7e8p"), "PROMOTION_INVALID");
}

TEST(Uci, RefusesWhatIsNoMove) {
  for (std::string_view text :
       {"", "e2", "e2e", "e2e9", "i2i4", "e2-e4", "e2e4qq", "Nf3", "K@e4x"}) {
    EXPECT_EQ(ReasonOf(kCastles, text), "MOVE_MALFORMED") << text;
  }
}

TEST(Uci, GivesTheReasonOfAnIllegalMove) {
  EXPECT_EQ(ReasonOf(kCastles, "e2e4"), "NO_PIECE");
  EXPECT_EQ(ReasonOf(kCastles, "h8h7"), "NOT_YOUR_PIECE");
  EXPECT_EQ(ReasonOf("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O"), "CASTLE_RIGHT_LOST");
  EXPECT_EQ(ReasonOf("4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "CASTLE_THROUGH_CHECK");
  EXPECT_EQ(ReasonOf(kCastles, "N@e4"), "NO_PIECE");
}

}  // namespace
}  // namespace chess::rules
