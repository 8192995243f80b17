#pragma once
// Which pages may call us. Our own always (same origin); others where the operator lists them.
// There are no cookies here: no answer ever allows credentials.

#include <string>
#include <string_view>
#include <vector>

namespace chess::gateway {

class Cors {
 public:
  // Origins with commas ("https://play.example"), or "*" for any.
  explicit Cors(std::string_view allowed_origins);

  // How a request with this Origin is to be treated. `host` is the Host header.
  enum class Verdict {
    kNone,     // no Origin, our own, or both on this machine: no headers needed
    kAllowed,  // listed: answers say so
    kForeign   // refused
  };
  Verdict Judge(std::string_view origin, std::string_view host) const;

  // Header lines (each with its line end) for answers to an allowed origin.
  std::string AnswerHeaders(std::string_view origin) const;
  // The same for a preflight. `asked` is Access-Control-Request-Headers: what is harmless of it is
  // allowed besides the list that gRPC-Web needs.
  std::string PreflightHeaders(std::string_view origin, std::string_view asked) const;

 private:
  std::vector<std::string> origins_;
  bool any_ = false;
};

}  // namespace chess::gateway
