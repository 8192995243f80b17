#include "chessctl/admin/session.h"

#include <google/protobuf/util/json_util.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/ids.h"
#include "base/random.h"
#include "chessctl/printable.h"
#include "credential/operator.h"
#include "rpc/client.h"
#include "rpc/status.h"

namespace chess::chessctl::admin {
namespace {

using base::Result;

constexpr char kHttps[] = "https://";
constexpr char kHttp[] = "http://";
constexpr int kDefaultTimeoutMs = 10'000;

base::Error UsageError(std::string sentence) {
  return base::MakeError(base::Code::kInvalidArgument, "USAGE", std::move(sentence));
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The first line of the file, without blanks at its end.
Result<std::string> ReadTokenFile(const std::string& path) {
  std::ifstream file(path);
  std::string token;
  if (!std::getline(file, token)) return UsageError("cannot read a token from " + path);
  struct stat about = {};
  if (stat(path.c_str(), &about) == 0 && (about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    std::fprintf(stderr, "chessctl: warning: others can read %s (chmod 600)\n", path.c_str());
  }
  while (!token.empty() && (token.back() == ' ' || token.back() == '\r')) token.pop_back();
  return token;
}

Result<std::string> FindToken(const Flags& flags) {
  Result<std::string> token = Environment("CHESS_OPERATOR_TOKEN");
  if (flags.Has("token-file")) token = ReadTokenFile(flags.Get("token-file"));
  if (!token.ok()) return token;
  if (token->empty()) {
    return UsageError("an operator's token is needed: --token-file FILE or CHESS_OPERATOR_TOKEN");
  }
  if (!credential::IsOperatorToken(*token)) return UsageError("this is no operator's token");
  return token;
}

Result<std::shared_ptr<grpc::Channel>> Connect(std::string server) {
  if (server.empty()) server = Environment("CHESS_SERVER");
  if (server.empty()) return UsageError("--server HOST:PORT (or CHESS_SERVER) is missing");
  const bool secure = server.starts_with(kHttps);
  if (secure) server.erase(0, sizeof(kHttps) - 1);
  if (server.starts_with(kHttp)) server.erase(0, sizeof(kHttp) - 1);
  while (server.ends_with('/')) server.pop_back();
  if (server.empty() || server.find('/') != std::string::npos) {
    return UsageError("a server is HOST:PORT or https://HOST[:PORT]");
  }
  if (!secure) return rpc::MakeChannel(server);
  // An IPv6 address stands in brackets, so a colon behind them is a port's.
  if (server.find(':', server.rfind(']') == std::string::npos ? 0 : server.rfind(']')) ==
      std::string::npos) {
    server += ":443";
  }
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return grpc::CreateCustomChannel(server, grpc::SslCredentials({}), arguments);
}

}  // namespace

const char kCommonUsage[] =
    "options of all admin commands:\n"
    "  --server HOST:PORT   the gateway's gRPC port; https://HOST[:PORT] for TLS  [CHESS_SERVER]\n"
    "  --token-file FILE    the operator's token               [else CHESS_OPERATOR_TOKEN]\n"
    "  --reason TEXT        why (3 to 500 characters); every change needs it\n"
    "  --request-id HEX     32 digits; repeating a change with the same ones does it once\n"
    "  --timeout-ms N       how long to wait for an answer     [10000]\n"
    "  --json               answers for programs\n"
    "Exit status: 0 done, 1 refused or not found, 2 wrong usage, 3 no answer from the server.\n";

FlagSpec WithCommonFlags(FlagSpec own) {
  for (const char* name : {"server", "token-file", "reason", "request-id", "timeout-ms"}) {
    own.options.emplace_back(name);
  }
  own.switches.emplace_back("json");
  own.switches.emplace_back("help");
  return own;
}

Session::Session(std::string name, Flags flags, std::vector<std::string> arguments)
    : name_(std::move(name)), flags_(std::move(flags)), arguments_(std::move(arguments)) {}

Result<std::unique_ptr<Session>> Session::Open(const std::string& name, const Flags& flags,
                                               std::vector<std::string> arguments) {
  std::unique_ptr<Session> session(new Session(name, flags, std::move(arguments)));
  const auto timeout = flags.GetInt("timeout-ms", kDefaultTimeoutMs, 1, 600'000);
  if (!timeout.ok()) return timeout.error();
  session->timeout_ms_ = *timeout;
  session->request_id_ =
      flags.Has("request-id") ? base::FromHex(flags.Get("request-id")) : base::SecureBytes(16);
  if (session->request_id_.size() != 16) {
    return UsageError("--request-id has 32 hexadecimal digits");
  }
  auto token = FindToken(flags);
  if (!token.ok()) return token.error();
  session->token_ = *token;
  auto channel = Connect(flags.Get("server"));
  if (!channel.ok()) return channel.error();
  session->channel_ = *channel;
  return session;
}

void Session::Prepare(grpc::ClientContext& context) const {
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(timeout_ms_));
  context.AddMetadata("authorization", "Bearer " + token_);
}

int Session::PrintJson(const google::protobuf::Message& message) const {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(message, &text, options).ok()) {
    std::fprintf(stderr, "chessctl admin %s: the answer is no JSON\n", name_.c_str());
    return kRefused;
  }
  std::fputs(text.c_str(), stdout);
  return kDone;
}

int Session::Usage(const std::string& sentence) const {
  std::fprintf(stderr, "chessctl admin %s: %s\n(chessctl admin %s --help)\n", name_.c_str(),
               sentence.c_str(), name_.c_str());
  return kWrongUsage;
}

int Session::Refused(const grpc::Status& status) const {
  const base::Error error = rpc::FromGrpc(status);
  const bool away = status.error_code() == grpc::StatusCode::UNAVAILABLE ||
                    status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
  if (json()) {
    nlohmann::json object;
    object["error"]["reason"] = error.reason;
    object["error"]["message"] = error.message;
    object["error"]["metadata"] = nlohmann::json::object();
    for (const auto& [key, value] : error.metadata) object["error"]["metadata"][key] = value;
    object["error"]["requestId"] = base::ToHex(request_id_);
    const auto replace = nlohmann::json::error_handler_t::replace;
    std::fprintf(stderr, "%s\n", object.dump(2, ' ', false, replace).c_str());
    return away ? kUnreachable : kRefused;
  }
  std::fprintf(stderr, "chessctl admin %s: %s: %s\n", name_.c_str(),
               Printable(error.reason).c_str(), Printable(error.message).c_str());
  for (const auto& [key, value] : error.metadata) {
    std::fprintf(stderr, "  %s: %s\n", key.c_str(), Printable(value).c_str());
  }
  // Most often the HTTP port was named, or https:// where nothing speaks TLS.
  if (error.message.find("failed to connect") != std::string::npos) {
    std::fprintf(
        stderr,
        "  the server is the gateway's native gRPC port (not the one of its pages); https:// "
        "only where TLS is\n");
  }
  // Whether a change was made is not known where no answer came: the same request_id finds out.
  if (away && flags_.Has("reason")) {
    std::fprintf(stderr, "  to repeat it safely: --request-id %s\n",
                 base::ToHex(request_id_).c_str());
  }
  return away ? kUnreachable : kRefused;
}

}  // namespace chess::chessctl::admin
