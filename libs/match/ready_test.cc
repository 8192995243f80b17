// Readiness, drawn set-ups and dice.
#include "match/match_fixture.h"
#include "rules/game/choice.h"

namespace chess::match {
namespace {

Settings SetOf(std::string_view rule_set) {
  Settings settings = TestSettings();
  settings.rule_set = std::string(rule_set);
  return settings;
}

template <typename Kind>
const Kind* Find(const DecisionRow& row) {
  for (const Event& event : row.events) {
    if (const auto* found = std::get_if<Kind>(&event)) return found;
  }
  return nullptr;
}

Nonce NonceOf(uint8_t byte) {
  Nonce nonce;
  nonce.fill(byte);
  return nonce;
}

TEST(Ready, OnlyGamesWithChanceWaitForIt) {
  for (const char* set : {"standard", "chess960:518", "hand_and_brain", "fog_of_war"}) {
    MatchTable table(SetOf(set));
    EXPECT_EQ(table.state.phase, Phase::kPlaying) << set;
    EXPECT_EQ(table.Do(kWhite, Ready{}), "READY_NOT_AWAITED") << set;
    EXPECT_FALSE(table.state.commit) << set;
  }
  for (const char* set : {"dice", "chess960", "dice+draft"}) {
    MatchTable table(SetOf(set));
    EXPECT_EQ(table.state.phase, Phase::kReadying) << set;
    EXPECT_EQ(table.state.commit, TestCommit()) << set;
  }
}

TEST(Ready, AGameWithChanceCannotBeCreatedWithoutItsCommit) {
  EXPECT_EQ(Create(SetOf("dice"), kStart).error().reason, "COMMIT_MISSING");
  EXPECT_TRUE(Create(SetOf("standard"), kStart).ok());
}

TEST(Ready, TheSecondOneBeginsTheGameInItsOwnRow) {
  MatchTable table(SetOf("dice"));
  EXPECT_EQ(table.Do(kBlack, Ready{NonceOf(2)}), "");
  EXPECT_EQ(table.state.phase, Phase::kReadying);
  EXPECT_EQ(table.rows.back().events.size(), 1u);
  table.Wait(1'500);
  EXPECT_EQ(table.Do(kWhite, Ready{NonceOf(1)}), "");
  EXPECT_EQ(table.state.phase, Phase::kPlaying);
  const DecisionRow& row = table.rows.back();
  ASSERT_NE(Find<Begun>(row), nullptr);
  ASSERT_NE(Find<Rolled>(row), nullptr);
  EXPECT_EQ(Find<Rolled>(row)->draw, 1u);
  EXPECT_EQ(table.state.nonces[0], NonceOf(1));
  EXPECT_EQ(table.state.nonces[1], NonceOf(2));
  EXPECT_EQ(table.state.turn_time, kStart + 1'500);
  table.ExpectReplayGivesTheSame();
}

TEST(Ready, IsSaidOnce) {
  MatchTable table(SetOf("dice"));
  const Command command = table.Make(kWhite, Ready{NonceOf(1)});
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.Do(command), "");  // the same request again: answered as before
  EXPECT_EQ(table.last->kind, Decision::Kind::kRepeated);
  EXPECT_EQ(table.Do(kWhite, Ready{NonceOf(3)}), "READY_NOT_AWAITED");
  Command other = command;
  other.action = Ready{NonceOf(9)};
  EXPECT_EQ(table.Do(other), "REQUEST_ID_REUSED");
  EXPECT_EQ(table.state.nonces[0], NonceOf(1));
}

TEST(Ready, WhoIsMissingAfterFiveSecondsCountsWithZeros) {
  MatchTable table(SetOf("dice"));
  EXPECT_EQ(DeadlineOf(table.state)->kind, DeadlineKind::kReady);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + kReadyMs);
  EXPECT_EQ(table.Do(kWhite, Ready{NonceOf(1)}), "");
  table.Wait(kReadyMs - 1);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  table.Wait(1);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_TRUE(table.rows.back().of_server());
  EXPECT_EQ(table.state.phase, Phase::kPlaying);
  EXPECT_EQ(table.state.nonces[0], NonceOf(1));
  EXPECT_EQ(table.state.nonces[1], Nonce{});
  EXPECT_EQ(DeadlineOf(table.state)->kind, DeadlineKind::kFirstMove);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + kReadyMs + 25'000);
  EXPECT_EQ(table.Do(kBlack, Ready{NonceOf(2)}), "READY_NOT_AWAITED");
  table.ExpectReplayGivesTheSame();
}

TEST(Ready, ALateOneFindsTheGameBegun) {
  MatchTable table(SetOf("dice"));
  table.Wait(kReadyMs + 10);
  EXPECT_EQ(table.Do(kBlack, Ready{NonceOf(2)}), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kDeadlineFirst);
  EXPECT_EQ(table.Do(kBlack, Ready{NonceOf(2)}), "READY_NOT_AWAITED");
  EXPECT_EQ(table.state.nonces[1], Nonce{});
}

TEST(Ready, UntilThenOnlyAbortingIsPossible) {
  MatchTable table(SetOf("dice"));
  EXPECT_EQ(table.Move("e2e4"), "NOT_READY");
  EXPECT_EQ(table.Do(kWhite, Resign{}), "NOT_READY");
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "NOT_READY");
  EXPECT_EQ(table.Do(kWhite, ClaimDraw{}), "NOT_READY");
  EXPECT_EQ(table.Do(kWhite, LockDraft{"8/8/8/4K3"}), "NOT_DRAFTING");
  EXPECT_EQ(table.Do(kWhite, Abort{}), "");
  EXPECT_EQ(table.Reason(), "aborted");
  EXPECT_TRUE(table.state.secret);
  EXPECT_FALSE(DeadlineOf(table.state));
  table.ExpectReplayGivesTheSame();
}

TEST(Setup, IsDrawnWhenBothAreThereAndUnknownBefore) {
  MatchTable table(SetOf("chess960"));
  const MatchView before = ViewOf(table.state, Seat::kWhite);
  EXPECT_EQ(before.board.fen, "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1");
  EXPECT_EQ(StartFenOf(table.state, Seat::kBlack), "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1");
  EXPECT_TRUE(before.board.moves.empty());
  EXPECT_FALSE(before.setup_number);
  ASSERT_TRUE(before.readying);
  EXPECT_EQ(before.readying->deadline, kStart + kReadyMs);
  EXPECT_EQ(std::get<Created>(table.rows[0].events[0]).start_fen, "");
  table.BothReady();
  const SetupDrawn* drawn = Find<SetupDrawn>(table.rows.back());
  ASSERT_NE(drawn, nullptr);
  EXPECT_EQ(drawn->draw, 1u);
  const MatchView after = ViewOf(table.state, Seat::kSpectator);
  EXPECT_EQ(after.setup_number, drawn->number);
  EXPECT_FALSE(after.readying);
  EXPECT_EQ(table.state.board->rules().Name(), "chess960:" + std::to_string(drawn->number));
  EXPECT_FALSE(after.board.moves.empty());
  EXPECT_EQ(StartFenOf(table.state, Seat::kBlack), after.board.fen);
  table.ExpectReplayGivesTheSame();
}

TEST(Setup, AChosenNumberIsShownToEverybodyFromTheStart) {
  MatchTable table(SetOf("chess960:0"));
  EXPECT_EQ(ViewOf(table.state, Seat::kSpectator).setup_number, 0);
  EXPECT_EQ(ViewOf(table.state, Seat::kSpectator).board.fen.substr(0, 8), "bbqnnrkr");
}

TEST(Setup, AllNumbersComeUp) {
  std::vector<bool> seen(960);
  int different = 0;
  for (uint64_t seed = 1; seed <= 3'000; ++seed) {
    MatchTable table(SetOf("chess960"), seed);
    table.BothReady();
    const int number = table.state.setup_drawn->number;
    ASSERT_TRUE(number >= 0 && number < 960);
    different += !seen[static_cast<size_t>(number)];
    seen[static_cast<size_t>(number)] = true;
  }
  // 3,000 of 960: 918 are expected.
  EXPECT_GT(different, 880);
}

TEST(Dice, AreRolledInTheRowOfTheMoveBefore) {
  MatchTable table(SetOf("dice"));
  table.BothReady();
  base::SeededRandom random(7);
  for (int ply = 0; ply < 12 && !table.state.over(); ++ply) {
    const rules::Choice choice = table.state.board->choice();
    EXPECT_EQ(table.state.roll_draw, static_cast<uint32_t>(ply + 1));
    EXPECT_NE(choice.rolled, 0);
    const rules::MoveList moves = table.state.board->LegalMoves();
    ASSERT_FALSE(moves.empty());
    const rules::Move move = moves[random.Below(moves.size())];
    EXPECT_TRUE(rules::Allows(choice, rules::TypesOf(table.state.board->position(), move)));
    ASSERT_EQ(table.Move(rules::WriteUci(move, table.state.board->rules())), "");
    EXPECT_EQ(table.state.plies.back().rolled, choice.rolled);
    EXPECT_EQ(table.state.plies.back().draw, ply + 1);
    EXPECT_EQ(Find<Rolled>(table.rows.back()) != nullptr, !table.state.over());
  }
  table.ExpectReplayGivesTheSame();
}

TEST(Dice, ForbidTheOtherTypesAndSayWhich) {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    MatchTable table(SetOf("dice"), seed);
    table.BothReady();
    const rules::Powers allowed = table.state.board->choice().rolled;
    // At the start pawns and knights can move: two types, so all are allowed.
    EXPECT_EQ(allowed, rules::Bit(rules::Role::kPawn) | rules::Bit(rules::Role::kKnight));
  }
  // Six types can move.
  Settings settings = SetOf("dice");
  settings.start_fen = "4k3/pppp4/8/8/4P3/2N5/PPPP1PPP/R1BQKBNR w KQ - 0 1";
  bool forbidden = false;
  for (uint64_t seed = 1; seed < 20 && !forbidden; ++seed) {
    MatchTable table(settings, seed);
    table.BothReady();
    const rules::Powers allowed = table.state.board->choice().rolled;
    EXPECT_EQ(__builtin_popcount(allowed), 2);
    if (allowed & rules::Bit(rules::Role::kQueen)) continue;
    forbidden = true;
    EXPECT_EQ(table.Move("d1e2"), "DICE_FORBIDS");
    EXPECT_EQ(MetadataOf(table.last.error(), "allowed").size(), 3u);
    EXPECT_EQ(table.Move("Qe2"), "DICE_FORBIDS");
    EXPECT_EQ(table.Move("d1d8"), "PATH_BLOCKED");  // what is no move at all says why
  }
  EXPECT_TRUE(forbidden);
}

