#include "rpc/trace.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace chess::rpc {
namespace {

constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(TraceParent, IsReadAndWrittenAlike) {
  Trace trace;
  ASSERT_TRUE(ParseTraceParent(kParent, &trace));
  EXPECT_EQ(TraceIdText(trace), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(SpanIdText(trace.span), "00f067aa0ba902b7");
  EXPECT_TRUE(trace.sampled);
  EXPECT_EQ(TraceParent(trace), kParent);
  trace.sampled = false;
  EXPECT_EQ(TraceParent(trace).substr(52), "-00");
}

TEST(TraceParent, OfALaterVersionIsReadAsFarAsOursGoes) {
  Trace trace;
  std::string later = kParent;
  later.replace(0, 2, "cc");
  EXPECT_TRUE(ParseTraceParent(later, &trace));
  EXPECT_TRUE(ParseTraceParent(later + "-what-the-future-brings", &trace));
  EXPECT_FALSE(ParseTraceParent(later + ".", &trace));
}

TEST(TraceParent, MalformedIsNone) {
  const char* bad[] = {
      "",
      "00",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",     // short
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",  // 00 has no more
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",    // no version
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",    // upper case
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",    // no trace
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",    // no span
      "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",    // no digit
      "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",    // no dash
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0z",
      " 0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  };
  for (const char* text : bad) {
    Trace trace;
    trace.span = 7;
    EXPECT_FALSE(ParseTraceParent(text, &trace)) << text;
    EXPECT_EQ(trace.span, 7u) << text;
  }
}

TEST(TraceState, IsPassedOnWithinLimits) {
  EXPECT_TRUE(IsTraceState("congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"));
  EXPECT_TRUE(IsTraceState("a=" + std::string(510, 'x')));
  EXPECT_FALSE(IsTraceState("a=" + std::string(511, 'x')));
  EXPECT_FALSE(IsTraceState(""));
  EXPECT_FALSE(IsTraceState("a=1\r\nx-chess-player: me"));
  EXPECT_FALSE(IsTraceState("a=\xc3\xa4"));
  EXPECT_TRUE(IsTraceState(std::string(31, ',')));
  EXPECT_FALSE(IsTraceState(std::string(32, ',')));
}

TEST(Trace, AChildHasTheSameTraceAndStateAndItsOwnSpan) {
  Trace caller;
  ASSERT_TRUE(ParseTraceParent(kParent, &caller));
  caller.state = "a=1";
  const Trace child = caller.Child();
  EXPECT_EQ(TraceIdText(child), TraceIdText(caller));
  EXPECT_EQ(child.parent, caller.span);
  EXPECT_NE(child.span, caller.span);
  EXPECT_TRUE(child.sampled);
  EXPECT_EQ(child.state, "a=1");
}

TEST(Trace, NewOnesDifferOnAllThreads) {
  std::set<std::string> ids;
  for (int t = 0; t < 4; ++t) {
    std::thread([&ids] {
      for (int i = 0; i < 100; ++i) ids.insert(TraceIdText(NewTrace()));
    }).join();
  }
  EXPECT_EQ(ids.size(), 400u);
}

TEST(TraceBytes, AreReadAndWrittenAlike) {
  Trace trace;
  ASSERT_TRUE(ParseTraceParent(kParent, &trace));
  const std::string bytes = TraceBytes(trace);
  EXPECT_EQ(bytes.size(), 25u);
  Trace read;
  ASSERT_TRUE(ParseTraceBytes(bytes, &read));
  EXPECT_EQ(TraceParent(read), kParent);
  EXPECT_EQ(TraceBytes(Trace()), "");
  EXPECT_FALSE(ParseTraceBytes("", &read));
  EXPECT_FALSE(ParseTraceBytes(bytes.substr(1), &read));
  EXPECT_FALSE(ParseTraceBytes(std::string(25, '\0'), &read));
}

TEST(ScopedTrace, IsOfOneThreadAndNests) {
  EXPECT_EQ(CurrentTrace(), nullptr);
  const Trace outer = NewTrace(), inner = NewTrace();
  {
    const ScopedTrace a(outer);
    {
      const ScopedTrace b(inner);
      EXPECT_EQ(CurrentTrace(), &inner);
      const Trace none;
      const ScopedTrace c(none);
      EXPECT_EQ(CurrentTrace(), &inner);
    }
    EXPECT_EQ(CurrentTrace(), &outer);
    std::thread([] { EXPECT_EQ(CurrentTrace(), nullptr); }).join();
  }
  EXPECT_EQ(CurrentTrace(), nullptr);
}

}  // namespace
}  // namespace chess::rpc
