#pragma once
// A byte stream with unlimited look-ahead that knows its line and column: what the PGN reader
// reads from, so that files of any size are read with a small buffer. Not thread-safe.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace chess::rules {

// Puts up to `size` bytes into `data` and returns how many; 0 means the end.
using PgnSource = std::function<size_t(char* data, size_t size)>;

// A source over text that outlives it.
PgnSource PgnFromText(std::string_view text);

// Where something stands in the input. Lines and columns count from 1, columns in bytes.
struct PgnPlace {
  uint32_t line = 1;
  uint32_t column = 1;
  uint64_t offset = 0;  // bytes from the start of the stream
};

class PgnInput {
 public:
  static constexpr int kEnd = -1;

  // Skips a UTF-8 byte order mark.
  explicit PgnInput(PgnSource source);

  // The byte `ahead` places on, or kEnd.
  int Peek(size_t ahead = 0) {
    if (at_ + ahead < buffer_.size() || Fill(ahead)) {
      return static_cast<unsigned char>(buffer_[at_ + ahead]);
    }
    return kEnd;
  }
  // Takes one byte. LF, CR LF and a lone CR each end one line.
  int Get();
  void Skip(size_t count);
  // Takes the rest of the line and its end.
  void SkipLine();

  bool AtEnd() { return Peek() == kEnd; }
  bool AtLineStart() const { return place_.column == 1; }
  const PgnPlace& place() const { return place_; }

 private:
  bool Fill(size_t ahead);

  PgnSource source_;
  std::string buffer_;
  size_t at_ = 0;
  bool drained_ = false;
  PgnPlace place_;
};

}  // namespace chess::rules
