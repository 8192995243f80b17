// What clients and gateways get.

#include "game/convert.h"

#include <gtest/gtest.h>

#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/game/v1/game_service.pb.h"
#include "game/pgn_export.h"
#include "game/testing/table.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::game {
namespace {

TEST(ConvertTest, AnAnswerAndABellHoldTheSameViewOnceSerialised) {
  Table table(SettingsFor("Game0001"));
  ASSERT_EQ(table.Move("e2e4"), "");
  const Projection projection = ProjectRow(table.state, table.rows.back());
  EXPECT_TRUE(projection.same_for_all);

  v1::PlayMoveResponse answer;
  ASSERT_TRUE(answer.ParseFromString(
      AnswerBytes(projection.seq, projection.View(rules::Seat::kWhite))));
  EXPECT_EQ(answer.seq(), 2);
  EXPECT_EQ(answer.view().turn(), 2);
  EXPECT_EQ(answer.view().last_move().san(), "e4");
  EXPECT_EQ(answer.view().legal_moves_size(), 20);
  EXPECT_EQ(answer.view().to_move(), common::v1::COLOR_BLACK);

  internal::v1::GameBell bell;
  ASSERT_TRUE(bell.ParseFromString(BellBytes("Game0001", projection)));
  EXPECT_EQ(bell.game_id(), "Game0001");
  EXPECT_EQ(bell.seq(), 2);
  ASSERT_EQ(bell.projections().size(), 1u);
  const v1::GameEvent& event = bell.projections().at("all");
  EXPECT_EQ(event.seq(), 2);
  ASSERT_EQ(event.happenings_size(), 1);
  EXPECT_EQ(event.happenings(0).move_played().move().uci(), "e2e4");
  EXPECT_EQ(event.view().SerializeAsString(), answer.view().SerializeAsString());
}

TEST(ConvertTest, ASnapshotShowsTheWholeGameAndWhoAsks) {
  Table table(SettingsFor("Game0001"));
  PlayWholeGame(table);
  v1::GameSnapshot snapshot;
  SnapshotToProto(table.state, TestSeats(), rules::Seat::kBlack, 1'800'000'100'000, nullptr,
                  &snapshot);
  EXPECT_EQ(snapshot.white().name(), "Anna");
  EXPECT_EQ(snapshot.black().rating(), 1620);
  EXPECT_EQ(snapshot.your_color(), common::v1::COLOR_BLACK);
  EXPECT_EQ(snapshot.moves_size(), 7);
  EXPECT_EQ(snapshot.moves(6).san(), "Qxf7#");
  EXPECT_EQ(snapshot.view().result().score(), "1-0");
  EXPECT_EQ(snapshot.view().result().reason(), v1::END_REASON_CHECKMATE);
  EXPECT_EQ(snapshot.view().captured_by_white(), "p");
  EXPECT_EQ(snapshot.rated().white().after(), 1530);
  EXPECT_EQ(snapshot.speed(), "blitz");
  EXPECT_EQ(snapshot.settings().rule_set(), "standard");
  EXPECT_EQ(snapshot.settings().time_control().stages(0).time_ms(), 300'000);
}

TEST(ConvertTest, ThePgnOfAGameReadsBackAsTheGame) {
  Table table(SettingsFor("Game0001"));
  PlayWholeGame(table);
  const std::string pgn =
      WriteGamePgn(table.state, TestSeats(), rules::Seat::kSpectator, true);
  rules::PgnReader reader(rules::PgnFromText(pgn));
  auto game = reader.Next();
  ASSERT_TRUE(game.has_value());
  const auto meaning = rules::ResolvePgn(&*game);
  ASSERT_TRUE(meaning.has_value());
  EXPECT_TRUE(game->ok());
  EXPECT_EQ(game->MainLine().size(), 7u);
  EXPECT_TRUE(meaning->end == table.state.game().position());
  EXPECT_EQ(*game->Tag("White"), "Anna");
  EXPECT_EQ(*game->Tag("BlackElo"), "1620");
  EXPECT_EQ(*game->Tag("WhiteRatingDiff"), "+30");
  EXPECT_EQ(*game->Tag("TimeControl"), "300+3");
  EXPECT_EQ(game->result, "1-0");
  EXPECT_TRUE(game->nodes[1].clock_ms.has_value());
  EXPECT_EQ(WriteGamePgn(table.state, TestSeats(), rules::Seat::kSpectator, false).find("%clk"),
            std::string::npos);
}

TEST(ConvertTest, PrivateGamesAreTheirPlayersOnly) {
  match::Settings settings = SettingsFor("Game0001");
  settings.visibility = match::Visibility::kPrivate;
  const Table hidden(settings);
  EXPECT_TRUE(MaySee(hidden.state, kWhiteId));
  EXPECT_TRUE(MaySee(hidden.state, kBlackId));
  EXPECT_FALSE(MaySee(hidden.state, kOtherId));
  EXPECT_FALSE(MaySee(hidden.state, ""));
  settings.visibility = match::Visibility::kLink;
  EXPECT_TRUE(MaySee(Table(settings).state, ""));
}

TEST(ConvertTest, EndColumnsSayHowItEnded) {
  Table table(SettingsFor("Game0001"));
  PlayWholeGame(table);
  const EndColumns end = EndColumnsOf(table.state);
  EXPECT_EQ(end.state, "finished");
  EXPECT_EQ(end.score, "1-0");
  EXPECT_EQ(end.reason, "checkmate");
  EXPECT_EQ(end.last_move, "h5f7");
  EXPECT_EQ(end.plies, 7);
  EXPECT_TRUE(end.outbox);
  Table aborted(SettingsFor("Game0002"));
  ASSERT_EQ(aborted.Act(match::Abort{}), "");
  EXPECT_EQ(EndColumnsOf(aborted.state).state, "aborted");
  EXPECT_FALSE(EndColumnsOf(aborted.state).outbox);
}

}  // namespace
}  // namespace chess::game
