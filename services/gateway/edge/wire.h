#pragma once
// Protobuf's wire form read and written without parsing: the gateway looks at a field or two of
// what it passes on and never builds the messages themselves.

#include <cstdint>
#include <string>
#include <string_view>

namespace chess::gateway {

// Walks the fields of one message. Views point into the bytes given.
//   for (WireReader r(bytes); r.Next();) if (r.field() == 1) use(r.text());
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  // To the next field; false at the end, or where the bytes are malformed (then ok() is false).
  bool Next();
  uint32_t field() const { return field_; }
  // The value of a varint or fixed field; 0 for others.
  uint64_t number() const { return number_; }
  // The bytes of a length-delimited field; empty for others.
  std::string_view text() const { return text_; }
  // True for a length-delimited field.
  bool is_text() const { return is_text_; }
  bool ok() const { return ok_; }

 private:
  bool Varint(uint64_t* value);
  bool Take(size_t n, std::string_view* bytes);

  std::string_view rest_;
  std::string_view text_;
  uint64_t number_ = 0;
  uint32_t field_ = 0;
  bool is_text_ = false;
  bool ok_ = true;
};

// Appends a varint, a length-delimited field, a varint field (left out when 0, as proto3 does).
void AppendVarint(std::string* out, uint64_t value);
void AppendText(std::string* out, uint32_t field, std::string_view bytes);
void AppendNumber(std::string* out, uint32_t field, uint64_t value);

// The first length-delimited field 1 of a message: the game id of a game-scoped request. Empty
// where there is none or the bytes are malformed: a hint, never an error.
std::string_view PeekFirstField(std::string_view message);

}  // namespace chess::gateway
