#include "rpc/trace.h"

#include <cstring>

#include "base/random.h"
#include "rpc/log.h"

namespace chess::rpc {
namespace {

constexpr size_t kParentLength = 55;  // 00-<32>-<16>-<2>
constexpr size_t kTraceBytes = 25;
constexpr size_t kMostStateLength = 512;
constexpr size_t kMostStateMembers = 32;

thread_local const Trace* current = nullptr;

uint64_t RandomWord() {
  static thread_local base::SeededRandom random = [] {
    uint64_t seed = 0;
    std::memcpy(&seed, base::SecureBytes(sizeof seed).data(), sizeof seed);
    return base::SeededRandom(seed);
  }();
  return random.Next();
}

int DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;  // upper case is not allowed
}

bool ReadHex(std::string_view text, uint64_t* value) {
  uint64_t read = 0;
  for (const char c : text) {
    const int digit = DigitOf(c);
    if (digit < 0) return false;
    read = read << 4 | static_cast<uint64_t>(digit);
  }
  *value = read;
  return true;
}

void WriteHex(uint64_t value, char* out) {
  for (int i = 15; i >= 0; --i, value >>= 4) out[i] = "0123456789abcdef"[value & 15];
}

void WriteWord(uint64_t value, char* out) {
  for (int i = 7; i >= 0; --i, value >>= 8) out[i] = static_cast<char>(value & 0xff);
}

uint64_t ReadWord(const char* in) {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | static_cast<uint8_t>(in[i]);
  return value;
}

}  // namespace

uint64_t NewSpanId() {
  uint64_t id = 0;
  while (id == 0) id = RandomWord();
  return id;
}

Trace Trace::Child() const {
  Trace child = *this;
  child.span = NewSpanId();
  child.parent = span;
  return child;
}

Trace NewTrace(Begin begin) {
  Trace trace;
  trace.id_high = RandomWord();
  trace.id_low = NewSpanId();
  trace.span = NewSpanId();
  trace.sampled = SampledByPolicy(trace, begin);
  return trace;
}

bool ParseTraceParent(std::string_view text, Trace* trace) {
  if (text.size() < kParentLength) return false;
  uint64_t version = 0, high = 0, low = 0, span = 0, flags = 0;
  const bool dashes = text[2] == '-' && text[35] == '-' && text[52] == '-';
  if (!dashes || !ReadHex(text.substr(0, 2), &version) || !ReadHex(text.substr(3, 16), &high) ||
      !ReadHex(text.substr(19, 16), &low) || !ReadHex(text.substr(36, 16), &span) ||
      !ReadHex(text.substr(53, 2), &flags)) {
    return false;
  }
  if (version == 0xff || (high | low) == 0 || span == 0) return false;
  const bool longer = text.size() > kParentLength;
  if (longer && (version == 0 || text[kParentLength] != '-')) return false;
  *trace = Trace{high, low, span, 0, (flags & 1) != 0, {}};
  return true;
}

std::string TraceParent(const Trace& trace) {
  std::string text = "00-00000000000000000000000000000000-0000000000000000-00";
  WriteHex(trace.id_high, text.data() + 3);
  WriteHex(trace.id_low, text.data() + 19);
  WriteHex(trace.span, text.data() + 36);
  if (trace.sampled) text.back() = '1';
  return text;
}

bool IsTraceState(std::string_view text) {
  if (text.empty() || text.size() > kMostStateLength) return false;
  size_t members = 1;
  for (const char c : text) {
    if (c < 0x20 || c > 0x7e) return false;
    members += c == ',' ? 1 : 0;
  }
  return members <= kMostStateMembers;
}

std::string TraceIdText(const Trace& trace) {
  std::string text(32, '0');
  WriteHex(trace.id_high, text.data());
  WriteHex(trace.id_low, text.data() + 16);
  return text;
}

std::string SpanIdText(uint64_t span) {
  std::string text(16, '0');
  WriteHex(span, text.data());
  return text;
}

std::string TraceBytes(const Trace& trace) {
  if (!trace.valid()) return {};
  std::string bytes(kTraceBytes, '\0');
  WriteWord(trace.id_high, bytes.data());
  WriteWord(trace.id_low, bytes.data() + 8);
  WriteWord(trace.span, bytes.data() + 16);
  bytes[24] = trace.sampled ? 1 : 0;
  return bytes;
}

bool ParseTraceBytes(std::string_view bytes, Trace* trace) {
  if (bytes.size() != kTraceBytes) return false;
  const Trace read{ReadWord(bytes.data()),
                   ReadWord(bytes.data() + 8),
                   ReadWord(bytes.data() + 16),
                   0,
                   bytes[24] == 1,
                   {}};
  if (!read.valid() || read.span == 0) return false;
  *trace = read;
  return true;
}

ScopedTrace::ScopedTrace(const Trace& trace) : before_(current) {
  if (trace.valid()) current = &trace;
}

ScopedTrace::~ScopedTrace() { current = before_; }

const Trace* CurrentTrace() { return current; }

}  // namespace chess::rpc
