// The drafting phase.

#include "rules/game/draft.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "rules/game/setup.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

Square At(std::string_view text) { return *ParseSquare(text); }

std::string ReasonOf(const base::Status& status) {
  return status.ok() ? "" : status.error().reason;
}

DraftArmy White(std::string_view text, int budget = kDefaultDraftBudget) {
  DraftArmy army(Color::kWhite, budget);
  CHESS_CHECK(army.Set(text).ok());
  return army;
}

constexpr std::string_view kArray = "8/8/PPPPPPPP/RNBQKBNR";

TEST(DraftArmy, NamesAManThatItDoesNotKnowWithAllItsBytes) {
  DraftArmy army(Color::kWhite, 39);
  EXPECT_EQ(army.Set("8/8/8/3♚4").error().message, "\"♚\" is no man of this army.");
}

TEST(DraftArmy, OfTheStandardArrayCostsTheDefaultBudget) {
  EXPECT_EQ(White(kArray).cost(), kDefaultDraftBudget);
}

TEST(DraftArmy, RefundsWhatIsReplacedOrRemoved) {
  DraftArmy army(Color::kWhite, 9);
  EXPECT_TRUE(army.Place(At("d1"), Role::kQueen).ok());
  EXPECT_EQ(ReasonOf(army.Place(At("a1"), Role::kPawn)), "DRAFT_OVER_BUDGET");
  EXPECT_TRUE(army.Place(At("d1"), Role::kRook).ok());
  EXPECT_EQ(army.cost(), 5);
  EXPECT_TRUE(army.Remove(At("d1")).ok());
  EXPECT_EQ(army.cost(), 0);
  EXPECT_TRUE(army.Remove(At("d1")).ok());
}

TEST(DraftArmy, StandsOnItsOwnFourRanks) {
  DraftArmy white(Color::kWhite, 39), black(Color::kBlack, 39);
  EXPECT_EQ(ReasonOf(white.Place(At("e5"), Role::kPawn)), "DRAFT_OUTSIDE");
  EXPECT_TRUE(white.Place(At("e4"), Role::kPawn).ok());
  EXPECT_TRUE(white.Place(At("e1"), Role::kPawn).ok());
  EXPECT_EQ(ReasonOf(black.Place(At("e4"), Role::kPawn)), "DRAFT_OUTSIDE");
  EXPECT_TRUE(black.Place(At("e5"), Role::kPawn).ok());
  EXPECT_EQ(ReasonOf(black.Place(kNoSquare, Role::kPawn)), "DRAFT_OUTSIDE");
}

TEST(DraftArmy, MovesItsKingWhenASecondOneIsPlaced) {
  DraftArmy army(Color::kBlack, 39);
  EXPECT_TRUE(army.Place(At("e8"), Role::kKing).ok());
  EXPECT_TRUE(army.Place(At("a5"), Role::kKing).ok());
  EXPECT_EQ(army.men(Role::kKing), Bit(At("a5")));
  EXPECT_EQ(army.Text(), "8/8/8/k7");
}

TEST(DraftArmy, NeedsAKingToLockAndIsFinalThen) {
  DraftArmy army(Color::kWhite, 39);
  EXPECT_EQ(ReasonOf(army.Lock()), "DRAFT_NO_KING");
  EXPECT_TRUE(army.Place(At("c2"), Role::kKing).ok());
  EXPECT_TRUE(army.may_lock());
  EXPECT_TRUE(army.Lock().ok());
  EXPECT_FALSE(army.may_lock());
  EXPECT_EQ(ReasonOf(army.Place(At("c3"), Role::kPawn)), "DRAFT_LOCKED");
  EXPECT_EQ(ReasonOf(army.Remove(At("c2"))), "DRAFT_LOCKED");
  EXPECT_EQ(ReasonOf(army.Set(kArray)), "DRAFT_LOCKED");
  EXPECT_EQ(ReasonOf(army.Lock()), "DRAFT_LOCKED");
}

