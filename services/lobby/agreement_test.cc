#include "lobby/agreement.h"

#include <gtest/gtest.h>


namespace chess::lobby {
namespace {

Agreement Of(const std::string& rule_set, bool rated = false) {
  Agreement agreement;
  agreement.rule_set = rule_set;
  agreement.time = timecontrol::Fischer(300'000, 3'000);
  agreement.rated = rated;
  return agreement;
}

std::string Refusal(const Agreement& agreement) {
  const auto checked = CheckedAgreement(agreement);
  return checked.ok() ? "" : checked.error().reason;
}

TEST(AgreementTest, RuleSetsBecomeCanonical) {
  EXPECT_EQ(CheckedAgreement(Of("king_of_the_hill+chess960:17"))->rule_set,
            "chess960:17+king_of_the_hill");
  EXPECT_EQ(Refusal(Of("chess")), "RULE_SET_INVALID");
  EXPECT_EQ(Refusal(Of("chess960:960")), "RULE_SET_INVALID");
  EXPECT_EQ(Refusal(Of("chess960:1+chess960:2")), "RULE_SET_INVALID");
}

TEST(AgreementTest, ARandomNumberStaysOpenForTheRefereeToDraw) {
  EXPECT_EQ(CheckedAgreement(Of("chess960", true))->rule_set, "chess960");
  EXPECT_EQ(CheckedAgreement(Of("chess960:518"))->rule_set, "chess960:518");
}

TEST(AgreementTest, DraftsTakeThreeMinutesUnlessSaidOtherwise) {
  EXPECT_EQ(CheckedAgreement(Of("draft"))->rule_set, "draft:39");
  EXPECT_EQ(CheckedAgreement(Of("draft"))->draft_ms, 180'000);
  EXPECT_EQ(CheckedAgreement(Of("standard"))->draft_ms, 0);
  Agreement quick = Of("draft:20");
  quick.draft_ms = 60'000;
  EXPECT_EQ(CheckedAgreement(quick)->draft_ms, 60'000);
  quick.draft_ms = 1'000;
  EXPECT_EQ(Refusal(quick), "INVALID_FIELD");
}

TEST(AgreementTest, ABoardThatHidesDrawsByItself) {
  Agreement fog = Of("fog_of_war");
  fog.draw_policy = rules::DrawPolicy::kByClaim;
  EXPECT_EQ(CheckedAgreement(fog)->draw_policy, rules::DrawPolicy::kAutomatic);
}

TEST(AgreementTest, StartPositionsAreJudgedBeforeAnybodyIsAsked) {
  Agreement agreement = Of("standard");
  agreement.start_fen = "8/8/8/8/8/8/8/K6k w - - 0 1";
  EXPECT_EQ(Refusal(agreement), "FEN_INVALID");  // dead before the first move
  agreement.start_fen = "nonsense";
  EXPECT_EQ(Refusal(agreement), "FEN_INVALID");
  agreement.start_fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  EXPECT_EQ(Refusal(agreement), "");
}

TEST(AgreementTest, OddsAndStartPositionsAreNotRated) {
  Agreement agreement = Of("standard", true);
  EXPECT_EQ(Refusal(agreement), "");
  agreement.start_fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  EXPECT_EQ(Refusal(agreement), "NOT_RATEABLE");
  Agreement odds = Of("standard", true);
  odds.time.side[1] = timecontrol::Fischer(60'000, 0).side[1];
  EXPECT_EQ(Refusal(odds), "NOT_RATEABLE");
  odds.rated = false;
  EXPECT_EQ(Refusal(odds), "");
}

TEST(AgreementTest, TimeControlsHaveLimits) {
  Agreement agreement = Of("standard");
  agreement.time = timecontrol::Fischer(0, 0);
  EXPECT_EQ(Refusal(agreement), "TIME_CONTROL_INVALID");
}

TEST(AgreementTest, FamiliesAreThoseOfTheRuleSet) {
  EXPECT_EQ(FamilyOf("standard"), "standard");
  EXPECT_EQ(FamilyOf("chess960"), "chess960");
  EXPECT_EQ(FamilyOf("chess960:5+king_of_the_hill"), "mixed");
  EXPECT_EQ(FamilyOf("unheard_of"), "mixed");
}

}  // namespace
}  // namespace chess::lobby
