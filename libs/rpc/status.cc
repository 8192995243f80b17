#include "rpc/status.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <array>

namespace chess::rpc {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;
using google::protobuf::io::StringOutputStream;

// The wire forms below are facts of the public google.rpc messages:
//   Status    { int32 code = 1; string message = 2; repeated Any details = 3; }
//   Any       { string type_url = 1; bytes value = 2; }
//   ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
//   RetryInfo { Duration retry_delay = 1; }    Duration { int64 seconds = 1; int32 nanos = 2; }
constexpr char kErrorInfoType[] = "type.googleapis.com/google.rpc.ErrorInfo";
constexpr char kRetryInfoType[] = "type.googleapis.com/google.rpc.RetryInfo";

constexpr uint32_t kVarint = 0, kLengthDelimited = 2;

// Writes fields of one message to a string.
class Writer {
 public:
  explicit Writer(std::string* out) : stream_(out), coded_(&stream_) {}
  void Text(uint32_t field, const std::string& value) {
    coded_.WriteTag(field << 3 | kLengthDelimited);
    coded_.WriteVarint32(static_cast<uint32_t>(value.size()));
    coded_.WriteString(value);
  }
  void Number(uint32_t field, int64_t value) {
    if (value == 0) return;  // the default is not written
    coded_.WriteTag(field << 3 | kVarint);
    coded_.WriteVarint64(static_cast<uint64_t>(value));
  }

 private:
  StringOutputStream stream_;
  CodedOutputStream coded_;
};

template <typename Fill>
std::string Message(Fill fill) {
  std::string out;
  {
    Writer writer(&out);  // flushes at its end
    fill(writer);
  }
  return out;
}

// Calls on_text(field, bytes) and on_number(field, value) for each field; false if malformed.
template <typename OnText, typename OnNumber>
bool Read(const std::string& bytes, OnText on_text, OnNumber on_number) {
  CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                      static_cast<int>(bytes.size()));
  while (const uint32_t tag = in.ReadTag()) {
    const uint32_t field = tag >> 3;
    if ((tag & 7) == kLengthDelimited) {
      uint32_t size = 0;
      std::string value;
      if (!in.ReadVarint32(&size) || !in.ReadString(&value, static_cast<int>(size))) return false;
      if (!on_text(field, value)) return false;
    } else if ((tag & 7) == kVarint) {
      uint64_t value = 0;
      if (!in.ReadVarint64(&value)) return false;
      on_number(field, static_cast<int64_t>(value));
    } else if (!WireFormatLite::SkipField(&in, tag)) {
      return false;
    }
  }
  return in.ConsumedEntireMessage();
}

const auto kNoNumber = [](uint32_t, int64_t) {};

bool ReadErrorInfo(const std::string& bytes, base::Error* error) {
  return Read(
      bytes,
      [error](uint32_t field, const std::string& value) {
        if (field == 1) error->reason = value;
        if (field != 3) return true;
        std::pair<std::string, std::string> entry;
        const bool good = Read(
            value,
            [&entry](uint32_t part, const std::string& text) {
              if (part == 1) entry.first = text;
              if (part == 2) entry.second = text;
              return true;
            },
            kNoNumber);
        if (good) error->metadata.push_back(std::move(entry));
        return good;
      },
      kNoNumber);
}

bool ReadRetryInfo(const std::string& bytes, base::Error* error) {
  return Read(
      bytes,
      [error](uint32_t field, const std::string& duration) {
        if (field != 1) return true;
        int64_t seconds = 0, nanos = 0;
        const bool good = Read(
            duration, [](uint32_t, const std::string&) { return true; },
            [&](uint32_t part, int64_t value) { (part == 1 ? seconds : nanos) = value; });
        error->retry_after_ms = seconds * 1000 + nanos / 1'000'000;
        return good;
      },
      kNoNumber);
}

std::string Any(const char* type, const std::string& value) {
  return Message([&](Writer& w) {
    w.Text(1, type);
    w.Text(2, value);
  });
}

struct CodePair {
  base::Code ours;
  grpc::StatusCode grpc;
  const char* name;
};

