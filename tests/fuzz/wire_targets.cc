// What comes over the wire: clocks as text, gRPC-Web frames, protobuf fields, an engine's lines.

#include <string>

#include "fuzz/rule_choice.h"
#include "fuzz/target.h"
#include "gateway/edge/wire.h"
#include "rpc/grpc_web.h"
#include "timecontrol/time_control_text.h"
#include "uci/line.h"

namespace chess::fuzz {
namespace {

constexpr size_t kMaxFrame = 4096;

struct Decoded {
  std::string frames;
  bool ok = true;
};

// Everything that comes out when the bytes arrive in pieces of that size.
Decoded Decode(rpc::WebFormat format, std::string_view bytes, size_t piece) {
  rpc::WebDecoder decoder(format, kMaxFrame);
  Decoded decoded;
  for (size_t at = 0; at < bytes.size() && decoded.ok; at += piece) {
    decoded.ok = decoder.Feed(bytes.substr(at, piece));
    while (auto frame = decoder.Next()) {
      FUZZ_CHECK(frame->payload.size() <= kMaxFrame);
      if (frame->trailers) rpc::ParseTrailers(frame->payload);
      decoded.frames += rpc::EncodeWebFrame(frame->trailers, frame->payload);
    }
  }
  if (decoded.ok) decoded.ok = decoder.End();
  FUZZ_CHECK(decoded.ok == decoder.error().empty());
  return decoded;
}

}  // namespace

FUZZ_TARGET(time_control) {
  const auto control = timecontrol::ParseTimeControl(input);
  if (!control.ok()) {
    FUZZ_CHECK(control.error().reason == "TIME_CONTROL_INVALID");
    return;
  }
  const std::string text = timecontrol::FormatTimeControl(*control);
  const auto again = timecontrol::ParseTimeControl(text);
  FUZZ_CHECK(again.ok() && *again == *control);
}

// One byte of format and piece size, then a body.
FUZZ_TARGET(grpc_web) {
  const uint8_t how = TakeByte(&input);
  const auto format = how & 1 ? rpc::WebFormat::kText : rpc::WebFormat::kBinary;
  const Decoded whole = Decode(format, input, input.size() + 1);
  const Decoded pieces = Decode(format, input, static_cast<size_t>(how >> 1) % 7 + 1);
  FUZZ_CHECK(whole.ok == pieces.ok);
  if (whole.ok) FUZZ_CHECK(whole.frames == pieces.frames);
  if (const auto bytes = rpc::Base64Decode(input)) {
    FUZZ_CHECK(rpc::Base64Decode(rpc::Base64Encode(*bytes)) == bytes);
  }
  FUZZ_CHECK(rpc::DecodeGrpcMessage(rpc::EncodeGrpcMessage(input)) == input);
  rpc::DecodeGrpcMessage(input);
  rpc::ParseGrpcTimeoutNs(input);
  rpc::ParseWebContentType(input);
}

FUZZ_TARGET(proto_fields) {
  gateway::PeekFirstField(input);
  size_t bytes = 0;
  for (gateway::WireReader reader(input); reader.Next();) bytes += reader.text().size();
  FUZZ_CHECK(bytes <= input.size());
}

// Lines as an engine may print them.
FUZZ_TARGET(engine_line) {
  uci::Lines lines(true);
  for (size_t start = 0; start <= input.size();) {
    const size_t end = std::min(input.find('\n', start), input.size());
    const std::string_view line = input.substr(start, end - start);
    if (const auto info = uci::ParseInfo(line)) lines.Take(*info);
    if (const auto best = uci::ParseBestMove(line); best && best->move) {
      FUZZ_CHECK(uci::LooksLikeMove(*best->move));
    }
    start = end + 1;
  }
  for (const auto& [rank, info] : lines.by_rank()) {
    FUZZ_CHECK(rank == info.rank);
    for (const std::string& move : info.pv) FUZZ_CHECK(uci::LooksLikeMove(move));
  }
}

}  // namespace chess::fuzz
