// Drafting: secrets beside the log, locks, the clock, what each viewer gets.
#include "match/match_fixture.h"

namespace chess::match {
namespace {

constexpr char kWhiteArmy[] = "8/8/PPPPPPPP/RNBQKBNR";
constexpr char kBlackArmy[] = "rnbqkbnr/pppppppp/8/8";

Settings DraftSettings(std::string_view rule_set = "draft") {
  Settings settings = TestSettings();
  settings.rule_set = std::string(rule_set);
  return settings;
}

TEST(Drafting, BeginsWithTheGameAndHasItsOwnClock) {
  MatchTable table(DraftSettings());
  EXPECT_EQ(table.state.phase, Phase::kDrafting);
  EXPECT_EQ(table.state.settings->draft_ms, kDefaultDraftMs);
  EXPECT_EQ(DeadlineOf(table.state)->kind, DeadlineKind::kDraft);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + kDefaultDraftMs);
  EXPECT_EQ(std::get<Created>(table.rows[0].events[0]).start_fen, "");
  const MatchView view = ViewOf(table.state, Seat::kSpectator, &table.secrets);
  ASSERT_TRUE(view.drafting);
  EXPECT_EQ(view.drafting->deadline, kStart + kDefaultDraftMs);
  EXPECT_EQ(view.board.fen.substr(0, 15), "8/8/8/8/8/8/8/8");
  EXPECT_EQ(StartFenOf(table.state, Seat::kWhite), "");
  Settings settings = DraftSettings();
  settings.draft_ms = 60'000;
  EXPECT_EQ(DeadlineOf(MatchTable(settings).state)->due, kStart + 60'000);
  settings.draft_ms = 1'000;
  EXPECT_EQ(Checked(settings).error().reason, "INVALID_FIELD");
}

TEST(Drafting, ComesAfterReadinessWhereThereAreDice) {
  MatchTable table(DraftSettings("dice+draft"));
  EXPECT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "NOT_DRAFTING");
  table.Wait(2'000);
  table.BothReady();
  EXPECT_EQ(table.state.phase, Phase::kDrafting);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + 2'000 + kDefaultDraftMs);
  EXPECT_EQ(table.state.roll_draw, 0u);
  EXPECT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "");
  EXPECT_EQ(table.Do(kBlack, LockDraft{kBlackArmy}), "");
  EXPECT_EQ(table.state.roll_draw, 1u);
  EXPECT_EQ(table.Move("e2e4"), "");
  table.ExpectReplayGivesTheSame();
}

TEST(Drafting, KeepsAnArmyInProgressBesideTheLog) {
  MatchTable table(DraftSettings());
  EXPECT_EQ(table.Do(kWhite, SetDraft{"8/8/PP6/4K3", 3}), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kKeepSecret);
  EXPECT_EQ(table.state.seq, 1);
  EXPECT_EQ(table.secrets.drafts[0], (DraftSecret{"8/8/PP6/4K3", 3, false}));
  const auto own = ViewOf(table.state, Seat::kWhite, &table.secrets).drafting;
  EXPECT_EQ(own->own->army, "8/8/PP6/4K3");
  EXPECT_EQ(own->left, 37);
  EXPECT_EQ(own->budget, 39);
  // An older edition changes nothing; the same one again does no harm.
  EXPECT_EQ(table.Do(kWhite, SetDraft{"8/8/8/4K3", 2}), "");
  EXPECT_TRUE(table.last->secret_writes.empty());
  EXPECT_EQ(table.Do(kWhite, SetDraft{"8/8/PP6/4K3", 3}), "");
  EXPECT_EQ(table.secrets.drafts[0]->army, "8/8/PP6/4K3");
}

TEST(Drafting, NobodyElseSeesAnArmyInProgress) {
  MatchTable empty(DraftSettings()), placed(DraftSettings());
  ASSERT_EQ(placed.Do(kWhite, SetDraft{"8/8/PP6/4K3", 1}), "");
  for (const Seat seat : {Seat::kBlack, Seat::kSpectator}) {
    const MatchView a = ViewOf(empty.state, seat, &empty.secrets);
    const MatchView b = ViewOf(placed.state, seat, &placed.secrets);
    EXPECT_EQ(a.board.fen, b.board.fen);
    EXPECT_EQ(a.drafting->left, b.drafting->left);
    EXPECT_EQ(a.drafting->own, b.drafting->own);
    EXPECT_EQ(a.drafting->locked, b.drafting->locked);
  }
}

TEST(Drafting, RefusesArmiesThatBreakItsRules) {
  MatchTable table(DraftSettings());
  EXPECT_EQ(table.Do(kWhite, SetDraft{"nonsense", 1}), "ARMY_INVALID");
  EXPECT_EQ(MetadataOf(table.last.error(), "cause"), "DRAFT_MALFORMED");
  EXPECT_EQ(table.Do(kWhite, SetDraft{"QQQQQ3/8/8/8", 1}), "ARMY_INVALID");
  EXPECT_EQ(MetadataOf(table.last.error(), "cause"), "DRAFT_OVER_BUDGET");
  EXPECT_EQ(table.Do(kWhite, LockDraft{"8/8/8/Q7"}), "ARMY_INVALID");
  EXPECT_EQ(MetadataOf(table.last.error(), "cause"), "DRAFT_NO_KING");
  EXPECT_EQ(table.Do(kWhite, SetDraft{kBlackArmy, 1}), "ARMY_INVALID");
  EXPECT_EQ(table.state.seq, 1);
  EXPECT_FALSE(table.secrets.drafts[0]);
}

TEST(Drafting, ALockIsAnEventWithoutTheArmyAndFinal) {
  MatchTable table(DraftSettings());
  const Command lock = table.Make(kWhite, LockDraft{"8/8/8/QQQQK3"});
  EXPECT_EQ(table.Do(lock), "");
  ASSERT_EQ(table.rows.back().events.size(), 1u);
  EXPECT_EQ(std::get<DraftLocked>(table.rows.back().events[0]).by, kWhite);
  EXPECT_EQ(table.secrets.drafts[0], (DraftSecret{"8/8/8/QQQQK3", 0, true}));
  EXPECT_EQ(table.Do(lock), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kRepeated);
  EXPECT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "DRAFT_LOCKED");
  EXPECT_EQ(table.Do(kWhite, SetDraft{kWhiteArmy, 9}), "DRAFT_LOCKED");
  const MatchView view = ViewOf(table.state, Seat::kBlack, &table.secrets);
  EXPECT_TRUE(view.drafting->locked[0]);
  EXPECT_FALSE(view.drafting->locked[1]);
  EXPECT_EQ(view.board.fen.substr(0, 15), "8/8/8/8/8/8/8/8");
}