TEST(DraftArmy, IsReadAndWrittenAsHalfABoard) {
  EXPECT_EQ(White(kArray).Text(), kArray);
  EXPECT_EQ(White("8/2Q5/8/4K3").Text(), "8/2Q5/8/4K3");
  DraftArmy black(Color::kBlack, 39);
  EXPECT_TRUE(black.Set("rnbqkbnr/pppppppp/8/8").ok());
  EXPECT_EQ(black.Text(), "rnbqkbnr/pppppppp/8/8");
  for (std::string_view text : {"", "8/8/8", "8/8/8/8/8", "8/8/8/7", "8/8/9/8", "8/8/8/8P",
                                "8/P8/8/8", "8/8/8/rnbqkbnr", "8/8/8/KK6", "8/8/8/X7", "////"}) {
    DraftArmy army = White(kArray);
    EXPECT_EQ(ReasonOf(army.Set(text)), "DRAFT_MALFORMED") << text;
    EXPECT_EQ(army.Text(), kArray);
  }
  DraftArmy army(Color::kWhite, 38);
  EXPECT_EQ(ReasonOf(army.Set(kArray)), "DRAFT_OVER_BUDGET");
}

struct Timeout {
  std::string_view placed;
  int budget;
  std::string_view completed;
};

class TimeIsUp : public ::testing::TestWithParam<Timeout> {};

TEST_P(TimeIsUp, CompletesTheArmy) {
  DraftArmy army = White(GetParam().placed, GetParam().budget);
  army.Complete();
  EXPECT_EQ(army.Text(), GetParam().completed);
  EXPECT_TRUE(army.locked());
}

INSTANTIATE_TEST_SUITE_P(
    Table, TimeIsUp,
    ::testing::Values(
        Timeout{"8/8/8/8", 39, kArray}, Timeout{"8/8/8/8", 38, "8/8/8/4K3"},
        Timeout{"8/8/8/Q7", 39, "8/8/8/Q3K3"}, Timeout{"8/8/8/Q1K5", 39, "8/8/8/Q1K5"},
        // First the own rank, from the a side; then the rank above.
        Timeout{"8/8/8/4P3", 39, "8/8/8/3KP3"}, Timeout{"8/8/8/3PP3", 39, "8/8/8/3PPK2"},
        Timeout{"8/8/8/3PPP2", 39, "8/8/3K4/3PPP2"},
        Timeout{"8/8/3PPP2/3PPP2", 39, "8/8/3PPP2/2KPPP2"},
        Timeout{"PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP", 39, "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPKPPP"}));

TEST(TimeIsUp, PutsBlacksKingOnTheEFileOfItsFirstRank) {
  DraftArmy army(Color::kBlack, 39);
  EXPECT_TRUE(army.Place(At("e8"), Role::kPawn).ok());
  army.Complete();
  EXPECT_EQ(army.Text(), "3kp3/8/8/8");
}

Draft Locked(std::string_view white, std::string_view black) {
  Draft draft{RuleSet()};
  CHESS_CHECK(draft.of(Color::kWhite).Set(white).ok());
  CHESS_CHECK(draft.of(Color::kBlack).Set(black).ok());
  for (const Color c : kColors) CHESS_CHECK(draft.of(c).Lock().ok());
  return draft;
}

TEST(Draft, OfTwoStandardArmiesIsTheStandardArray) {
  const Draft draft = Locked(kArray, "rnbqkbnr/pppppppp/8/8");
  EXPECT_TRUE(draft.done());
  EXPECT_EQ(draft.Start(), StandardArray());
}

TEST(Draft, GivesRightsOnlyToKingsAndRooksInPlace) {
  EXPECT_EQ(Locked("8/8/8/R3K2R", "1r1k3r/8/8/8").Start().unmoved, Bit(At("a1")) | Bit(At("h1")));
  EXPECT_EQ(Locked("8/R6R/8/4K3", "rr2k3/8/8/8").Start().unmoved, Bit(At("a8")));
}

