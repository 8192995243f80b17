#include "rules/core/rule_set.h"

#include <gtest/gtest.h>

#include "rules/core/bitboard.h"
#include "rules/game/test_support.h"
#include "rules/game/view.h"

namespace chess::rules {
namespace {

using testing::Set;

std::string ReasonOf(std::string_view text) {
  base::Result<RuleSet> set = ParseRuleSet(text);
  return set.ok() ? "" : set.error().reason;
}

TEST(RuleSet, HasOneCanonicalName) {
  EXPECT_EQ(RuleSet().Name(), "standard");
  EXPECT_EQ(Set("standard").Name(), "standard");
  EXPECT_EQ(Set("chess960:518").Name(), "chess960:518");
  EXPECT_EQ(Set("chess960").Name(), "chess960");
  EXPECT_EQ(Set("king_of_the_hill+chess960:17").Name(), "chess960:17+king_of_the_hill");
  EXPECT_EQ(Set("standard+king_of_the_hill").Name(), "king_of_the_hill");
  EXPECT_EQ(Set("chess960:017").Name(), "chess960:17");
}

TEST(RuleSet, NamesItselfForPeopleAndRatings) {
  EXPECT_EQ(RuleSet().Title(), "Standard");
  EXPECT_EQ(Set("king_of_the_hill+chess960:17").Title(), "Chess960 17 + King of the Hill");
  EXPECT_EQ(Set("fog_of_war+draft:60").Title(), "Draft 60 + Fog of War");
  EXPECT_EQ(Set("chess960").Title(), "Chess960");
  EXPECT_EQ(RuleSet().Family(), "standard");
  EXPECT_EQ(Set("chess960:3").Family(), "chess960");
  EXPECT_EQ(Set("king_of_the_hill").Family(), "king_of_the_hill");
  EXPECT_EQ(Set("chess960+king_of_the_hill").Family(), "mixed");
}

TEST(RuleSet, RefusesWhatItDoesNotKnowWithTheKey) {
  base::Result<RuleSet> set = ParseRuleSet("standard+bughouse");
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().reason, "RULE_SET_UNKNOWN");
  EXPECT_EQ(set.error().metadata[0].second, "bughouse");
  for (std::string_view text : {"", "+", "standard+", "Chess960", "chess960 ", "standard,dice"}) {
    EXPECT_EQ(ReasonOf(text), "RULE_SET_UNKNOWN") << text;
  }
}

TEST(RuleSet, RefusesBadNumbers) {
  for (std::string_view text : {"chess960:960", "chess960:", "chess960:-1", "chess960:1x",
                                "chess960:99999999999", "king_of_the_hill:1", "standard:0"}) {
    EXPECT_EQ(ReasonOf(text), "RULE_SET_INVALID") << text;
  }
}

TEST(RuleSet, RefusesTheSameRuleTwice) {
  EXPECT_EQ(ReasonOf("chess960:1+chess960:2"), "RULE_SET_INVALID");
}

// Rules made up for these tests: the seam must carry what the registry does not hold yet.
Bitboard OwnHalf(const Position&, const RuleSet&, Color seat) {
  return seat == Color::kWhite ? 0xffffffffull : ~0xffffffffull;
}
constexpr Rule kHalfBlind = {
    .key = "half_blind", .title = "Half-blind", .claims = kClaimObservation, .visible = OwnHalf};
constexpr Rule kRace = {
    .key = "race", .title = "Race", .axis = Axis::kBase, .claims = kClaimFixedGoal};
constexpr Rule kOtherFog = {.key = "other_fog", .title = "Other fog", .claims = kClaimObservation};

std::string ReasonOf(std::initializer_list<RuleSet::Member> members) {
  base::Result<RuleSet> set = RuleSet::Of({members.begin(), members.size()});
  return set.ok() ? "" : set.error().reason;
}

TEST(RuleSet, ClaimsDecideWhatExcludesWhat) {
  const Rule* hill = FindRule("king_of_the_hill");
  EXPECT_EQ(ReasonOf({{&kRace}, {hill}}), "RULE_SET_CONTRADICTION");
  EXPECT_EQ(ReasonOf({{hill}, {&kRace}}), "RULE_SET_CONTRADICTION");
  EXPECT_EQ(ReasonOf({{&kHalfBlind}, {&kOtherFog}}), "RULE_SET_CONTRADICTION");
  EXPECT_EQ(ReasonOf({{&kHalfBlind}, {hill}, {FindRule("chess960"), 17}}), "");
  EXPECT_EQ(ReasonOf({{&kRace}, {FindRule("standard")}}), "RULE_SET_CONTRADICTION");
}

TEST(RuleSet, NamesBothSidesOfAContradiction) {
  const RuleSet::Member members[] = {{&kHalfBlind}, {&kOtherFog}};
  base::Result<RuleSet> set = RuleSet::Of(members);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().metadata[0].second, "half_blind");
  EXPECT_EQ(set.error().metadata[1].second, "other_fog");
}

