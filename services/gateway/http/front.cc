#include "gateway/http/front.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>

#include "base/ids.h"
#include "base/random.h"
#include "gateway/edge/errors.h"
#include "gateway/http/web_call.h"

namespace chess::gateway {
namespace {

namespace http = boost::beast::http;

constexpr char kPolicy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";
constexpr char kSafety[] =
    "x-content-type-options: nosniff\r\nx-frame-options: DENY\r\n"
    "referrer-policy: same-origin\r\ncross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n"
    "permissions-policy: camera=(), microphone=(), geolocation=(), payment=()\r\n";

// What a body may have around its message: the frame's head, and base64.
size_t BodyLimit(const Method& method, rpc::WebFormat format) {
  const size_t frame = method.max_bytes + 5;
  return format == rpc::WebFormat::kText ? (frame + 2) / 3 * 4 + 4 : frame;
}

std::string_view View(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::string_view PathOf(const HttpHeader& header) {
  const std::string_view target = View(header.target());
  return target.substr(0, target.find('?'));
}

std::string Simple(const char* status, std::string_view text, const std::string& headers,
                   bool close, bool head_only = false) {
  std::string answer =
      std::string("HTTP/1.1 ") + status +
      "\r\ncontent-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n" +
      "x-content-type-options: nosniff\r\n" + DateLine() + headers +
      "content-length: " + std::to_string(text.size()) + "\r\n" +
      (close ? "connection: close\r\n\r\n" : "\r\n");
  if (!head_only) answer += text;
  return answer;
}

bool Accepts(const HttpHeader& header, std::string_view coding) {
  const std::string_view accepted = View(header[http::field::accept_encoding]);
  const size_t at = accepted.find(coding);
  if (at == std::string_view::npos) return false;
  std::string_view rest = accepted.substr(at + coding.size());
  rest = rest.substr(0, rest.find(','));
  return rest.find("q=0") == std::string_view::npos || rest.find("q=0.") != std::string_view::npos;
}

// The message in a body of one frame; a status if it is none.
grpc::Status ReadMessage(std::string& body, rpc::WebFormat format, const Method& method,
                         grpc::ByteBuffer* message) {
  const auto malformed = [](const char* why) {
    return Refuse(base::Code::kInvalidArgument, "MALFORMED_MESSAGE", why);
  };
  std::string decoded;
  std::string_view bytes = body;
  if (format == rpc::WebFormat::kText) {
    rpc::WebDecoder decoder(format, method.max_bytes);
    const auto symbols = std::count_if(body.begin(), body.end(), [](char c) {
      return !std::isspace(static_cast<unsigned char>(c));
    });
    if (symbols % 4 != 0) return malformed("The base64 text is cut short.");
    if (!decoder.Feed(body) || !decoder.End()) {
      return decoder.too_long() ? TooLarge(method.max_bytes) : malformed("This is not base64.");
    }
    auto frame = decoder.Next();
    if (!frame || frame->trailers || decoder.Next()) return malformed("One message is wanted.");
    if (frame->compressed) {
      return Refuse(base::Code::kUnimplemented, "MALFORMED_MESSAGE", "No compression here.");
    }
    decoded = std::move(frame->payload);
    const grpc::Slice slice(decoded);
    *message = grpc::ByteBuffer(&slice, 1);
    return {};
  }
  if (bytes.size() < 5) return malformed("The frame is cut short.");
  const auto flags = static_cast<uint8_t>(bytes[0]);
  size_t length = 0;
  for (int i = 1; i < 5; ++i) length = length << 8 | static_cast<uint8_t>(bytes[i]);
  if (flags == 1) {
    return Refuse(base::Code::kUnimplemented, "MALFORMED_MESSAGE", "No compression here.");
  }
  if (flags != 0) return malformed("This is not a message's frame.");
  if (length > method.max_bytes) return TooLarge(method.max_bytes);
  if (length != bytes.size() - 5) return malformed("The frame's length is wrong.");
  const grpc::Slice slice(bytes.data() + 5, length);
  *message = grpc::ByteBuffer(&slice, 1);
  return {};
}

}  // namespace

std::string RequestId(std::string_view given) {
  const bool fine =
      !given.empty() && given.size() <= 64 && std::all_of(given.begin(), given.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
      });
  if (fine) return std::string(given);
  // Unique, not secret: a counter behind the process' own random number.
  static const std::string prefix = base::ToHex(base::SecureBytes(5));
  static std::atomic<uint64_t> count{0};
  char text[24];
  const int n = std::snprintf(text, sizeof(text), "%06llx",
                              static_cast<unsigned long long>(count.fetch_add(1)));
  return prefix + std::string(text, n);
}

std::string_view BearerToken(std::string_view authorization) {
  if (authorization.size() < 7) return {};
  static constexpr std::string_view kScheme = "bearer ";
  for (size_t i = 0; i < kScheme.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(authorization[i])) != kScheme[i]) return {};
  }
  authorization.remove_prefix(kScheme.size());
  while (authorization.starts_with(' ')) authorization.remove_prefix(1);
  while (authorization.ends_with(' ')) authorization.remove_suffix(1);
  return authorization;
}