TEST(Dice, AreNeededByEveryDecisionOfTheirGame) {
  MatchTable table(SetOf("dice"));
  Context context = table.FullContext();
  context.chance = nullptr;
  const auto decision = Decide(table.state, table.Make(kWhite, Ready{}), context);
  ASSERT_TRUE(decision.ok());
  EXPECT_EQ(decision->kind, Decision::Kind::kNeeds);
  EXPECT_EQ(decision->needs, Decision::Need::kChance);
  context.now += kReadyMs;
  EXPECT_FALSE(DueDecision(table.state, context));
  context.chance = &table.chance;
  EXPECT_TRUE(DueDecision(table.state, context));
}

TEST(Dice, TheSecretIsToldWithTheEndAndNotBefore) {
  MatchTable table(SetOf("dice"));
  table.BothReady();
  EXPECT_FALSE(ViewOf(table.state, Seat::kWhite).chance->secret);
  EXPECT_EQ(ViewOf(table.state, Seat::kWhite).chance->commit, TestCommit());
  EXPECT_EQ(table.Do(kWhite, Resign{}), "");
  const DecisionRow& row = table.rows.back();
  ASSERT_EQ(row.events.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<GameOver>(row.events[0]));
  EXPECT_EQ(std::get<ChanceRevealed>(row.events[1]).secret, table.chance.Secret());
  EXPECT_EQ(ViewOf(table.state, Seat::kSpectator).chance->secret, table.chance.Secret());
  table.ExpectReplayGivesTheSame();
}

