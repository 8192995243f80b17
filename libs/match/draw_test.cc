#include "match/match_fixture.h"

namespace chess::match {
namespace {

constexpr std::string_view kShuffle = "g1f3 g8f6 f3g1 f6g8";

TEST(DrawOffer, IsNotAllowedBeforeEachSideHasMoved) {
  MatchTable table;
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "DRAW_OFFER_NOT_ALLOWED");
  EXPECT_EQ(MetadataOf(table.last.error(), "next_ply"), "2");
  table.Moves("e2e4");
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "DRAW_OFFER_NOT_ALLOWED");
  table.Moves("e7e5");
  EXPECT_EQ(table.Do(kBlack, OfferDraw{}), "");
}

TEST(DrawOffer, AcceptedEndsTheGame) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  EXPECT_EQ(table.Do(kBlack, OfferDraw{}), "");
  EXPECT_EQ(table.state.draw_offer, kBlack);
  EXPECT_EQ(table.Do(kWhite, AcceptDraw{}), "");
  EXPECT_EQ(table.Result(), "1/2-1/2");
  EXPECT_EQ(table.Reason(), "agreement");
  table.ExpectReplayGivesTheSame();
}

TEST(DrawOffer, ToAnOfferIsAnAgreement) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Do(kBlack, OfferDraw{});
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "");
  EXPECT_EQ(table.Reason(), "agreement");
}

TEST(DrawOffer, CannotBeAcceptedByItsOwnSide) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Do(kWhite, OfferDraw{});
  EXPECT_EQ(table.Do(kWhite, AcceptDraw{}), "NO_DRAW_OFFER");
  EXPECT_EQ(table.Do(kWhite, DeclineDraw{}), "NO_DRAW_OFFER");
  EXPECT_FALSE(table.state.over());
}

TEST(DrawOffer, StandsWhenItsOwnSideMovesAndLapsesWhenTheOtherMoves) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Do(kWhite, OfferDraw{});
  table.Moves("g1f3");
  EXPECT_EQ(table.state.draw_offer, kWhite);
  table.Moves("b8c6");
  EXPECT_EQ(table.state.draw_offer, std::nullopt);
  EXPECT_EQ(table.Do(kBlack, AcceptDraw{}), "NO_DRAW_OFFER");
}

TEST(DrawOffer, IsGoneOnceDeclinedOrWithdrawn) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Do(kWhite, OfferDraw{});
  EXPECT_EQ(table.Do(kBlack, WithdrawDraw{}), "NO_DRAW_OFFER");
  EXPECT_EQ(table.Do(kBlack, DeclineDraw{}), "");
  EXPECT_EQ(table.Do(kBlack, AcceptDraw{}), "NO_DRAW_OFFER");
  EXPECT_EQ(table.Do(kBlack, OfferDraw{}), "");
  EXPECT_EQ(table.Do(kBlack, WithdrawDraw{}), "");
  EXPECT_EQ(table.Do(kWhite, AcceptDraw{}), "NO_DRAW_OFFER");
  table.ExpectReplayGivesTheSame();
}

TEST(DrawOffer, ComesAtMostOnceInTwentyPliesFromEachSide) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Do(kWhite, OfferDraw{});
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "DRAW_OFFER_NOT_ALLOWED");
  table.Do(kBlack, DeclineDraw{});
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "DRAW_OFFER_NOT_ALLOWED");
  EXPECT_EQ(MetadataOf(table.last.error(), "next_ply"), "22");
  table.Moves("a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 f2f3 f7f6");
  table.Moves("g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5 c3c4");
  EXPECT_EQ(table.state.ply(), 21);
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "DRAW_OFFER_NOT_ALLOWED");
  table.Moves("c6c5");
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "");
}

TEST(DrawPolicy, AutomaticDrawsAtTheThirdOccurrence) {
  MatchTable table;
  table.Moves(kShuffle);
  table.Moves("g1f3 g8f6 f3g1");
  EXPECT_FALSE(table.state.over());
  table.Moves("f6g8");
  EXPECT_EQ(table.Reason(), "repetition");
  EXPECT_EQ(table.Result(), "1/2-1/2");
}

TEST(DrawPolicy, ByClaimWaitsForTheClaimOfTheSideToMove) {
  Settings settings = TestSettings();
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  MatchTable table(settings);
  table.Moves(kShuffle);
  EXPECT_EQ(table.Do(kWhite, ClaimDraw{}), "NO_DRAW_CLAIM");
  table.Moves(kShuffle);
  EXPECT_FALSE(table.state.over());
  EXPECT_TRUE(ViewOf(table.state, Seat::kBlack).draw_claimable);
  EXPECT_EQ(table.Do(kBlack, ClaimDraw{}), "NOT_YOUR_TURN");
  EXPECT_EQ(table.Do(kWhite, ClaimDraw{}), "");
  EXPECT_EQ(table.Reason(), "repetition");
}

TEST(DrawPolicy, ByClaimDrawsAtTheFifthOccurrenceByItself) {
  Settings settings = TestSettings();
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  MatchTable table(settings);
  for (int i = 0; i < 4; ++i) table.Moves(kShuffle);
  EXPECT_EQ(table.Reason(), "repetition");
}

TEST(DrawPolicy, FiftyMovesDrawOrCanBeClaimed) {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/4R3/4K3 b - - 98 80";
  MatchTable automatic = MatchTable::From(kFen);
  automatic.Moves("e8d8 e2e3");
  EXPECT_EQ(automatic.Reason(), "move_count");
  Settings settings = TestSettings();
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  MatchTable claimed = MatchTable::From(kFen, settings);
  claimed.Moves("e8d8 e2e3");
  EXPECT_FALSE(claimed.state.over());
  EXPECT_EQ(claimed.Do(kBlack, ClaimDraw{}), "");
  EXPECT_EQ(claimed.Reason(), "move_count");
}

}  // namespace
}  // namespace chess::match