uint64_t AddressKey(std::string_view address) {
  static const uint64_t seed = std::hash<std::string>()(base::SecureBytes(16));
  return std::hash<std::string_view>()(address) ^ seed;
}

Front::Front(FrontOptions options, const MethodTable& methods, Cors cors, StaticFiles files,
             Hooks hooks)
    : options_(std::move(options)),
      methods_(methods),
      cors_(std::move(cors)),
      files_(std::move(files)),
      hooks_(std::move(hooks)) {
  const std::string& own = options_.content_security_policy;
  policy_lines_ = "content-security-policy: " + (own.empty() ? kPolicy : own) + "\r\n" + kSafety;
}

std::string Front::CorsHeaders(const HttpHeader& header) const {
  const std::string_view origin = View(header[http::field::origin]);
  if (origin.empty()) return "";
  return cors_.Judge(origin, View(header[http::field::host])) == Cors::Verdict::kAllowed
             ? cors_.AnswerHeaders(origin)
             : "";
}

size_t Front::OnHeader(HttpConnection& connection, const HttpHeader& header) {
  const std::string_view target = View(header.target());
  if (!target.starts_with('/')) {
    connection.Answer(Simple("400 Bad Request", "A path is wanted.\n", "", true), true);
    return 0;
  }
  if (header.method() != http::verb::post) return 0;
  const std::string_view origin = View(header[http::field::origin]);
  if (cors_.Judge(origin, View(header[http::field::host])) == Cors::Verdict::kForeign) {
    connection.Answer(Simple("403 Forbidden", "This origin may not call.\n", "", true), true);
    return 0;
  }
  const auto format = rpc::ParseWebContentType(View(header[http::field::content_type]));
  if (!format) {
    connection.Answer(Simple("415 Unsupported Media Type",
                             "gRPC-Web is wanted: application/grpc-web+proto or "
                             "application/grpc-web-text.\n",
                             CorsHeaders(header), true),
                      true);
    return 0;
  }
  const Method* method = methods_.Find(PathOf(header));
  if (method == nullptr) {
    const grpc::Status status =
        Refuse(base::Code::kUnimplemented, "UNKNOWN_METHOD", "There is no such method.");
    connection.Answer(StatusAnswer(*format, status, CorsHeaders(header), true), true);
    return 0;
  }
  return BodyLimit(*method, *format);
}

void Front::OnBodyTooLarge(const HttpConnectionPtr& connection, const HttpHeader& header, size_t) {
  const auto format = rpc::ParseWebContentType(View(header[http::field::content_type]));
  const Method* method = methods_.Find(PathOf(header));
  if (header.method() != http::verb::post || !format || method == nullptr) {
    connection->Answer(Simple("413 Payload Too Large", "No body is wanted.\n", "", true), true);
    return;
  }
  connection->Answer(StatusAnswer(*format, TooLarge(method->max_bytes), CorsHeaders(header), true),
                     true);
}

void Front::OnRequest(const HttpConnectionPtr& connection, HttpRequest& request) {
  switch (request.method()) {
    case http::verb::post:
      return StartCall(connection, request);
    case http::verb::options:
      return Preflight(*connection, request);
    case http::verb::get:
    case http::verb::head:
      return GetFile(*connection, request);
    default:
      connection->Answer(Simple("405 Method Not Allowed", "GET, HEAD, POST or OPTIONS.\n",
                                "allow: GET, HEAD, POST, OPTIONS\r\n", !connection->keep_alive()),
                         !connection->keep_alive());
  }
}

void Front::Preflight(HttpConnection& connection, const HttpHeader& header) {
  const std::string_view origin = View(header[http::field::origin]);
  const auto verdict = cors_.Judge(origin, View(header[http::field::host]));
  const bool close = !connection.keep_alive();
  if (verdict == Cors::Verdict::kForeign) {
    connection.Answer(
        Simple("403 Forbidden", "This origin may not call.\n", "vary: origin\r\n", close), close);
    return;
  }
  std::string lines = "allow: GET, HEAD, POST, OPTIONS\r\n";
  if (verdict == Cors::Verdict::kAllowed) {
    lines +=
        cors_.PreflightHeaders(origin, View(header[http::field::access_control_request_headers]));
  }
  connection.Answer("HTTP/1.1 204 No Content\r\n" + DateLine() + lines +
                        (close ? "connection: close\r\n\r\n" : "\r\n"),
                    close);
}

