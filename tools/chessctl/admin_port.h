#pragma once
// A service's admin port (rpc/admin_http.h), asked without a library for HTTP.

#include <optional>
#include <string>

namespace chess::chessctl {

struct HostPort {
  std::string host, port;
};
// "HOST:PORT" or "[IPV6]:PORT"; nothing for other text.
std::optional<HostPort> ReadHostPort(const std::string& text);

struct AdminAnswer {
  std::string status_line;  // "HTTP/1.1 200 OK"; empty: there was no answer
  std::string body;
  std::string error;  // why there was none

  bool Is(int status) const;
};
// Sends `line` ("GET /readyz") with `headers` (each ends with CRLF) and reads at most 8 KiB.
// `patience_s` is for connecting, for each write and each read.
AdminAnswer AskAdminPort(const HostPort& where, const std::string& line, const std::string& headers,
                         int patience_s);

}  // namespace chess::chessctl