TEST(RuleSet, ARuleThatHidesMasksTheViewOfEachSeat) {
  const RuleSet::Member members[] = {{&kHalfBlind}};
  base::Result<RuleSet> set = RuleSet::Of(members);
  ASSERT_TRUE(set.ok());
  base::Result<Game> game = Game::Start(*set);
  ASSERT_TRUE(game.ok());
  game->PlayLegal(testing::Uci(game->position(), *set, "e2e4"));
  const View white = ViewOf(*game, Seat::kWhite);
  EXPECT_FALSE(white.complete);
  EXPECT_EQ(white.fen, "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 0 1");
  EXPECT_TRUE(white.moves.empty());
  EXPECT_EQ(white.last_to, *ParseSquare("e4"));
  const View black = ViewOf(*game, Seat::kBlack);
  EXPECT_EQ(black.fen, "rnbqkbnr/pppppppp/8/8/8/8/8/8 b kq - 0 1");
  EXPECT_EQ(black.moves.size(), 20u);
  EXPECT_EQ(black.last_move, "");
  EXPECT_EQ(black.last_to, kNoSquare);
  const View spectator = ViewOf(*game, Seat::kSpectator);
  EXPECT_EQ(spectator.fen, "8/8/8/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(spectator.moves.empty());
}

Powers QueenOnly(Powers, bool, Powers) { return Bit(Role::kQueen); }
constexpr Rule kQueens = {.key = "queens", .title = "Queens", .promotions = QueenOnly};
constexpr Rule kMoreQueens = {
    .key = "more_queens", .title = "More queens", .promotions = QueenOnly};

TEST(RuleSet, RefusesTwoAnswersToOneQuestion) {
  EXPECT_EQ(ReasonOf({{&kQueens}}), "");
  EXPECT_EQ(ReasonOf({{&kQueens}, {&kMoreQueens}}), "RULE_SET_INVALID");
}

TEST(Registry, ClaimsKeepApartRulesThatAnswerTheSameQuestion) {
  for (const Rule* a : AllRules()) {
    for (const Rule* b : AllRules()) {
      if (a == b) continue;
      const std::string reason = ReasonOf({{a}, {b}});
      EXPECT_TRUE(reason.empty() || reason == "RULE_SET_CONTRADICTION") << a->key << ' ' << b->key;
    }
  }
}

TEST(Registry, EveryRuleHasAnIdentityCardAndAUniqueKey) {
  ASSERT_EQ(AllRules()[0]->key, "standard");
  for (const Rule* rule : AllRules()) {
    EXPECT_FALSE(rule->title.empty());
    EXPECT_FALSE(rule->summary.empty());
    EXPECT_EQ(FindRule(rule->key), rule);
    EXPECT_EQ(rule->key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
              std::string_view::npos);
  }
}

}  // namespace
}  // namespace chess::rules
