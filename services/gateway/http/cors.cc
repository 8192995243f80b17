#include "gateway/http/cors.h"

#include <algorithm>
#include <cctype>

namespace chess::gateway {
namespace {

constexpr const char* kExposed =
    "grpc-status,grpc-message,grpc-status-details-bin,x-request-id,x-chess-trace-id";
constexpr const char* kHeaders[] = {"authorization", "content-type", "grpc-timeout",
                                    "x-grpc-web",    "x-user-agent", "x-request-id",
                                    "traceparent",   "tracestate"};

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// "localhost:5173", "127.0.0.1", "[::1]:80".
bool IsLoopback(std::string_view host) {
  const size_t colon = host.ends_with(']') ? std::string_view::npos : host.rfind(':');
  host = host.substr(0, colon);
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

bool IsToken(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
  });
}

}  // namespace

Cors::Cors(std::string_view allowed_origins) {
  while (!allowed_origins.empty()) {
    const size_t comma = std::min(allowed_origins.find(','), allowed_origins.size());
    std::string origin = Lower(allowed_origins.substr(0, comma));
    allowed_origins.remove_prefix(std::min(comma + 1, allowed_origins.size()));
    while (!origin.empty() && (origin.back() == '/' || origin.back() == ' ')) origin.pop_back();
    while (!origin.empty() && origin.front() == ' ') origin.erase(0, 1);
    if (origin == "*") any_ = true;
    if (!origin.empty()) origins_.push_back(std::move(origin));
  }
}

Cors::Verdict Cors::Judge(std::string_view origin, std::string_view host) const {
  if (origin.empty()) return Verdict::kNone;
  const std::string lower = Lower(origin);
  const size_t slashes = lower.find("://");
  if (slashes != std::string::npos && !host.empty()) {
    const std::string origin_host = lower.substr(slashes + 3);
    const std::string own_host = Lower(host);
    if (origin_host == own_host) return Verdict::kNone;
    // A development server on this machine that passes calls on.
    if (IsLoopback(origin_host) && IsLoopback(own_host)) return Verdict::kNone;
  }
  if (any_ || std::find(origins_.begin(), origins_.end(), lower) != origins_.end()) {
    return Verdict::kAllowed;
  }
  return Verdict::kForeign;
}

std::string Cors::AnswerHeaders(std::string_view origin) const {
  std::string lines = "access-control-allow-origin: ";
  lines += any_ ? std::string_view("*") : origin;
  lines += "\r\nvary: origin\r\naccess-control-expose-headers: ";
  return lines + kExposed + "\r\n";
}

std::string Cors::PreflightHeaders(std::string_view origin, std::string_view asked) const {
  std::string allowed;
  for (const char* name : kHeaders) allowed += (allowed.empty() ? "" : ",") + std::string(name);
  for (int n = 0; !asked.empty() && n < 32; ++n) {
    const size_t comma = std::min(asked.find(','), asked.size());
    std::string name = Lower(asked.substr(0, comma));
    asked.remove_prefix(std::min(comma + 1, asked.size()));
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    const bool known =
        std::find(std::begin(kHeaders), std::end(kHeaders), name) != std::end(kHeaders);
    if (!known && IsToken(name)) allowed += "," + name;
  }
  return "access-control-allow-origin: " + std::string(any_ ? "*" : origin) +
         "\r\nvary: origin\r\naccess-control-allow-methods: POST\r\n"
         "access-control-allow-headers: " +
         allowed + "\r\naccess-control-max-age: 7200\r\n";
}

}  // namespace chess::gateway
