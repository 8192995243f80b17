// Hidden boards in the match layer: what each of three viewers is told, and what nobody is.
#include "match/match_fixture.h"
#include "rules/notation/fen.h"

namespace chess::match {
namespace {

constexpr Seat kSeats[] = {Seat::kWhite, Seat::kBlack, Seat::kSpectator};

Settings FogSettings(std::string_view rule_set = "fog_of_war") {
  Settings settings = TestSettings();
  settings.rule_set = std::string(rule_set);
  return settings;
}

TEST(Fog, EachAudienceHasItsOwnWord) {
  MatchTable table(FogSettings());
  EXPECT_FALSE(SameForAll(table.state));
  EXPECT_EQ(AudienceWord(table.state, Seat::kWhite), "white");
  EXPECT_EQ(AudienceWord(table.state, Seat::kSpectator), "spectator");
}

TEST(Fog, HasTheAutomaticDrawPolicy) {
  Settings settings = FogSettings();
  settings.draw_policy = rules::DrawPolicy::kByClaim;
  EXPECT_EQ(Checked(settings)->draw_policy, rules::DrawPolicy::kAutomatic);
}

TEST(Fog, AHiddenMoveIsOnlyAMove) {
  MatchTable table(FogSettings());
  table.Moves("e2e4");
  const auto told = [&table](Seat seat) {
    const Projection projection = ProjectEvents(table.state, table.rows.back(), seat);
    return std::get<MoveHappening>(projection.happenings[0]).move;
  };
  EXPECT_EQ(told(Seat::kWhite).san, "e4");
  EXPECT_EQ(told(Seat::kWhite).uci, "e2e4");
  for (const Seat seat : {Seat::kBlack, Seat::kSpectator}) {
    EXPECT_EQ(told(seat).san, "");
    EXPECT_EQ(told(seat).uci, "");
    EXPECT_EQ(told(seat).seen_from, rules::kNoSquare);
    EXPECT_EQ(told(seat).seen_to, rules::kNoSquare);
    EXPECT_FALSE(told(seat).seen_role);
    EXPECT_TRUE(told(seat).clock_ms);
    EXPECT_EQ(told(seat).ply, 1);
  }
}

TEST(Fog, OfAMoveThatTakesTheArrivalIsSeen) {
  MatchTable table(FogSettings());
  table.Moves("e2e4 d7d5 e4d5");
  const PlyView seen = MovesOf(table.state, Seat::kBlack)[2];
  EXPECT_EQ(rules::ToText(seen.seen_to), "d5");
  EXPECT_EQ(seen.san, "");
  EXPECT_EQ(seen.seen_role, rules::Role::kPawn);
  EXPECT_EQ(MovesOf(table.state, Seat::kSpectator)[2].seen_to, rules::kNoSquare);
}

TEST(Fog, MovesAreRememberedAsTheyWereSeenThen) {
  MatchTable table(FogSettings());
  // The queen's arrival on g4 is not seen; on d7 it is.
  table.Moves("e2e4 a7a6 d1g4 a6a5");
  const PlyView queen = MovesOf(table.state, Seat::kBlack)[2];
  EXPECT_EQ(queen.seen_to, rules::kNoSquare);
  table.Moves("g4d7");
  EXPECT_EQ(MovesOf(table.state, Seat::kBlack)[2].seen_to, rules::kNoSquare);
  EXPECT_EQ(rules::ToText(MovesOf(table.state, Seat::kBlack)[4].seen_to), "d7");
}

TEST(Fog, WhenTheGameIsOverEverythingIsShown) {
  MatchTable table(FogSettings());
  table.Moves("e2e4 d7d5");
  EXPECT_FALSE(ViewOf(table.state, Seat::kWhite).board.complete);
  ASSERT_EQ(table.Do(kWhite, Resign{}), "");
  for (const Seat seat : kSeats) {
    const MatchView view = ViewOf(table.state, seat);
    EXPECT_TRUE(view.board.complete);
    EXPECT_EQ(view.board.fen, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    EXPECT_EQ(MovesOf(table.state, seat)[0].san, "e4");
    EXPECT_EQ(MovesOf(table.state, seat)[1].san, "d5");
  }
}

TEST(Fog, TakingTheKingEndsTheGameForAllViewers) {
  MatchTable table(FogSettings());
  table.Moves("e2e4 f7f6 d1h5 a7a6 h5e8");
  EXPECT_EQ(table.Reason(), "variant");
  EXPECT_EQ(table.Result(), "1-0");
  const Projection told = ProjectEvents(table.state, table.rows.back(), Seat::kSpectator);
  EXPECT_EQ(std::get<MoveHappening>(told.happenings[0]).move.uci, "h5e8");
}

TEST(Fog, RefusalsTellNothingOfTheBoard) {
  MatchTable table(FogSettings());
  // Blocked, impossible, not one's own, nothing there, ambiguous: all the same.
  for (const char* text : {"d1d5", "a1a3", "e1e2", "e7e5", "e4e5", "Nd4", "O-O", "Qxd7#"}) {
    EXPECT_EQ(table.Move(text), "ILLEGAL_IN_FOG") << text;
    EXPECT_TRUE(table.last.error().metadata.empty()) << text;
  }
  EXPECT_EQ(table.Move("?!"), "MOVE_MALFORMED");
  EXPECT_EQ(table.Do(kBlack, PlayMove{"e7e5", std::nullopt}), "NOT_YOUR_TURN");
}

TEST(Fog, SpectatorsSeeNamesClocksTheNumberOfMovesAndTheRoll) {
  MatchTable table(FogSettings("dice+fog_of_war+hand_and_brain"));
  table.BothReady();
  const rules::Powers nameable = table.state.board->NameableTypes();
  const rules::Role type =
      (nameable & rules::Bit(rules::Role::kPawn)) ? rules::Role::kPawn : rules::Role::kKnight;
  ASSERT_EQ(table.Name(type), "");
  const MatchView view = ViewOf(table.state, Seat::kSpectator);
  EXPECT_TRUE(view.roll);
  EXPECT_FALSE(view.brain);
  EXPECT_TRUE(view.clocks);
  EXPECT_TRUE(view.board.moves.empty());
  EXPECT_EQ(view.board.fen.substr(0, 15), "8/8/8/8/8/8/8/8");
  EXPECT_EQ(ViewOf(table.state, Seat::kBlack).brain->named, type);
  const Projection told = ProjectEvents(table.state, table.rows.back(), Seat::kSpectator);
  EXPECT_FALSE(std::get<BrainNamedHappening>(told.happenings[0]).type);
}

TEST(Fog, TheStartIsPublicWhereBothAgreedOnIt) {
  MatchTable table(FogSettings());
  EXPECT_EQ(StartFenOf(table.state, Seat::kSpectator),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

// Everything a view says, as text.
std::string Told(const MatchView& view) {
  std::string text = view.board.fen + ' ' + std::to_string(view.board.visible) + ' ' +
                     view.board.last_move + ' ' + std::to_string(view.board.last_from) + ' ' +
                     std::to_string(view.board.last_to) + ' ' +
                     std::to_string(view.board.material) + ' ' +
                     std::to_string(view.draw_claimable) + std::to_string(view.board.complete);
  for (const rules::ViewMove& move : view.board.moves) {
    text += ' ' + move.uci + std::to_string(move.capture) + std::to_string(move.check);
  }
  for (const rules::Square square : view.board.checkers) text += " +" + std::to_string(square);
  for (const auto& side : view.board.captured) {
    for (const uint8_t count : side) text += ' ' + std::to_string(count);
  }
  if (view.last_move) {
    text += " last " + view.last_move->uci + view.last_move->san + ' ' +
            std::to_string(view.last_move->seen_from) + ' ' +
            std::to_string(view.last_move->seen_to);
  }
  return text;
}

// Two games of the same seat's moves against opponents who move differently where they are not
// seen: as long as the seat has seen the same, it is told the same.
TEST(Fog, WhatIsNotSeenChangesNothingThatIsTold) {
  int compared = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    base::SeededRandom random(seed);
    MatchTable a(FogSettings()), b(FogSettings());
    for (int turn = 0; turn < 30 && !a.state.over() && !b.state.over(); ++turn) {
      const std::string view_a = Told(ViewOf(a.state, Seat::kWhite));
      const std::string view_b = Told(ViewOf(b.state, Seat::kWhite));
      // What White sees of both boards is the criterion; everything else must follow.
      const rules::View board_a = rules::ViewOf(*a.state.board, Seat::kWhite);
      const rules::View board_b = rules::ViewOf(*b.state.board, Seat::kWhite);
      if (board_a.fen != board_b.fen || board_a.visible != board_b.visible ||
          MovesOf(a.state, Seat::kWhite).size() != MovesOf(b.state, Seat::kWhite).size()) {
        break;
      }
      bool same_history = true;
      const auto moves_a = MovesOf(a.state, Seat::kWhite), moves_b = MovesOf(b.state, Seat::kWhite);
      for (size_t i = 0; i < moves_a.size(); ++i) {
        same_history &= moves_a[i].seen_from == moves_b[i].seen_from &&
                        moves_a[i].seen_to == moves_b[i].seen_to;
      }
      if (!same_history) break;
      EXPECT_EQ(view_a, view_b);
      ++compared;
      // White plays the same in both, tries the same impossible moves first.
      const std::string nonsense = a.state.board->LegalMoves().empty() ? "a1a1" : "a1h7";
      EXPECT_EQ(a.Move(nonsense), b.Move(nonsense));
      const auto& moves = board_a.moves;
      const std::string text = moves[random.Below(moves.size())].uci;
      ASSERT_EQ(a.Move(text), "");
      ASSERT_EQ(b.Move(text), "");
      if (a.state.over() || b.state.over()) break;
      for (MatchTable* table : {&a, &b}) {
        const rules::MoveList replies = table->state.board->LegalMoves();
        const rules::Move reply = replies[random.Below(replies.size())];
        ASSERT_EQ(table->Move(rules::WriteUci(reply, table->state.board->rules())), "");
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 120);
}

}  // namespace
}  // namespace chess::match