TEST(Drafting, BothLocksRevealTheArmiesAndWhiteMoves) {
  MatchTable table(DraftSettings());
  ASSERT_EQ(table.Do(kBlack, LockDraft{kBlackArmy}), "");
  table.Wait(10'000);
  ASSERT_EQ(table.Do(kWhite, LockDraft{"8/8/8/QQQQK3"}), "");
  ASSERT_EQ(table.rows.back().events.size(), 2u);
  const auto& revealed = std::get<DraftsRevealed>(table.rows.back().events[1]);
  EXPECT_EQ(revealed.armies[0], "8/8/8/QQQQK3");
  EXPECT_EQ(revealed.armies[1], kBlackArmy);
  EXPECT_EQ(table.state.phase, Phase::kPlaying);
  const MatchView view = ViewOf(table.state, Seat::kSpectator);
  EXPECT_EQ(view.board.fen, "rnbqkbnr/pppppppp/8/8/8/8/8/QQQQK3 w kq - 0 1");
  EXPECT_FALSE(view.drafting);
  EXPECT_EQ(StartFenOf(table.state, Seat::kSpectator), view.board.fen);
  EXPECT_EQ(DeadlineOf(table.state)->kind, DeadlineKind::kFirstMove);
  EXPECT_GT(DeadlineOf(table.state)->due, kStart + 10'000 + 25'000);  // an unfamiliar position
  EXPECT_EQ(table.Move("a1a7"), "");
  table.ExpectReplayGivesTheSame();
}

TEST(Drafting, WhenTimeIsUpWhatStandsCounts) {
  MatchTable table(DraftSettings());
  ASSERT_EQ(table.Do(kWhite, SetDraft{"8/8/QQ6/8", 1}), "");  // no king yet
  table.Wait(kDefaultDraftMs);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  const auto& revealed = std::get<DraftsRevealed>(table.rows.back().events[0]);
  EXPECT_EQ(revealed.armies[0], "8/8/QQ6/4K3");
  EXPECT_EQ(revealed.armies[1], kBlackArmy);  // nothing placed: the standard array
  table.ExpectReplayGivesTheSame();
}

TEST(Drafting, ACommandAfterTheTimeFindsTheArmiesStanding) {
  MatchTable table(DraftSettings());
  table.Wait(kDefaultDraftMs + 1);
  EXPECT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kDeadlineFirst);
  EXPECT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "NOT_DRAFTING");
}