std::vector<std::string> FirstMoves(std::string_view white, std::string_view black,
                                    std::string_view set) {
  const Position p = Locked(white, black).Start();
  const RuleSet rules = testing::Set(set);
  std::vector<std::string> texts;
  for (const Move m : LegalMoves(p, rules)) texts.push_back(WriteUci(m, rules));
  std::sort(texts.begin(), texts.end());
  EXPECT_EQ(CountLegalMoves(p, rules), static_cast<int>(texts.size()));
  EXPECT_EQ(Perft(p, rules, 1), texts.size());
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Draft, LetsWhiteMoveAlthoughBlackStandsInCheckButTakesNoKing) {
  for (std::string_view set : {"draft", "atomic+draft", "crazyhouse+draft", "draft+identity_steal",
                               "cannibal+draft+three_check"}) {
    const std::vector<std::string> moves = FirstMoves("7R/8/8/K7", "7k/8/8/8", set);
    EXPECT_EQ(moves.size(), 16u) << set;  // the rook has seven along the rank and six on the file
    EXPECT_EQ(std::count(moves.begin(), moves.end(), "h4h8"), 0) << set;
  }
}

TEST(Draft, LetsKingsThatTouchStepApart) {
  EXPECT_EQ(FirstMoves("K7/8/8/R7", "8/8/8/k7", "draft"), (Texts{"a4a3", "a4b3"}));
}

TEST(Draft, EndsAtOnceWhenWhiteIsMatedOrStalemated) {
  const Game mate = Game::StartAt(RuleSet(), Locked("8/8/8/K7", "rr5k/8/8/8").Start());
  EXPECT_EQ(mate.outcome(), Win(Color::kBlack, EndReason::kCheckmate));
  const Game stalemate = Game::StartAt(RuleSet(), Locked("8/8/8/K7", "1r5k/8/4b3/8").Start());
  EXPECT_EQ(stalemate.outcome(), Draw(EndReason::kStalemate));
}

TEST(DraftView, ShowsTheOwnArmyAndWhetherTheOtherIsLocked) {
  Draft draft{RuleSet()};
  ASSERT_TRUE(draft.of(Color::kWhite).Set("8/8/8/Q3K3").ok());
  ASSERT_TRUE(draft.of(Color::kBlack).Set("k7/8/8/8").ok());
  ASSERT_TRUE(draft.of(Color::kBlack).Lock().ok());
  const DraftView white = ViewOf(draft, Seat::kWhite);
  EXPECT_EQ(white.fen, "8/8/8/8/8/8/8/Q3K3 w - - 0 1");
  EXPECT_EQ(white.left, 30);
  EXPECT_TRUE(white.may_lock);
  EXPECT_EQ(white.locked, (std::array<bool, 2>{false, true}));
  const DraftView spectator = ViewOf(draft, Seat::kSpectator);
  EXPECT_EQ(spectator.fen, "8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_EQ(spectator.left, 0);
  EXPECT_FALSE(spectator.may_lock);
}

TEST(DraftArmy, NeverExceedsItsBudgetWhateverIsAsked) {
  base::SeededRandom random(39);
  for (int n = 0; n < 200; ++n) {
    DraftArmy army(random.Below(2) ? Color::kWhite : Color::kBlack,
                   static_cast<int>(random.Below(60)));
    for (int i = 0; i < 60; ++i) {
      const Square s = static_cast<Square>(random.Below(65));
      if (random.Below(4) == 0) {
        (void)army.Remove(s);
      } else {
        (void)army.Place(s, static_cast<Role>(random.Below(kRoles)));
      }
      ASSERT_LE(army.cost(), army.budget());
      DraftArmy again(army.color(), army.budget());
      ASSERT_TRUE(again.Set(army.Text()).ok());
      ASSERT_EQ(again, army);
    }
    army.Complete();
    ASSERT_TRUE(army.locked() && army.has_king());
    ASSERT_LE(army.cost(), army.budget());
  }
}

}  // namespace
}  // namespace chess::rules
