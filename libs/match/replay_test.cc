// Real games with their recorded clocks, played through Decide and rebuilt from their rows.

#include <cstdio>
#include <fstream>
#include <sstream>

#include "match/match_fixture.h"
#include "rules/notation/fen.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/uci.h"
#include "timecontrol/time_control_text.h"

namespace chess::match {
namespace {

// A game as it was played elsewhere.
struct Recorded {
  std::string result;
  bool on_time = false;  // a flag fell
  timecontrol::TimeControl time;
  rules::DrawPolicy draw_policy = rules::DrawPolicy::kAutomatic;
  std::vector<std::string> moves;  // UCI or SAN
  std::vector<DurationMs> clocks;  // the mover's after each move; may be empty
  std::string final_fen;
};

// Plays recorded games; counts what was compared.
class Replayer {
 public:
  void Play(const Recorded& game) {
    ++games;
    SCOPED_TRACE("game " + std::to_string(games));
    Settings settings = TestSettings(game.time);
    settings.draw_policy = game.draw_policy;
    MatchTable table(settings);
    for (size_t i = 0; i < game.moves.size(); ++i) {
      PlayOne(table, game.moves[i], i < game.clocks.size() ? game.clocks[i] : -1);
      if (testing::Test::HasFailure()) return;
    }
    End(table, game);
    // Elsewhere a game may be lost by not making one's first move; here it is called off.
    const bool called_off = !table.state.both_moved() && table.Reason() == "first_move";
    EXPECT_EQ(table.Result(), called_off ? "*" : game.result);
    EXPECT_EQ(rules::WriteFen(table.state.board->position(), table.state.board->rules()),
              game.final_fen);
    table.ExpectReplayGivesTheSame();
  }

  int games = 0;
  int64_t plies = 0;
  int64_t clocks = 0;  // recorded clocks that ours equals
  int on_board = 0, flags = 0, resignations = 0, agreements = 0;

 private:
  // Thinks as long as the record says (-1: nothing said) and makes the move.
  void PlayOne(MatchTable& table, const std::string& move, DurationMs recorded_ms) {
    const int side = rules::Index(table.state.to_move());
    const timecontrol::SideClock& clock = table.state.clock.side[side];
    const bool running = table.state.clock.running == side;
    const DurationMs bonus = table.state.settings->time.side[side].BonusAt(clock.moves);
    DurationMs think = 0;
    if (recorded_ms >= 0 && running) {
      think = std::max<DurationMs>(0, clock.remaining_ms + bonus - recorded_ms);
      // A rounded record may show 0:00:00 for a move that was in time.
      think = std::min(think, clock.remaining_ms - 1);
    }
    table.Wait(think);
    ASSERT_EQ(table.Move(move), "") << move;
    ++plies;
    if (running && think > 0 && recorded_ms > bonus) {
      ASSERT_EQ(table.state.clock.side[side].remaining_ms, recorded_ms);
      ++clocks;
    }
  }

  void End(MatchTable& table, const Recorded& game) {
    if (table.state.over()) {
      ++on_board;
    } else if (game.on_time) {
      const auto deadline = DeadlineOf(table.state);
      ASSERT_TRUE(deadline);
      table.Wait(deadline->time - table.now());
      EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
      ++flags;
    } else if (game.result == "1/2-1/2") {
      EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "");
      EXPECT_EQ(table.Do(kBlack, AcceptDraw{}), "");
      EXPECT_EQ(table.Reason(), "agreement");
      ++agreements;
    } else {
      EXPECT_EQ(table.Do(game.result == "1-0" ? kBlack : kWhite, Resign{}), "");
      ++resignations;
    }
  }
};

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

// A line of tests/testdata/games.tsv.
Recorded FromLine(const std::string& line) {
  const std::vector<std::string> fields = Split(line, '\t');
  CHESS_CHECK(fields.size() == 10);
  Recorded game;
  game.result = fields[1];
  game.on_time = fields[2] == "time";
  game.time = timecontrol::Fischer(std::stoll(fields[4]) * 1000, std::stoll(fields[5]) * 1000);
  game.moves = Split(fields[7], ' ');
  for (const std::string& clock : Split(fields[8], ' ')) {
    game.clocks.push_back(std::stoll(clock) * 100);
  }
  game.final_fen = fields[9];
  return game;
}

Recorded FromPgn(rules::PgnGame pgn) {
  const auto meaning = rules::ResolvePgn(&pgn);
  CHESS_CHECK(meaning.has_value());
  Recorded game;
  game.result = pgn.result;
  game.on_time = *pgn.Tag("Termination") == "Time forfeit";
  game.time = *timecontrol::ParseTimeControl(*pgn.Tag("TimeControl"));
  // These games go on behind a third occurrence, which nobody claimed.
  game.draw_policy = rules::DrawPolicy::kByClaim;
  for (const uint32_t index : pgn.MainLine()) {
    game.moves.push_back(pgn.nodes[index].text);
    game.clocks.push_back(pgn.nodes[index].clock_ms.value_or(-1));
  }
  game.final_fen = rules::WriteFen(meaning->end, meaning->rules);
  return game;
}

TEST(Replay, TwoHundredCarriedGamesWithTheirClocks) {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/tests/testdata/games.tsv");
  ASSERT_TRUE(file);
  Replayer replayer;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    replayer.Play(FromLine(line));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_EQ(replayer.games, 200);
  EXPECT_GT(replayer.clocks, 8'000);
  EXPECT_GT(replayer.on_board, 20);
  EXPECT_GT(replayer.flags, 20);
  EXPECT_GT(replayer.resignations, 20);
  EXPECT_GT(replayer.agreements, 0);
}

TEST(Replay, AllGamesOfTheReferenceDataWhereItIsPresent) {
  const std::string path =
      std::string(CHESS_SOURCE_DIR) + "/../shared/data/games/lichess-2025-05-clk.pgn";
  std::ifstream file(path);
  if (!file) GTEST_SKIP() << "the reference data is not here: " << path;
  std::stringstream text;
  text << file.rdbuf();
  const std::string content = text.str();
  rules::PgnReader reader(rules::PgnFromText(content));
  Replayer replayer;
  while (std::optional<rules::PgnGame> game = reader.Next()) {
    replayer.Play(FromPgn(*std::move(game)));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_EQ(replayer.games, 438);
  EXPECT_GT(replayer.clocks, 15'000);
  std::printf("%d games, %lld plies, %lld clocks: %d ended on the board, %d flags, %d resigned, "
              "%d agreed\n",
              replayer.games, static_cast<long long>(replayer.plies),
              static_cast<long long>(replayer.clocks), replayer.on_board, replayer.flags,
              replayer.resignations, replayer.agreements);
}

}  // namespace
}  // namespace chess::match
