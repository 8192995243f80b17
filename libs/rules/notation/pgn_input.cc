#include "rules/notation/pgn_input.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace chess::rules {
namespace {
constexpr size_t kChunk = 64 * 1024;
}  // namespace

PgnSource PgnFromText(std::string_view text) {
  return [text](char* data, size_t size) mutable {
    const size_t count = std::min(size, text.size());
    std::memcpy(data, text.data(), count);
    text.remove_prefix(count);
    return count;
  };
}

PgnInput::PgnInput(PgnSource source) : source_(std::move(source)) {
  if (Peek(0) == 0xEF && Peek(1) == 0xBB && Peek(2) == 0xBF) {
    at_ = 3;
    place_.offset = 3;
  }
}

bool PgnInput::Fill(size_t ahead) {
  if (at_ >= kChunk) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  while (!drained_ && at_ + ahead >= buffer_.size()) {
    const size_t old_size = buffer_.size();
    buffer_.resize(old_size + kChunk);
    const size_t count = source_(buffer_.data() + old_size, kChunk);
    buffer_.resize(old_size + count);
    drained_ = count == 0;
  }
  return at_ + ahead < buffer_.size();
}

int PgnInput::Get() {
  const int byte = Peek();
  if (byte == kEnd) return kEnd;
  ++at_;
  ++place_.offset;
  const bool ends_line = byte == '\n' || (byte == '\r' && Peek() != '\n');
  if (ends_line) {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  return byte;
}

void PgnInput::Skip(size_t count) {
  for (size_t i = 0; i < count; ++i) Get();
}

void PgnInput::SkipLine() {
  const uint32_t line = place_.line;
  while (place_.line == line && Get() != kEnd) {
  }
}

}  // namespace chess::rules
