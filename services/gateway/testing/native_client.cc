#include "gateway/testing/native_client.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <chrono>

#include "gateway/edge/errors.h"

namespace chess::gateway {
namespace {

std::shared_ptr<grpc::Channel> Connect(int port) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port),
                                   grpc::InsecureChannelCredentials(), arguments);
}

grpc::ByteBuffer ToBuffer(const std::string& message) {
  const grpc::Slice slice(message);
  return grpc::ByteBuffer(&slice, 1);
}

std::string ToText(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.Valid() || !buffer.DumpToSingleSlice(&slice).ok()) return "";
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

void AddAll(grpc::ClientContext& context, const NativeClient::Metadata& metadata) {
  for (const auto& [name, value] : metadata) context.AddMetadata(name, value);
}

}  // namespace

NativeClient::NativeClient(int port) : channel_(Connect(port)), stub_(channel_) {}

NativeClient::~NativeClient() {
  if (context_) context_->TryCancel();
  queue_.Shutdown();
  void* tag;
  bool ok;
  while (queue_.Next(&tag, &ok)) {
  }
}

bool NativeClient::Next() {
  void* tag;
  bool ok = false;
  return queue_.Next(&tag, &ok) && ok;
}

NativeAnswer NativeClient::Call(const std::string& method, const std::string& message,
                                const Metadata& metadata, int timeout_ms) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(timeout_ms));
  AddAll(context, metadata);
  const grpc::ByteBuffer request = ToBuffer(message);
  auto call = stub_.PrepareUnaryCall(&context, method, request, &queue_);
  call->StartCall();
  grpc::ByteBuffer response;
  NativeAnswer answer;
  call->Finish(&response, &answer.status, this);
  Next();
  answer.message = ToText(response);
  answer.reason = ReasonOf(answer.status);
  for (const auto& [name, value] : context.GetServerTrailingMetadata()) {
    answer.trailers.emplace(std::string(name.data(), name.size()),
                            std::string(value.data(), value.size()));
  }
  return answer;
}

void NativeClient::Open(const std::string& method, const std::string& message,
                        const Metadata& metadata) {
  context_ = std::make_unique<grpc::ClientContext>();
  AddAll(*context_, metadata);
  stream_ = stub_.PrepareCall(context_.get(), method, &queue_);
  stream_->StartCall(this);
  Next();
  stream_->WriteLast(ToBuffer(message), {}, this);
  Next();
}

std::optional<std::string> NativeClient::Read() {
  grpc::ByteBuffer buffer;
  stream_->Read(&buffer, this);
  if (!Next()) return std::nullopt;
  return ToText(buffer);
}

grpc::Status NativeClient::Finish() {
  grpc::Status status;
  stream_->Finish(&status, this);
  Next();
  return status;
}

void NativeClient::Cancel() { context_->TryCancel(); }

}  // namespace chess::gateway
