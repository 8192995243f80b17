// Real games with their recorded clocks, played through Decide and rebuilt from their rows.

#include <fstream>
#include <sstream>

#include "match/match_fixture.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/uci.h"
#include "timecontrol/time_control_text.h"

namespace chess::match {
namespace {

// A short real blitz game that ends in mate, with the clocks after each move (5+3).
constexpr std::string_view kMate = R"([Event "?"]
[White "White"]
[Black "Black"]
[Result "0-1"]
[TimeControl "300+3"]
[Termination "Normal"]

1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:05:01]} Nc6 {[%clk 0:05:02]}
3. Nc3 {[%clk 0:05:00]} d6 {[%clk 0:05:01]} 4. Bb5 {[%clk 0:05:01]} Bd7 {[%clk 0:05:00]}
5. O-O {[%clk 0:04:55]} f5 {[%clk 0:04:26]} 6. d3 {[%clk 0:04:46]} f4 {[%clk 0:04:25]}
7. h3 {[%clk 0:04:45]} h5 {[%clk 0:04:21]} 8. Bxc6 {[%clk 0:04:33]} bxc6 {[%clk 0:04:18]}
9. d4 {[%clk 0:04:32]} g5 {[%clk 0:04:05]} 10. dxe5 {[%clk 0:04:29]} dxe5 {[%clk 0:04:07]}
11. Nxe5 {[%clk 0:04:17]} Nf6 {[%clk 0:03:15]} 12. Ng6 {[%clk 0:03:44]} Rh6 {[%clk 0:03:16]}
13. Nxf8 {[%clk 0:03:43]} Kxf8 {[%clk 0:03:17]} 14. f3 {[%clk 0:03:35]} Qc8 {[%clk 0:02:41]}
15. b3 {[%clk 0:03:26]} g4 {[%clk 0:02:42]} 16. Ba3+ {[%clk 0:03:26]} Kf7 {[%clk 0:02:31]}
17. e5 {[%clk 0:03:20]} Nh7 {[%clk 0:01:58]} 18. Ne4 {[%clk 0:02:59]} gxh3 {[%clk 0:01:44]}
19. gxh3 {[%clk 0:02:54]} Bxh3 {[%clk 0:01:23]} 20. Re1 {[%clk 0:02:55]} Qg8+ {[%clk 0:00:57]}
21. Kf2 {[%clk 0:02:52]} Qg2# {[%clk 0:00:52]} 0-1
)";

// The other ways a game ends: on time, by resignation, by agreement.
constexpr std::string_view kShort = R"([White "White"]
[Black "Black"]
[Result "0-1"]
[TimeControl "60+0"]
[Termination "Time forfeit"]

1. d4 {[%clk 0:01:00]} d5 {[%clk 0:01:00]} 2. c4 {[%clk 0:00:59]} e6 {[%clk 0:00:58]} 0-1

[White "White"]
[Black "Black"]
[Result "0-1"]
[TimeControl "180+2"]
[Termination "Normal"]

1. e4 {[%clk 0:03:00]} c5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:59]} d6 {[%clk 0:03:01]} 0-1

[White "White"]
[Black "Black"]
[Result "1/2-1/2"]
[TimeControl "600+0"]
[Termination "Normal"]

1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:09:52]} Nf6 {[%clk 0:09:40]} 1/2-1/2
)";

// Plays recorded games; counts what was compared.
class Replayer {
 public:
  void PlayAll(std::string_view text) {
    rules::PgnReader reader(rules::PgnFromText(text));
    while (std::optional<rules::PgnGame> game = reader.Next()) {
      ++games;
      SCOPED_TRACE("game " + std::to_string(games));
      PlayOne(*game);
      if (testing::Test::HasFailure()) return;
    }
  }

  int games = 0;
  int64_t plies = 0;
  int64_t clocks = 0;  // recorded clocks that ours equals
  int mates = 0, flags = 0, resignations = 0, agreements = 0;

