#pragma once
// One run of `chessctl admin …`: options, the connection to the gateway, the operator's token, and
// how answers and refusals are shown. Commands stay free of all that.

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "chessctl/flags.h"

namespace google::protobuf {
class Message;
}  // namespace google::protobuf
namespace chess::chessctl::admin {

// Exit status of every command under `chessctl admin`.
inline constexpr int kDone = 0;
inline constexpr int kRefused = 1;      // not found, not allowed, not possible
inline constexpr int kWrongUsage = 2;   // the command line is wrong
inline constexpr int kUnreachable = 3;  // no answer from the server

// Options that every command takes; `help` is handled before.
FlagSpec WithCommonFlags(FlagSpec own);
extern const char kCommonUsage[];

class Session {
 public:
  // Reads the token and opens the connection. USAGE: a sentence about what is missing or wrong.
  // `name` is the command's, for messages; `arguments` are those after the command's own words.
  static base::Result<std::unique_ptr<Session>> Open(const std::string& name, const Flags& flags,
                                                     std::vector<std::string> arguments);

  const Flags& flags() const { return flags_; }
  const std::vector<std::string>& arguments() const { return arguments_; }
  bool json() const { return flags_.Has("json"); }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // --- What changing requests carry ---
  // 16 bytes: --request-id, or drawn once for this run.
  const std::string& request_id() const { return request_id_; }
  // --reason; empty where there is none (the server wants 3 to 500 characters).
  std::string reason() const { return flags_.Get("reason"); }

  // --- Calls ---
  // stub.Method(request) with deadline and token: kDone, or the refusal is shown and it is
  // kRefused or kUnreachable.
  //   if (const int status = session.Call(*stub, &Stub::GetX, request, &response)) return status;
  template <typename Stub, typename Request, typename Response>
  int Call(Stub& stub,
           grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
           const Request& request, Response* response) {
    const grpc::Status status = Ask(stub, method, request, response);
    return status.ok() ? kDone : Refused(status);
  }
  // The same without a word about a failure.
  template <typename Stub, typename Request, typename Response>
  grpc::Status Ask(Stub& stub,
                   grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                   const Request& request, Response* response) {
    grpc::ClientContext context;
    Prepare(context);
    return (stub.*method)(&context, request, response);
  }
  // The same for a list: asks page after page until there are `limit` rows (counted by `rows`) or
  // all, and joins the answers; the page of the last answer says whether there are more.
  template <typename Stub, typename Request, typename Response, typename Rows>
  int CallPages(Stub& stub,
                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                Request request, int limit, Rows rows, Response* all) {
    while (true) {
      request.mutable_page()->set_page_size(std::min(limit - rows(*all), 100));
      Response page;
      if (const int status = Call(stub, method, request, &page)) return status;
      const std::string next = page.page().next_page_token();
      all->MergeFrom(page);
      *all->mutable_page() = page.page();
      if (next.empty() || rows(*all) >= limit) return kDone;
      request.mutable_page()->set_page_token(next);
    }
  }

  // --- What is said ---
  // An answer as JSON (proto3's mapping, every field) on standard output; kDone.
  int PrintJson(const google::protobuf::Message& message) const;
  // A sentence about the command line on standard error; kWrongUsage.
  int Usage(const std::string& sentence) const;
  // A failed call on standard error, for people or (--json) for programs.
  int Refused(const grpc::Status& status) const;

 private:
  Session(std::string name, Flags flags, std::vector<std::string> arguments);
  void Prepare(grpc::ClientContext& context) const;

  std::string name_;
  Flags flags_;
  std::vector<std::string> arguments_;
  std::string token_;
  std::string request_id_;
  int timeout_ms_ = 0;
  std::shared_ptr<grpc::Channel> channel_;
};

}  // namespace chess::chessctl::admin