void Front::GetFile(HttpConnection& connection, const HttpHeader& header) {
  const bool close = !connection.keep_alive();
  const bool head_only = header.method() == http::verb::head;
  const std::string path = DecodeTarget(View(header.target()));
  if (path.empty()) {
    return connection.Answer(Simple("400 Bad Request", "Malformed path.\n", "", close, head_only),
                             close);
  }
  if (path == "/healthz") {
    const bool ready = hooks_.ready();
    return connection.Answer(Simple(ready ? "200 OK" : "503 Service Unavailable",
                                    ready ? "ok\n" : "draining\n", "", close, head_only),
                             close);
  }
  const StaticFilePtr file = path.starts_with("/chess.") || path.starts_with("/grpc.")
                                 ? nullptr
                                 : files_.Find(path, base::SystemClock().SteadyNs() / 1'000'000);
  if (file == nullptr) {
    const bool method = methods_.Find(path) != nullptr;
    return connection.Answer(method ? Simple("405 Method Not Allowed", "POST, please.\n",
                                             "allow: POST, OPTIONS\r\n", close, head_only)
                                    : Simple("404 Not Found", "Not found.\n", "", close, head_only),
                             close);
  }
  std::string lines = std::string("cache-control: ") +
                      (file->immutable ? "public, max-age=31536000, immutable" : "no-cache") +
                      "\r\netag: " + file->etag + "\r\nvary: accept-encoding\r\n" + DateLine() +
                      policy_lines_ + (close ? "connection: close\r\n" : "");
  if (View(header[http::field::if_none_match]).find(file->etag) != std::string_view::npos) {
    return connection.Answer("HTTP/1.1 304 Not Modified\r\n" + lines + "\r\n", close);
  }
  const std::string* body = &file->plain;
  if (!file->brotli.empty() && Accepts(header, "br")) {
    body = &file->brotli;
    lines += "content-encoding: br\r\n";
  } else if (!file->gzip.empty() && Accepts(header, "gzip")) {
    body = &file->gzip;
    lines += "content-encoding: gzip\r\n";
  }
  const std::string head = "HTTP/1.1 200 OK\r\ncontent-type: " + file->content_type + "\r\n" +
                           lines + "content-length: " + std::to_string(body->size()) + "\r\n\r\n";
  connection.Answer(head, close, head_only ? SharedBytes{} : SharedBytes{file, *body});
}

std::string Front::ClientAddress(const HttpConnection& connection, const HttpHeader& header) const {
  if (options_.trusted_hops == 0) return connection.peer();
  std::string_view hops = View(header["x-forwarded-for"]);
  // The last entry was written by the proxy next to us, the one before by the proxy next to it.
  for (int i = 1; i < options_.trusted_hops; ++i) {
    const size_t comma = hops.rfind(',');
    hops = comma == std::string_view::npos ? std::string_view() : hops.substr(0, comma);
  }
  hops = hops.substr(hops.rfind(',') + 1);
  while (hops.starts_with(' ')) hops.remove_prefix(1);
  while (hops.ends_with(' ')) hops.remove_suffix(1);
  return hops.empty() ? connection.peer() : std::string(hops);
}

void Front::StartCall(const HttpConnectionPtr& connection, HttpRequest& request) {
  const auto format = *rpc::ParseWebContentType(View(request[http::field::content_type]));
  const auto call = std::make_shared<WebCall>(connection, format, CorsHeaders(request));
  call->method = methods_.Find(PathOf(request));
  call->started_ns = base::SystemClock().SteadyNs();
  call->received_ms = hooks_.game_time();
  const std::string_view token = BearerToken(View(request[http::field::authorization]));
  call->has_token = !token.empty();
  if (call->has_token) call->token = HashToken(token);
  call->address = AddressKey(ClientAddress(*connection, request));
  call->request_id = RequestId(View(request["x-request-id"]));
  // Two parents are none.
  call->BeginTrace(request.count(rpc::kTraceParent) == 1 ? View(request[rpc::kTraceParent]) : "",
                   View(request[rpc::kTraceState]));
  call->AddHeaders(std::string(rpc::kTraceIdHeader) + ": " + rpc::TraceIdText(call->trace) +
                   "\r\n");
  grpc::Status status = ReadMessage(request.body(), format, *call->method, &call->message);
  const std::string_view timeout = View(request["grpc-timeout"]);
  if (status.ok() && !timeout.empty()) {
    const auto ns = rpc::ParseGrpcTimeoutNs(timeout);
    if (ns) call->timeout_ms = std::max<int64_t>(1, *ns / 1'000'000);
    if (!ns) {
      status = Refuse(base::Code::kInvalidArgument, "INVALID_FIELD", "grpc-timeout is malformed.");
    }
  }
  call->Attach();
  if (!status.ok()) return call->Finish(status);
  hooks_.start(call);
}

}  // namespace chess::gateway