TEST(Drafting, MeanwhileOnlyAbortingIsPossible) {
  MatchTable table(DraftSettings());
  EXPECT_EQ(table.Move("e2e4"), "DRAFTING");
  EXPECT_EQ(table.Do(kWhite, Resign{}), "DRAFTING");
  EXPECT_EQ(table.Do(kWhite, OfferDraw{}), "DRAFTING");
  EXPECT_EQ(table.Do(kWhite, Abort{}), "");
  EXPECT_EQ(table.Reason(), "aborted");
  EXPECT_FALSE(ViewOf(table.state, Seat::kWhite).drafting);
  table.ExpectReplayGivesTheSame();
}

TEST(Drafting, ASideThatIsMatedAtOnceHasLost) {
  MatchTable table(DraftSettings());
  // White's king in the corner behind its own pawns, Black's heavy men at both doors.
  ASSERT_EQ(table.Do(kWhite, LockDraft{"8/8/8/7K"}), "");
  ASSERT_EQ(table.Do(kBlack, LockDraft{"4k2q/6q1/8/8"}), "");
  EXPECT_EQ(table.Reason(), "checkmate");
  EXPECT_EQ(table.Result(), "0-1");
  EXPECT_FALSE(DeadlineOf(table.state));
  table.ExpectReplayGivesTheSame();
}

TEST(Drafting, NeedsTheSecretsForEveryDecision) {
  MatchTable table(DraftSettings());
  Context context = table.FullContext();
  context.secrets = nullptr;
  const auto decision = Decide(table.state, table.Make(kWhite, Abort{}), context);
  ASSERT_TRUE(decision.ok());
  EXPECT_EQ(decision->needs, Decision::Need::kSecrets);
}

TEST(Drafting, ALockedArmyThatIsNotThereIsAFaultOfOurs) {
  MatchTable table(DraftSettings());
  ASSERT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "");
  table.secrets.drafts[0].reset();
  EXPECT_EQ(table.Do(kBlack, LockDraft{kBlackArmy}), "SECRET_MISSING");
}

TEST(Drafting, UnderFogEachSeesOnlyWhatTheRulesLetThem) {
  MatchTable table(DraftSettings("draft+fog_of_war"));
  ASSERT_EQ(table.Do(kBlack, LockDraft{"qqqqk3/8/8/8"}), "");
  ASSERT_EQ(table.Do(kWhite, LockDraft{kWhiteArmy}), "");
  const auto told = [&table](Seat seat) {
    const Projection projection = ProjectEvents(table.state, table.rows.back(), seat);
    return std::get<DraftsRevealed>(projection.happenings[1]).armies;
  };
  EXPECT_EQ(told(Seat::kWhite), (std::array<std::string, 2>{kWhiteArmy, ""}));
  EXPECT_EQ(told(Seat::kBlack), (std::array<std::string, 2>{"", "qqqqk3/8/8/8"}));
  EXPECT_EQ(told(Seat::kSpectator), (std::array<std::string, 2>{"", ""}));
  EXPECT_EQ(StartFenOf(table.state, Seat::kWhite).substr(0, 16), "8/8/8/8/8/8/PPPP");
  EXPECT_EQ(StartFenOf(table.state, Seat::kSpectator).substr(0, 15), "8/8/8/8/8/8/8/8");
  // Another army that White does not see gives White the same.
  MatchTable other(DraftSettings("draft+fog_of_war"));
  ASSERT_EQ(other.Do(kBlack, LockDraft{"7k/8/8/8"}), "");
  ASSERT_EQ(other.Do(kWhite, LockDraft{kWhiteArmy}), "");
  EXPECT_EQ(ViewOf(table.state, Seat::kWhite).board.fen,
            ViewOf(other.state, Seat::kWhite).board.fen);
  EXPECT_EQ(StartFenOf(table.state, Seat::kWhite), StartFenOf(other.state, Seat::kWhite));
  ASSERT_EQ(table.Do(kWhite, Resign{}), "");
  EXPECT_EQ(StartFenOf(table.state, Seat::kSpectator).substr(0, 6), "qqqqk3");
}

TEST(Drafting, IsRatedWithTheUsualBudgetOnly) {
  Settings settings = DraftSettings();
  settings.rated = true;
  EXPECT_TRUE(Checked(settings).ok());
  settings.rule_set = "draft:39";
  EXPECT_TRUE(Checked(settings).ok());
  settings.rule_set = "draft:40";
  EXPECT_EQ(Checked(settings).error().reason, "NOT_RATEABLE");
}

}  // namespace
}  // namespace chess::match
