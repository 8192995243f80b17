// Random commands with one printed seed: Decide never crashes, refusals change nothing, time never
// runs backwards, and replaying the log always gives the same state.

#include "base/random.h"
#include "match/match_fixture.h"
#include "rules/notation/uci.h"

namespace chess::match {
namespace {

class RandomPlayer {
 public:
  explicit RandomPlayer(uint64_t seed) : random_(seed), table_(RandomSettings()) {}

  void Run(int steps) {
    for (int i = 0; i < steps; ++i) Step();
    Verify();
  }
  const MatchTable& table() const { return table_; }

 private:
  Settings RandomSettings() {
    const timecontrol::TimeControl kControls[] = {
        timecontrol::Fischer(3'000, 1'000),    timecontrol::Fischer(60'000, 0),
        timecontrol::SimpleDelay(5'000, 500),  timecontrol::Bronstein(5'000, 500),
        timecontrol::Byoyomi(2'000, 3, 1'000), timecontrol::Correspondence(1),
        timecontrol::Untimed()};
    const char* const kRules[] = {"standard", "king_of_the_hill", "chess960:0", "chess960:959"};
    Settings settings = TestSettings(kControls[random_.Below(std::size(kControls))]);
    settings.rule_set = kRules[random_.Below(std::size(kRules))];
    settings.rated = random_.Below(2) == 0;
    settings.draw_policy = static_cast<rules::DrawPolicy>(random_.Below(2));
    return settings;
  }

  std::string RandomMoveText() {
    if (random_.Below(8) == 0) {
      std::string text;
      for (uint64_t n = random_.Below(8); n > 0; --n) {
        text += static_cast<char>(random_.Below(256));
      }
      return text;
    }
    if (random_.Below(8) == 0) {
      const char square[] = {static_cast<char>('a' + random_.Below(8)),
                             static_cast<char>('1' + random_.Below(8)),
                             static_cast<char>('a' + random_.Below(8)),
                             static_cast<char>('1' + random_.Below(8)), '\0'};
      return square;
    }
    const rules::MoveList moves = table_.state.board->LegalMoves();
    if (moves.empty()) return "e2e4";
    return rules::WriteUci(moves[random_.Below(moves.size())], table_.state.board->rules());
  }

  Action RandomAction() {
    switch (random_.Below(40)) {
      case 0: return Resign{};
      case 1: case 2: return OfferDraw{};
      case 3: return AcceptDraw{};
      case 4: return DeclineDraw{};
      case 5: return WithdrawDraw{};
      case 6: return ClaimDraw{};
      case 7: return Abort{};
      case 8: case 9: case 10: return DeadlineDue{};
      case 11: return RecordRating{{{1500, 1500}, {1508, 1492}}};
      default: break;
    }
    PlayMove move{RandomMoveText(), std::nullopt};
    if (random_.Below(2) == 0) move.think_ms = static_cast<DurationMs>(random_.Below(3'000)) - 200;
    return move;
  }

  Command RandomCommand() {
    if (!sent_.empty() && random_.Below(10) == 0) return sent_[random_.Below(sent_.size())];
    const Color seat = random_.Below(4) == 0 ? !table_.state.to_move() : table_.state.to_move();
    Command command = table_.Make(seat, RandomAction());
    if (random_.Below(4) == 0) command.expected_turn = table_.state.turn;
    if (random_.Below(12) == 0) command.expected_turn = static_cast<int32_t>(random_.Next());
    if (random_.Below(20) == 0) command.seat.reset();
    sent_.push_back(command);
    return command;
  }

  void Step() {
    table_.Wait(static_cast<DurationMs>(random_.Below(400)));
    if (random_.Below(30) == 0) {
      table_.outages.Add({table_.now() - static_cast<DurationMs>(random_.Below(900)),
                          table_.now() - static_cast<DurationMs>(random_.Below(300))});
    }
    table_.context().received =
        random_.Below(2) == 0 ? 0 : table_.now() - static_cast<TimeMs>(random_.Below(5'000)) + 500;
    table_.context().clock_error_ms = static_cast<DurationMs>(random_.Below(5));
    const TimeMs before = table_.state.event_time;
    const int64_t seq = table_.state.seq;
    const std::string reason = table_.Do(RandomCommand());
    ASSERT_GE(table_.state.event_time, before);
    if (!reason.empty()) {
      ASSERT_EQ(table_.state.seq, seq) << reason;
      ASSERT_FALSE(table_.last.error().message.empty());
    }
    for (const Color side : rules::kColors) ASSERT_GE(table_.Left(side), 0);
    if (random_.Below(16) == 0) Verify();
  }

  void Verify() {
    table_.ExpectReplayGivesTheSame();
    for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
      const Projection told = ProjectEvents(table_.state, table_.rows.back(), seat);
      ASSERT_EQ(told.seq, table_.state.seq);
      ASSERT_EQ(told.happenings.size(), table_.rows.back().events.size());
      ASSERT_EQ(told.view.ending.over(), !DeadlineOf(table_.state).has_value());
    }
  }

  base::SeededRandom random_;
  MatchTable table_;
  std::vector<Command> sent_;
};

TEST(Fuzz, RandomCommandsNeverBreakAGame) {
  int ended = 0;
  int plies = 0;
  for (uint64_t seed = 1; seed <= 2'000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomPlayer player(seed);
    player.Run(120);
    if (HasFatalFailure() || HasNonfatalFailure()) return;
    ended += player.table().state.over();
    plies += player.table().state.ply();
  }
  // The games must really be played, or the test says nothing.
  EXPECT_GT(ended, 500);
  EXPECT_GT(plies, 20'000);
}

}  // namespace
}  // namespace chess::match
