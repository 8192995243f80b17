// What traces and logs cost a call, in ns. Run it as `rpc-log-bench 2>/dev/null`: the lines go
// there.
#include <cstdio>
#include <string>

#include "base/clock.h"
#include "rpc/log.h"
#include "rpc/trace.h"

namespace chess::rpc {
namespace {

template <typename Work>
void Measure(const char* what, Work work) {
  constexpr int kTimes = 200'000;
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const int64_t begin = base::SystemClock().SteadyNs();
    for (int i = 0; i < kTimes; ++i) work();
    const int64_t ns = base::SystemClock().SteadyNs() - begin;
    if (static_cast<double>(ns) / kTimes < best) best = static_cast<double>(ns) / kTimes;
  }
  std::printf("%-46s %8.0f\n", what, best);
}

void Main() {
  InitLog("bench", Level::kInfo);
  SetLogPolicy({"a secret of the benchmark", 100});
  Trace trace = NewTrace();
  const std::string parent = TraceParent(trace);
  size_t sum = 0;
  Measure("a new trace, sampled or not", [&] { sum += NewTrace().id_low; });
  Measure("a traceparent read, and its child", [&] {
    Trace caller;
    if (ParseTraceParent(parent, &caller)) sum += caller.Child().span;
  });
  Measure("a traceparent written", [&] { sum += TraceParent(trace).size(); });
  Measure("a trace for a bell, written and read", [&] {
    Trace read;
    if (ParseTraceBytes(TraceBytes(trace), &read)) sum += read.span;
  });
  Measure("a player's log id", [&] { sum += PlayerLogId("AbCdEfGh1234").size(); });
  CallLine line;
  line.method = "/chess.game.v1.GameService/PlayMove";
  line.code = "OK";
  line.request_id = "4be1a7c2d300012f";
  line.game_id = "gAmE5678";
  line.player_id = "AbCdEfGh1234";
  line.caller = "gateway";
  trace.sampled = false;
  Measure("a call that went well, not sampled", [&] {
    if (CallWanted(trace)) LogCall(trace, line);
  });
  trace.sampled = true;
  Measure("the same, sampled: its line written", [&] { LogCall(trace, line); });
  trace.sampled = false;
  line.outcome = CallLine::Outcome::kOurError;
  line.reason = "DEPENDENCY_AWAY";
  Measure("an error that repeats: its line left out", [&] { LogCall(trace, line); });
  if (sum == 0) std::printf("nothing was done\n");
}

}  // namespace
}  // namespace chess::rpc

int main() { chess::rpc::Main(); }
