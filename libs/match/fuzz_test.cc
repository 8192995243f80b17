// Random commands with one printed seed: Decide never crashes, refusals change nothing, time never
// runs backwards, and replaying the log always gives the same state.

#include <bit>

#include "base/random.h"
#include "match/match_fixture.h"
#include "rules/game/draft.h"
#include "rules/notation/uci.h"

namespace chess::match {
namespace {

class RandomPlayer {
 public:
  explicit RandomPlayer(uint64_t seed) : random_(seed), table_(RandomSettings(), seed) {}

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
    Settings settings = TestSettings(kControls[random_.Below(std::size(kControls))]);
    settings.rule_set = RandomRules();
    settings.rated = random_.Below(2) == 0;
    settings.rated = settings.rated && Checked(settings).ok();  // a draft of another budget is not
    settings.draw_policy = static_cast<rules::DrawPolicy>(random_.Below(2));
    return settings;
  }

  // Any stack that goes together: rules are added in random order as long as they do.
  std::string RandomRules() {
    std::vector<rules::RuleSet::Member> members;
    for (uint64_t tries = random_.Below(7); tries > 0; --tries) {
      const auto all = rules::AllRules();
      const rules::Rule* rule = all[random_.Below(all.size())];
      int parameter = -1;
      if (rule->parameter_max >= 0 && random_.Below(2) == 0) {
        parameter = rule->parameter_min + static_cast<int>(random_.Below(static_cast<uint64_t>(
                                              rule->parameter_max - rule->parameter_min + 1)));
      }
      members.push_back({rule, parameter});
      if (!rules::RuleSet::Of(members).ok()) members.pop_back();
    }
    return rules::RuleSet::Of(members)->Name();
  }

  // An army within or somewhat beyond the rules of the draft.
  std::string RandomArmy(Color side) {
    rules::DraftArmy army(side, 39);
    for (uint64_t men = random_.Below(20); men > 0; --men) {
      const int low = side == kWhite ? 0 : 32;
      (void)army.Place(static_cast<rules::Square>(low + static_cast<int>(random_.Below(32))),
                       static_cast<rules::Role>(random_.Below(rules::kRoles)));
    }
    return random_.Below(20) == 0 ? "8/8/8" : army.Text();
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

  Action RandomBeginning(Color seat) {
    switch (random_.Below(6)) {
      case 0: return SetDraft{RandomArmy(seat), static_cast<int32_t>(random_.Below(9))};
      case 1: return LockDraft{RandomArmy(seat)};
      case 2: return PlayMove{"e2e4", std::nullopt};
      default: break;
    }
    Ready ready;
    for (uint8_t& byte : ready.nonce) byte = static_cast<uint8_t>(random_.Below(256));
    return ready;
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
    if (table_.state.brain_due && random_.Below(2) == 0) {
      return Command{{}, std::nullopt, 0,
                     NameType{table_.state.turn - (random_.Below(9) == 0),
                              static_cast<rules::Role>(random_.Below(rules::kRoles)), false}};
    }
    const bool early = table_.state.phase != Phase::kPlaying && random_.Below(8) != 0;
    Command command = table_.Make(seat, early ? RandomBeginning(seat) : RandomAction());
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
    table_.context().fallback.reset();
    if (table_.state.brain_due && random_.Below(2) == 0) {
      const rules::Powers types = table_.state.board->NameableTypes();
      table_.context().fallback =
          NameType{table_.state.turn, static_cast<rules::Role>(std::countr_zero(types)), true};
    }
    if (table_.state.phase == Phase::kDrafting && random_.Below(10) == 0) table_.Wait(60'000);
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
      if (table_.state.men_stand()) VerifyBoard(seat, told);
    }
    VerifyDraws();
  }

  // A viewer gets the board that the rules library gives, and of the moves what it says was seen.
  void VerifyBoard(Seat seat, const Projection& told) {
    const rules::Game& game = *table_.state.board;
    const bool over = table_.state.over();
    const rules::View view = rules::ViewOf(game, seat, {.reveal = over});
    ASSERT_EQ(told.view.board.fen, view.fen);
    ASSERT_EQ(told.view.board.visible, view.visible);
    const auto seen = rules::SeenMoves(game, seat, over);
    const auto moves = MovesOf(table_.state, seat);
    ASSERT_EQ(moves.size(), seen.size());
    for (size_t i = 0; i < seen.size(); ++i) {
      ASSERT_EQ(moves[i].uci, seen[i].uci);
      if (!seen[i].san_visible) {
        ASSERT_EQ(moves[i].san, "");
        ASSERT_EQ(moves[i].seen_from, seen[i].from);
        ASSERT_EQ(moves[i].seen_to, seen[i].to);
        ASSERT_EQ(moves[i].seen_role, seen[i].man);
      }
    }
    if (over || !rules::HidesBoard(game.rules())) return;
    if (seat != rules::SeatOf(game.turn())) {
      ASSERT_TRUE(told.view.board.moves.empty());
    }
    ASSERT_FALSE(told.view.draw_claimable);
    for (const Happening& happening : told.happenings) {
      const auto* move = std::get_if<MoveHappening>(&happening);
      if (move != nullptr) {
        ASSERT_EQ(move->move.san, moves.back().san);
      }
    }
  }

  // Draws are numbered without gaps, a turn with dice has its roll, and the secret is told at the
  // end of every game with chance and never before.
  void VerifyDraws() {
    uint32_t draws = 0;
    bool told = false;
    for (const DecisionRow& row : table_.rows) {
      for (const Event& event : row.events) {
        if (const auto* setup = std::get_if<SetupDrawn>(&event)) {
          ASSERT_EQ(setup->draw, ++draws);
        }
        if (const auto* rolled = std::get_if<Rolled>(&event)) {
          ASSERT_EQ(rolled->draw, ++draws);
        }
        told |= std::holds_alternative<ChanceRevealed>(event);
      }
    }
    const State& state = table_.state;
    ASSERT_EQ(state.draws, draws);
    ASSERT_EQ(told, state.over() && state.commit.has_value());
    const bool dice = state.board->rules().Has(rules::kTraitRolls);
    if (state.playing() && dice) {
      ASSERT_NE(state.board->choice().rolled, 0);
    }
    if (state.playing() && !state.brain_due) {
      ASSERT_FALSE(state.board->LegalMoves().empty());
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
    player.Run(160);
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
