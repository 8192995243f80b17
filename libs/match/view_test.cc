#include "match/match_fixture.h"

namespace chess::match {
namespace {

TEST(View, ShowsBoardTurnClocksAndLastMove) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Wait(4'000);
  table.Moves("Nf3");
  const MatchView view = ViewOf(table.state, Seat::kBlack);
  EXPECT_EQ(view.seq, 4);
  EXPECT_EQ(view.turn, 4);
  EXPECT_EQ(view.to_move, kBlack);
  EXPECT_EQ(view.board.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_EQ(view.last_move->san, "Nf3");
  EXPECT_EQ(view.last_move->uci, "g1f3");
  EXPECT_EQ(view.last_move->clock_ms, 299'000);
  EXPECT_EQ(view.board.moves.size(), 29u);
  EXPECT_EQ(view.clocks->running, kBlack);
  EXPECT_EQ(view.clocks->face[1].flag_time, kStart + 304'000);
  EXPECT_FALSE(view.clocks->face[0].flag_time);
  EXPECT_FALSE(view.ending.over());
}

TEST(View, TellsTheFirstMoveDeadlineAndWhatMayBeDone) {
  MatchTable table;
  MatchView view = ViewOf(table.state, Seat::kWhite);
  EXPECT_EQ(view.first_move_deadline, kStart + 25'000);
  EXPECT_TRUE(view.may_abort);
  EXPECT_FALSE(view.may_offer_draw[0]);
  table.Moves("e2e4 e7e5");
  view = ViewOf(table.state, Seat::kWhite);
  EXPECT_FALSE(view.first_move_deadline);
  EXPECT_FALSE(view.may_abort);
  EXPECT_TRUE(view.may_offer_draw[0]);
  table.Do(kWhite, OfferDraw{});
  view = ViewOf(table.state, Seat::kSpectator);
  EXPECT_EQ(view.draw_offer_by, kWhite);
  EXPECT_FALSE(view.may_offer_draw[0]);
}

TEST(View, HasNoClocksInAGameWithoutClock) {
  MatchTable table(TestSettings(timecontrol::Untimed()));
  table.Moves("e2e4");
  const MatchView view = ViewOf(table.state, Seat::kWhite);
  EXPECT_FALSE(view.clocks);
  EXPECT_FALSE(view.last_move->clock_ms);
}

TEST(View, OfAGameThatWasResignedListsNoMoves) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Do(kBlack, Resign{});
  const MatchView view = ViewOf(table.state, Seat::kWhite);
  EXPECT_TRUE(view.board.moves.empty());
  EXPECT_EQ(view.ending.reason, EndReason::kResignation);
  EXPECT_EQ(view.end_time, kStart);
}

TEST(Projection, TellsTheEventsInOrderWithTheViewAfterThem) {
  MatchTable table;
  table.Moves("f2f3 e7e5 g2g4 d8h4");
  const Projection projection = ProjectEvents(table.state, table.rows.back(), Seat::kSpectator);
  EXPECT_EQ(projection.seq, 5);
  ASSERT_EQ(projection.happenings.size(), 2u);
  EXPECT_EQ(std::get<MoveHappening>(projection.happenings[0]).move.san, "Qh4#");
  EXPECT_EQ(std::get<GameOver>(projection.happenings[1]).ending.reason, EndReason::kCheckmate);
  EXPECT_EQ(projection.view.seq, 5);
}

TEST(Projection, OneServesAllWhereNothingIsHidden) {
  MatchTable table;
  EXPECT_TRUE(SameForAll(table.state));
  EXPECT_EQ(AudienceWord(table.state, Seat::kWhite), "all");
}

TEST(State, OfAnEightyMoveGameIsSmall) {
  Settings settings = TestSettings();
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  MatchTable table(settings);
  base::SeededRandom random(3);
  table.Linger(160, random);
  EXPECT_EQ(table.state.ply(), 160);
  EXPECT_FALSE(table.state.over());
  EXPECT_LT(Replay(table.rows)->MemoryBytes(), 14'500u);
  const State copy = table.state;
  EXPECT_LT(copy.MemoryBytes(), 10'000u);
}

}  // namespace
}  // namespace chess::match
