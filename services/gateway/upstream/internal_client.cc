#include "gateway/upstream/internal_client.h"

#include <grpcpp/client_context.h>

#include <boost/asio/post.hpp>
#include <chrono>
#include <optional>
#include <vector>

#include "gateway/edge/errors.h"
#include "rpc/call_context.h"
#include "rpc/client.h"

namespace chess::gateway {

struct InternalClient::Question : Completions::Waiter {
  void Completed() override { client->Answered(std::move(self)); }

  InternalClient* client;
  std::shared_ptr<Question> self;  // while gRPC has it
  Endpoints* endpoints;
  std::string path, hint;
  std::chrono::system_clock::time_point deadline;
  rpc::Trace trace;
  InternalDone done;
  std::vector<EndpointPtr> tried;
  std::optional<grpc::ClientContext> context;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
  grpc::ByteBuffer request, answer;
  grpc::Status status;
};

void InternalClient::Ask(Endpoints& endpoints, const char* path, const std::string& request,
                         int64_t timeout_ms, std::string_view hint, InternalDone done) {
  if (stopped_) return;
  auto question = std::make_shared<Question>();
  question->endpoints = &endpoints;
  question->path = path;
  question->hint = hint;
  question->deadline = std::chrono::system_clock::now() + std::chrono::milliseconds(timeout_ms);
  question->done = std::move(done);
  const rpc::Trace* current = rpc::CurrentTrace();
  question->trace = current != nullptr ? *current : rpc::NewTrace(rpc::Begin::kChore);
  const grpc::Slice slice(request);
  question->request = grpc::ByteBuffer(&slice, 1);
  Send(std::move(question));
}

void InternalClient::Send(std::shared_ptr<Question> question) {
  const EndpointPtr endpoint = question->endpoints->Pick(question->hint, question->tried);
  if (endpoint == nullptr) {
    question->status = Refuse(base::Code::kUnavailable, "DEPENDENCY_AWAY",
                              "No replica of " + question->endpoints->name() + " is known.");
    boost::asio::post(io_, [question] { question->done(question->status, {}); });
    return;
  }
  under_way_.insert(question);
  question->tried.push_back(endpoint);
  question->answer.Clear();
  question->reader.reset();  // lives in the call that the context holds
  grpc::ClientContext& context = question->context.emplace();
  context.set_deadline(question->deadline);
  context.AddMetadata(rpc::kMetaServiceKey, secret_);
  context.AddMetadata(rpc::kMetaService, "gateway");
  rpc::AddTrace(question->trace, context);
  question->client = this;
  question->self = question;
  question->reader = endpoint->stub.PrepareUnaryCall(&context, question->path, question->request,
                                                     completions_.queue());
  question->reader->StartCall();
  question->reader->Finish(&question->answer, &question->status,
                           static_cast<Completions::Waiter*>(question.get()));
}

void InternalClient::Stop() {
  stopped_ = true;
  for (const auto& question : under_way_) question->context->TryCancel();
}

void InternalClient::Answered(std::shared_ptr<Question> question) {
  under_way_.erase(question);
  if (stopped_) return;
  Endpoint& endpoint = *question->tried.back();
  const grpc::Status& status = question->status;
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
    const std::string reason = ReasonOf(status);
    if (reason.empty() || reason == "DRAINING") {
      question->endpoints->Failed(endpoint);
      if (question->tried.size() < 2 && question->endpoints->size() > 1) {
        return Send(std::move(question));
      }
    }
  } else {
    question->endpoints->Succeeded(endpoint);
  }
  grpc::Slice slice;
  std::string_view answer;
  if (status.ok() && question->answer.Valid() && question->answer.DumpToSingleSlice(&slice).ok()) {
    answer = {reinterpret_cast<const char*>(slice.begin()), slice.size()};
  }
  question->done(status, answer);
}

}  // namespace chess::gateway
