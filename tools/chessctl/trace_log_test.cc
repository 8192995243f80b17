#include "chessctl/trace_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chess::chessctl {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kTrace[] = "4bf92f3577b34da6a3ce929d0e0e4736";

std::string Line(const std::string& time, const std::string& service, const std::string& message,
                 const std::string& span, const std::string& parent, const std::string& rest) {
  return "{\"time\":\"2026-11-30T02:13:" + time + "Z\",\"level\":\"info\",\"service\":\"" +
         service + "\",\"instance\":\"" + service + "-1\",\"message\":\"" + message +
         "\",\"trace_id\":\"" + kTrace + "\",\"span_id\":\"" + span + "\",\"parent_span_id\":\"" +
         parent + "\"" + rest + "}";
}

// A move: gateway → game → commit → bell; the lines in the order of no log at all.
TraceLog OfAMove() {
  TraceLog log;
  log.Add("[pod/castellan-gateway-x/gateway] " +
          Line("10.010500", "gateway", "bell", "d", "c",
               ",\"game_id\":\"gAmE5678\",\"seq\":7,\"streams\":2,\"ms\":0.1"));
  log.Add(Line("10.010000", "game", "commit", "c", "b",
               ",\"game_id\":\"gAmE5678\",\"seq\":7,\"outcome\":\"stored\",\"ms\":4"));
  log.Add(Line("10.012000", "gateway", "call", "a", "client",
               ",\"method\":\"/chess.game.v1.GameService/PlayMove\",\"code\":\"OK\",\"ms\":12,"
               "\"request_id\":\"req-1\""));
  log.Add(Line("10.011000", "game", "call", "b", "a",
               ",\"method\":\"/chess.game.v1.GameService/PlayMove\",\"code\":\"OK\",\"ms\":9"));
  log.Add(Line("10.006000", "game", "the store failed", "b", "a", ",\"reason\":\"AWAY\""));
  log.Add("{\"time\":\"2026-11-30T02:13:10.000000Z\",\"level\":\"info\",\"message\":\"ready\"}");
  log.Add("not JSON at all, trace_id or not");
  log.Add("{\"trace_id\":");
  return log;
}

TEST(TraceLog, PrintsTheTreeWithOffsetsTimesPlacesAndOutcomes) {
  EXPECT_EQ(OfAMove().Tree(kTrace),
            "trace 4bf92f3577b34da6a3ce929d0e0e4736: 4 spans in 12.000 ms, from 2026-11-30 "
            "02:13:10.000000 UTC, in game, gateway\n"
            "   begin ms   took ms  where and what\n"
            "     +0.000    12.000  gateway GameService/PlayMove OK request_id=req-1 (gateway-1)\n"
            "     +2.000     9.000    game GameService/PlayMove OK (game-1)\n"
            "     +6.000                - info: the store failed reason=AWAY\n"
            "     +6.000     4.000      game commit game_id=gAmE5678 seq=7 stored (game-1)\n"
            "    +10.400     0.100        gateway bell game_id=gAmE5678 seq=7 streams=2 "
            "(gateway-1)\n");
}

TEST(TraceLog, FindsATraceByItsFirstDigitsByARequestAndByAGame) {
  const TraceLog log = OfAMove();
  EXPECT_THAT(log.Find("4bf92f35"), ElementsAre(kTrace));
  EXPECT_THAT(log.Find(kTrace), ElementsAre(kTrace));
  EXPECT_THAT(log.Find("req-1"), ElementsAre(kTrace));
  EXPECT_THAT(log.OfGame("gAmE5678"), ElementsAre(kTrace));
  EXPECT_THAT(log.Find("4bf92f3"), IsEmpty());
  EXPECT_THAT(log.Find("4bf92f36"), IsEmpty());
  EXPECT_THAT(log.Find("req-2"), IsEmpty());
  EXPECT_THAT(log.OfGame("gAmE5679"), IsEmpty());
  EXPECT_THAT(log.Summary(kTrace), HasSubstr("4 spans: gateway GameService/PlayMove OK"));
  EXPECT_EQ(log.Tree("no such trace"), "");
}

TEST(TraceLog, ShowsWhatItHasWhereLinesAreMissing) {
  TraceLog log;
  log.Add(Line("10.010000", "game", "commit", "c", "b", ",\"ms\":4"));
  log.Add(Line("10.020000", "lobby", "call", "e", "x", ",\"method\":\"/a.B/C\",\"ms\":1"));
  const std::string tree = log.Tree(kTrace);
  EXPECT_THAT(tree, HasSubstr("     +0.000     4.000  game commit (game-1)\n"));
  EXPECT_THAT(tree, HasSubstr("    +13.000     1.000  lobby B/C (lobby-1)\n"));
}

TEST(TraceLog, ShowsATerminalNothingThatItObeys) {
  TraceLog log;
  log.Add(Line("10.000000", "game", "call", "a", "client",
               ",\"request_id\":\"\\u001b[2J\\u009b1m\",\"ms\":1"));
  EXPECT_THAT(log.Tree(kTrace), HasSubstr("request_id= [2J 1m (game-1)"));
}

TEST(TraceLog, SpansThatNameEachOtherAreNoEndlessTree) {
  TraceLog log;
  log.Add(Line("10.010000", "game", "commit", "a", "b", ",\"ms\":4"));
  log.Add(Line("10.010000", "game", "commit", "b", "a", ",\"ms\":4"));
  log.Add(Line("10.010000", "game", "commit", "c", "c", ",\"ms\":4"));
  EXPECT_THAT(log.Tree(kTrace), HasSubstr("are not shown"));
}

}  // namespace
}  // namespace chess::chessctl
