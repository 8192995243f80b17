#include "base/limits.h"
#include "match/match_fixture.h"

namespace chess::match {
namespace {

TEST(RequestId, ARepeatedCommandGetsTheFirstAnswer) {
  MatchTable table;
  const Command command = table.Make(kWhite, PlayMove{"e2e4", 300});
  EXPECT_EQ(table.Do(command), "");
  table.Moves("e7e5 g1f3");
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kRepeated);
  EXPECT_EQ(table.last->seq, 2);
  EXPECT_EQ(table.state.ply(), 3);
}

TEST(RequestId, UsedForSomethingElseIsRefused) {
  MatchTable table;
  Command command = table.Make(kWhite, PlayMove{"e2e4", {}});
  EXPECT_EQ(table.Do(command), "");
  command.action = PlayMove{"d2d4", {}};
  EXPECT_EQ(table.Do(command), "REQUEST_ID_REUSED");
  EXPECT_EQ(table.last.error().code, base::Code::kInvalidArgument);
  command.action = Resign{};
  EXPECT_EQ(table.Do(command), "REQUEST_ID_REUSED");
}

TEST(RequestId, IsUniqueForEachSeatOnly) {
  MatchTable table;
  Command command = table.Make(kWhite, PlayMove{"e2e4", {}});
  EXPECT_EQ(table.Do(command), "");
  command.seat = kBlack;
  command.action = PlayMove{"e7e5", {}};
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.state.ply(), 2);
}

TEST(RequestId, OfZerosIsRefused) {
  MatchTable table;
  Command command = table.Make(kWhite, PlayMove{"e2e4", {}});
  command.request_id = {};
  EXPECT_EQ(table.Do(command), "REQUEST_ID_INVALID");
}

TEST(RequestId, RefusalsAreNotRemembered) {
  MatchTable table;
  Command command = table.Make(kWhite, OfferDraw{});
  EXPECT_EQ(table.Do(command), "DRAW_OFFER_NOT_ALLOWED");
  table.Moves("e2e4 e7e5");
  EXPECT_EQ(table.Do(command), "");
}

TEST(RequestId, IsRememberedThroughAReplay) {
  MatchTable table;
  const Command command = table.Make(kWhite, PlayMove{"e2e4", {}});
  table.Do(command);
  table.Moves("e7e5");
  table.state = *Replay(table.rows);
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kRepeated);
}

TEST(RequestId, ARepeatedResignationIsAnsweredAlthoughTheGameIsOver) {
  MatchTable table;
  const Command command = table.Make(kWhite, Resign{});
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kRepeated);
}

TEST(RequestId, AFinishedGameKeepsItsLastSixteen) {
  MatchTable table;
  const Command first = table.Make(kWhite, PlayMove{"e2e4", {}});
  table.Do(first);
  table.Moves("e7e5 a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4");
  EXPECT_EQ(table.state.requests.size(), 17u);
  const Command last = table.Make(kBlack, Resign{});
  table.Do(last);
  EXPECT_EQ(table.state.requests.size(), base::kFinishedRequestIds);
  EXPECT_EQ(table.Do(last), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kRepeated);
  EXPECT_EQ(table.Do(first), "GAME_OVER");
}

TEST(PayloadHash, DependsOnEverythingButTheRequestId) {
  const Command base{RequestId{1}, kWhite, 3, PlayMove{"e2e4", 5}};
  Command other = base;
  other.request_id[0] = 9;
  EXPECT_EQ(PayloadHash(base), PayloadHash(other));
  other = base;
  other.expected_turn = 4;
  EXPECT_NE(PayloadHash(base), PayloadHash(other));
  other = base;
  other.seat = kBlack;
  EXPECT_NE(PayloadHash(base), PayloadHash(other));
  other = base;
  other.action = PlayMove{"e2e4", std::nullopt};
  EXPECT_NE(PayloadHash(base), PayloadHash(other));
}

TEST(PayloadHash, IsTheSameForEver) {
  // Stored with every decision: a change of this number breaks repetition across releases.
  const Command command{RequestId{1}, kWhite, 3, PlayMove{"e2e4", 5}};
  EXPECT_EQ(PayloadHash(command), 6981276308777872053ULL);
}

}  // namespace
}  // namespace chess::match
