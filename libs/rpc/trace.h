#pragma once
// Which request a piece of work belongs to: W3C Trace Context (Recommendation of 23 November 2021),
// https://www.w3.org/TR/trace-context/. A trace is a tree of spans; a span is one call served, one
// commit, one bell. Everything here is cheap enough for every call.

#include <cstdint>
#include <string>
#include <string_view>

namespace chess::rpc {

// Metadata and header names.
inline constexpr char kTraceParent[] = "traceparent";
inline constexpr char kTraceState[] = "tracestate";
// In answers to clients: the trace's id, 32 hexadecimal digits, to be quoted in a report.
inline constexpr char kTraceIdHeader[] = "x-chess-trace-id";

struct Trace {
  uint64_t id_high = 0;  // of the trace; both 0: no trace
  uint64_t id_low = 0;
  uint64_t span = 0;     // the piece of work at hand
  uint64_t parent = 0;   // the span that caused it; 0: none, or one that is not ours to know
  bool sampled = false;  // its spans are logged (rpc/log.h)
  std::string state;     // tracestate: other tools' words, passed on unchanged

  bool valid() const { return (id_high | id_low) != 0; }
  // A fresh span that this one caused.
  Trace Child() const;
};

// How often a trace that begins here is logged.
enum class Begin {
  kRequest,  // somebody asked for it
  kChore,    // our own round (beats, sweeps): a hundredth as often
};
// A new trace with its first span, sampled as SetLogPolicy says.
Trace NewTrace(Begin begin = Begin::kRequest);
// A random number, never 0. It keeps no secret: whoever sees many may guess the next.
uint64_t NewSpanId();

// The caller's span, as a traceparent says it. False (and *trace untouched) for text that is none:
// the receiver begins a new trace then. Versions after 00 are read as far as 00 goes.
bool ParseTraceParent(std::string_view text, Trace* trace);
// What the next one is told: this span is its parent.
std::string TraceParent(const Trace& trace);
// True for a tracestate that may be passed on: printable ASCII, at most 512 characters and 32
// members. Another one is dropped.
bool IsTraceState(std::string_view text);

// 32 and 16 lower-case hexadecimal digits.
std::string TraceIdText(const Trace& trace);
std::string SpanIdText(uint64_t span);

// The same without text, for messages (25 bytes; empty for no trace). Reading gives the sender's
// span; false for bytes that are no trace.
std::string TraceBytes(const Trace& trace);
bool ParseTraceBytes(std::string_view bytes, Trace* trace);

// While it lives, this thread works for `trace`, which must live as long: what it logs carries the
// trace, and the calls it makes become children. An invalid trace changes nothing.
class ScopedTrace {
 public:
  explicit ScopedTrace(const Trace& trace);
  ~ScopedTrace();
  ScopedTrace(const ScopedTrace&) = delete;
  ScopedTrace& operator=(const ScopedTrace&) = delete;

 private:
  const Trace* before_;
};
// Null: none.
const Trace* CurrentTrace();

}  // namespace chess::rpc