 private:
  void PlayOne(rules::PgnGame& game) {
    const auto meaning = rules::ResolvePgn(&game);
    ASSERT_TRUE(meaning);
    Settings settings = TestSettings();
    settings.rule_set = meaning->rules.Name();
    settings.draw_policy = rules::DrawPolicy::kByClaim;
    const auto time = timecontrol::ParseTimeControl(*game.Tag("TimeControl"));
    ASSERT_TRUE(time.ok());
    settings.time = *time;
    MatchTable table(settings);
    for (const uint32_t index : game.MainLine()) MakeMove(table, game.nodes[index]);
    End(table, game);
    // Elsewhere a game may be lost by not making one's first move; here it is called off.
    ASSERT_EQ(table.Result(), table.state.ending.aborted() ? "*" : game.result);
    EXPECT_TRUE(table.state.both_moved() || !table.state.ending.aborted() ||
                table.Reason() == "first_move");
    EXPECT_EQ(table.state.board->position(), meaning->end);
    table.ExpectReplayGivesTheSame();
  }

  // Thinks as long as the record says and makes the move.
  void MakeMove(MatchTable& table, const rules::PgnNode& node) {
    const int side = rules::Index(table.state.to_move());
    const timecontrol::SideClock& clock = table.state.clock.side[side];
    const bool running = table.state.clock.running == side;
    const DurationMs bonus = table.state.settings->time.side[side].BonusAt(clock.moves);
    DurationMs think = 0;
    if (node.clock_ms && running) {
      think = std::max<DurationMs>(0, clock.remaining_ms + bonus - *node.clock_ms);
      // A record in whole seconds may show 0:00:00 for a move that was in time.
      think = std::min(think, clock.remaining_ms - 1);
    }
    table.Wait(think);
    const std::string uci = rules::WriteUci(node.move, table.state.board->rules());
    const std::string_view san = node.text;
    ASSERT_EQ(table.Move(plies % 2 == 0 ? uci : std::string(san)), "") << uci;
    ASSERT_EQ(table.state.plies.back().san.view(), san);
    ++plies;
    if (node.clock_ms && running && think > 0 && *node.clock_ms > bonus) {
      ASSERT_EQ(table.state.clock.side[side].remaining_ms, *node.clock_ms);
      ++clocks;
    }
  }

  void End(MatchTable& table, const rules::PgnGame& game) {
    if (table.state.over()) {
      ++mates;
      return;
    }
    const bool white_won = game.result == "1-0";
    if (*game.Tag("Termination") == "Time forfeit") {
      const auto deadline = DeadlineOf(table.state);
      ASSERT_TRUE(deadline);
      table.Wait(deadline->time - table.now());
      EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
      EXPECT_EQ(table.Reason(), table.state.both_moved() ? "timeout" : "first_move");
      ++flags;
    } else if (game.result == "1/2-1/2") {
      EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "");
      EXPECT_EQ(table.Do(kBlack, AcceptDraw{}), "");
      ++agreements;
    } else {
      EXPECT_EQ(table.Do(white_won ? kBlack : kWhite, Resign{}), "");
      ++resignations;
    }
  }
};

TEST(Replay, CarriedGamesWithTheirClocks) {
  Replayer replayer;
  replayer.PlayAll(kMate);
  replayer.PlayAll(kShort);
  EXPECT_EQ(replayer.games, 4);
  EXPECT_EQ(replayer.mates, 1);
  EXPECT_EQ(replayer.flags, 1);
  EXPECT_EQ(replayer.resignations, 1);
  EXPECT_EQ(replayer.agreements, 1);
  EXPECT_GT(replayer.clocks, 35);
}

TEST(Replay, AllGamesOfTheReferenceDataWhereItIsPresent) {
  const std::string path =
      std::string(CHESS_SOURCE_DIR) + "/../shared/data/games/lichess-2025-05-clk.pgn";
  std::ifstream file(path);
  if (!file) GTEST_SKIP() << "the reference data is not here: " << path;
  std::stringstream text;
  text << file.rdbuf();
  Replayer replayer;
  replayer.PlayAll(text.str());
  EXPECT_EQ(replayer.games, 438);
  EXPECT_GT(replayer.clocks, 15'000);
  EXPECT_GT(replayer.mates, 50);
  EXPECT_GT(replayer.flags, 50);
  std::printf("%d games, %lld plies, %lld clocks: %d ended on the board, %d flags, %d resigned, "
              "%d agreed\n",
              replayer.games, static_cast<long long>(replayer.plies),
              static_cast<long long>(replayer.clocks), replayer.mates, replayer.flags,
              replayer.resignations, replayer.agreements);
}

}  // namespace
}  // namespace chess::match