constexpr std::array<CodePair, 13> kCodes = {{
    {base::Code::kInvalidArgument, grpc::StatusCode::INVALID_ARGUMENT, "INVALID_ARGUMENT"},
    {base::Code::kNotFound, grpc::StatusCode::NOT_FOUND, "NOT_FOUND"},
    {base::Code::kAlreadyExists, grpc::StatusCode::ALREADY_EXISTS, "ALREADY_EXISTS"},
    {base::Code::kPermissionDenied, grpc::StatusCode::PERMISSION_DENIED, "PERMISSION_DENIED"},
    {base::Code::kUnauthenticated, grpc::StatusCode::UNAUTHENTICATED, "UNAUTHENTICATED"},
    {base::Code::kFailedPrecondition, grpc::StatusCode::FAILED_PRECONDITION, "FAILED_PRECONDITION"},
    {base::Code::kAborted, grpc::StatusCode::ABORTED, "ABORTED"},
    {base::Code::kOutOfRange, grpc::StatusCode::OUT_OF_RANGE, "OUT_OF_RANGE"},
    {base::Code::kResourceExhausted, grpc::StatusCode::RESOURCE_EXHAUSTED, "RESOURCE_EXHAUSTED"},
    {base::Code::kUnavailable, grpc::StatusCode::UNAVAILABLE, "UNAVAILABLE"},
    {base::Code::kDeadlineExceeded, grpc::StatusCode::DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED"},
    {base::Code::kUnimplemented, grpc::StatusCode::UNIMPLEMENTED, "UNIMPLEMENTED"},
    {base::Code::kInternal, grpc::StatusCode::INTERNAL, "INTERNAL"},
}};

// At most kMaxErrorText bytes of `text`, cut between characters. Trailers that are too long are not
// delivered at all, and what a caller sent may be quoted in an error.
std::string Clipped(const std::string& text) {
  if (text.size() <= kMaxErrorText) return text;
  static constexpr char kMore[] = "\u2026";
  size_t size = kMaxErrorText - (sizeof(kMore) - 1);
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  return text.substr(0, size) + kMore;
}

}  // namespace

grpc::StatusCode ToGrpcCode(base::Code code) {
  for (const CodePair& pair : kCodes) {
    if (pair.ours == code) return pair.grpc;
  }
  return grpc::StatusCode::INTERNAL;
}

base::Code FromGrpcCode(grpc::StatusCode code) {
  for (const CodePair& pair : kCodes) {
    if (pair.grpc == code) return pair.ours;
  }
  // CANCELLED: our caller went away, or the peer is stopping; UNKNOWN and DATA_LOSS: a fault.
  return code == grpc::StatusCode::CANCELLED ? base::Code::kUnavailable : base::Code::kInternal;
}

const char* CodeName(grpc::StatusCode code) {
  for (const CodePair& pair : kCodes) {
    if (pair.grpc == code) return pair.name;
  }
  switch (code) {
    case grpc::StatusCode::OK:
      return "OK";
    case grpc::StatusCode::CANCELLED:
      return "CANCELLED";
    case grpc::StatusCode::DATA_LOSS:
      return "DATA_LOSS";
    default:
      return "UNKNOWN";
  }
}

std::string EncodeDetails(const base::Error& error) {
  const std::string info = Message([&](Writer& w) {
    w.Text(1, error.reason);
    w.Text(2, kErrorDomain);
    for (const auto& [key, value] : error.metadata) {
      w.Text(3, Message([&](Writer& entry) {
               entry.Text(1, key);
               entry.Text(2, Clipped(value));
             }));
    }
  });
  return Message([&](Writer& w) {
    w.Number(1, ToGrpcCode(error.code));
    w.Text(2, Clipped(error.message));
    w.Text(3, Any(kErrorInfoType, info));
    if (error.retry_after_ms <= 0) return;
    const std::string duration = Message([&](Writer& d) {
      d.Number(1, error.retry_after_ms / 1000);
      d.Number(2, error.retry_after_ms % 1000 * 1'000'000);
    });
    w.Text(3, Any(kRetryInfoType, Message([&](Writer& r) { r.Text(1, duration); })));
  });
}

bool DecodeDetails(const std::string& bytes, base::Error* error) {
  return Read(
      bytes,
      [error](uint32_t field, const std::string& value) {
        if (field == 2) error->message = value;
        if (field != 3) return true;
        std::string type, detail;
        const bool good = Read(
            value,
            [&](uint32_t part, const std::string& text) {
              if (part == 1) type = text;
              if (part == 2) detail = text;
              return true;
            },
            kNoNumber);
        if (!good) return false;
        if (type == kErrorInfoType) return ReadErrorInfo(detail, error);
        if (type == kRetryInfoType) return ReadRetryInfo(detail, error);
        return true;  // a detail of a kind we do not use
      },
      [error](uint32_t field, int64_t value) {
        if (field == 1) error->code = FromGrpcCode(static_cast<grpc::StatusCode>(value));
      });
}

grpc::Status ToGrpc(const base::Error& error) {
  return grpc::Status(ToGrpcCode(error.code), Clipped(error.message), EncodeDetails(error));
}

base::Error FromGrpc(const grpc::Status& status) {
  base::Error error;
  const bool good =
      !status.error_details().empty() && DecodeDetails(status.error_details(), &error);
  if (!good) error = {};
  // The status line is what the transport says and wins over the details' copy.
  error.code = FromGrpcCode(status.error_code());
  error.message = status.error_message();
  if (error.reason.empty()) error.reason = CodeName(status.error_code());
  return error;
}

}  // namespace chess::rpc
