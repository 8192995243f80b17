// Rows of the game log as bytes: whatever a disk or a newer release may hold, a replica refuses it
// or carries it out, and never falls.

#include <google/protobuf/stubs/logging.h>

#include <string>

#include "fuzz/rule_choice.h"
#include "fuzz/target.h"
#include "game/log_convert.h"

namespace chess::fuzz {

// Rows behind each other: two bytes of length, then the protobuf of a decision.
FUZZ_TARGET(log) {
  google::protobuf::SetLogHandler(nullptr);  // it would tell of every text that is no UTF-8
  match::State state;
  for (int64_t seq = 1; !input.empty() && seq < 300; ++seq) {
    const size_t length = static_cast<size_t>(TakeByte(&input)) << 8 | TakeByte(&input);
    game::LogRow row{seq, std::string(16, '\1'), 1'800'000'000'000 + seq * 1000,
                     std::string(input.substr(0, length))};
    input.remove_prefix(std::min(length, input.size()));
    const auto decoded = game::DecodeRow("Game0001", row);
    if (!decoded.ok()) {
      FUZZ_CHECK(!decoded.error().reason.empty());
      return;
    }
    if (!match::Apply(state, *decoded).ok()) return;
    // What was read is written again in a form that reads the same.
    const auto again = game::DecodeRow("Game0001", game::EncodeRow(*decoded));
    FUZZ_CHECK(again.ok());
  }
}

}  // namespace chess::fuzz