TEST(Dice, EveryWayToEndTellsTheSecret) {
  // The board's own end.
  Settings settings = SetOf("dice");
  settings.start_fen = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1";
  MatchTable mate(settings);
  mate.BothReady();
  EXPECT_EQ(mate.Move("b1b8"), "");
  EXPECT_EQ(mate.Reason(), "checkmate");
  EXPECT_TRUE(mate.state.secret);
  // A deadline.
  MatchTable late(SetOf("dice"));
  late.BothReady();
  late.Wait(60'000);
  EXPECT_EQ(late.Deadline(), Decision::Kind::kAppend);
  EXPECT_EQ(late.Reason(), "first_move");
  EXPECT_TRUE(late.state.secret);
}

TEST(Dice, NoncesAreShownOnceBothAreFixed) {
  MatchTable table(SetOf("dice"));
  EXPECT_EQ(table.Do(kWhite, Ready{NonceOf(1)}), "");
  EXPECT_FALSE(ViewOf(table.state, Seat::kBlack).chance->nonces);
  EXPECT_EQ(table.Do(kBlack, Ready{NonceOf(2)}), "");
  EXPECT_EQ((*ViewOf(table.state, Seat::kBlack).chance->nonces)[0], NonceOf(1));
}

}  // namespace
}  // namespace chess::match
