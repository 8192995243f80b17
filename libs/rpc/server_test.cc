#include "rpc/server.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/client_callback.h>
#include <grpcpp/support/method_handler.h>
#include <grpcpp/support/server_callback.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <future>
#include <mutex>
#include <thread>

#include "rpc/client.h"
#include "rpc/handler.h"
#include "rpc/log.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::rpc {
namespace {

using testing::WaitFor;

// A service without generated code: one unary method over bytes, so that this library's tests need
// no proto of the platform.
class EchoService : public grpc::Service {
 public:
  using Answer = std::function<base::Status(const CallContext&)>;
  EchoService(const char* path, Answer answer) : answer_(std::move(answer)) {
    AddMethod(
        new grpc::internal::RpcServiceMethod(path, grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
    MarkMethodCallback(
        0, new grpc::internal::CallbackUnaryHandler<grpc::ByteBuffer, grpc::ByteBuffer>(
               [this](grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                      grpc::ByteBuffer* response) {
                 ++calls;
                 *response = *request;
                 const CallContext call = CallContext::From(*context);
                 NoteGame(*context, game);
                 return Finish(context, answer_(call));
               }));
  }
  std::atomic<int> calls{0};
  std::string game;  // the one that calls are about

 private:
  Answer answer_;
};

struct Outcome {
  grpc::Status status;
  std::string body;
};

// One unary call by its path.
Outcome Call(const std::shared_ptr<grpc::Channel>& channel, const std::string& path,
             grpc::ClientContext& context) {
  grpc::GenericStub stub(channel);
  const grpc::Slice slice("hello");
  const grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  std::promise<grpc::Status> done;
  stub.UnaryCall(&context, path, grpc::StubOptions(), &request, &response,
                 [&done](grpc::Status status) { done.set_value(status); });
  Outcome outcome{done.get_future().get(), ""};
  std::vector<grpc::Slice> slices;
  if (outcome.status.ok() && response.Dump(&slices).ok()) {
    for (const grpc::Slice& s : slices) {
      outcome.body.append(reinterpret_cast<const char*>(s.begin()), s.size());
    }
  }
  return outcome;
}

constexpr char kPublic[] = "/chess.test.v1.EchoService/Echo";
constexpr char kInternal[] = "/chess.test.internal.v1.EchoService/Echo";
constexpr char kHealth[] = "/grpc.health.v1.Health/Check";

class ServerTest : public ::testing::Test {
 protected:
  ServerTest() {
    SetLogSink([this](const std::string& line) {
      std::lock_guard lock(mutex_);
      log_ += line;
    });
    ServerOptions options;
    options.service_secret = "s3cret";
    options.log_level = "debug";
    options.drain_deadline_ms = 5000;
    server_ = std::make_unique<Server>("game", options, registry_);
    server_->AddPublic(&open_);
    server_->AddInternal(&internal_);
    server_->AddReadiness("postgres", [this] { return postgres_.load(); });
    EXPECT_TRUE(server_->Start().ok());
  }
  ~ServerTest() override {
    server_.reset();
    SetLogSink(nullptr);
  }
  Peer MakePeer(int port, const std::string& secret = "s3cret") {
    return Peer("game", "127.0.0.1:" + std::to_string(port), secret, "lobby");
  }
  Outcome CallWith(const Peer& peer, const std::string& path, const CallContext* who = nullptr) {
    grpc::ClientContext context;
    peer.Prepare(context, 5000, who);
    return Call(peer.channel(), path, context);
  }
  std::string Log() {
    std::lock_guard lock(mutex_);
    return log_;
  }

  std::mutex mutex_;
  std::string log_;
  CallContext seen_;
  base::Status answer_;
  std::atomic<bool> postgres_{true};
  metrics::Registry registry_;
  EchoService open_{kPublic, [this](const CallContext& call) {
                      seen_ = call;
                      return answer_;
                    }};
  EchoService internal_{kInternal, [](const CallContext&) { return base::Status(); }};
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, ServesACallThatShowsTheServiceKey) {
  const Outcome outcome = CallWith(MakePeer(server_->public_port()), kPublic);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(outcome.body, "hello");
  EXPECT_EQ(seen_.caller, "lobby");
  EXPECT_TRUE(seen_.is_service);
  EXPECT_FALSE(seen_.request_id.empty());
}

TEST_F(ServerTest, RefusesCallsWithoutOrWithAWrongKeyBeforeAnyHandler) {
  for (const int port : {server_->public_port(), server_->internal_port()}) {
    for (const char* path : {kPublic, kInternal, "/chess.test.v1.EchoService/Unknown"}) {
      const Outcome wrong = CallWith(MakePeer(port, "wrong"), path);
      EXPECT_EQ(wrong.status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
      EXPECT_NE(wrong.status.error_message().find("SERVICE_KEY_WRONG"), std::string::npos);
      grpc::ClientContext bare;
      const Outcome missing = Call(MakePeer(port).channel(), path, bare);
      EXPECT_EQ(missing.status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
      EXPECT_NE(missing.status.error_message().find("SERVICE_KEY_MISSING"), std::string::npos);
    }
  }
  EXPECT_EQ(open_.calls, 0);
  EXPECT_EQ(internal_.calls, 0);
}

TEST_F(ServerTest, InternalServicesAreNotOnThePublicPort) {
  EXPECT_EQ(CallWith(MakePeer(server_->public_port()), kInternal).status.error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_TRUE(CallWith(MakePeer(server_->internal_port()), kInternal).status.ok());
}

TEST_F(ServerTest, HealthNeedsNoKeyAndFollowsReadiness) {
  // HealthCheckResponse{status: SERVING = 1, NOT_SERVING = 2}; the request of Call is no message
  // of that service, so an empty one is sent by hand.
  const auto health = [this] {
    grpc::GenericStub stub(MakePeer(server_->public_port()).channel());
    grpc::ClientContext context;
    const grpc::Slice nothing("");
    const grpc::ByteBuffer request(&nothing, 1);
    grpc::ByteBuffer response;
    std::promise<grpc::Status> done;
    stub.UnaryCall(&context, kHealth, grpc::StubOptions(), &request, &response,
                   [&done](grpc::Status status) { done.set_value(status); });
    const grpc::Status status = done.get_future().get();
    EXPECT_TRUE(status.ok()) << status.error_message();
    grpc::Slice slice;
    EXPECT_TRUE(response.DumpToSingleSlice(&slice).ok());
    return slice.size() == 2 ? static_cast<int>(slice.begin()[1]) : -1;
  };
  EXPECT_TRUE(WaitFor([&] { return health() == 1; }));
  postgres_ = false;
  EXPECT_FALSE(server_->Ready());
  EXPECT_TRUE(WaitFor([&] { return health() == 2; }));
  EXPECT_NE(Log().find("\"missing\":\"postgres\""), std::string::npos);
}

// One question and its answer on a bidirectional stream.
class Asker : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  Asker(grpc::GenericStub& stub, grpc::ClientContext* context, const std::string& path,
        const std::string& question) {
    stub.PrepareBidiStreamingCall(context, path, grpc::StubOptions(), this);
    const grpc::Slice slice(question);
    question_ = grpc::ByteBuffer(&slice, 1);
    StartWriteLast(&question_, grpc::WriteOptions());
    StartRead(&answer_);
    StartCall();
  }
  void OnReadDone(bool ok) override {
    grpc::Slice slice;
    if (ok && answer_.DumpToSingleSlice(&slice).ok()) {
      text_.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
  }
  void OnDone(const grpc::Status& status) override { done_.set_value(status); }
  grpc::Status Wait() { return done_.get_future().get(); }
  const std::string& text() const { return text_; }

 private:
  grpc::ByteBuffer question_, answer_;
  std::string text_;
  std::promise<grpc::Status> done_;
};

TEST_F(ServerTest, ReflectionNeedsNoKeyAndListsTheServices) {
  grpc::GenericStub stub(MakePeer(server_->public_port()).channel());
  grpc::ClientContext context;
  // ServerReflectionRequest{list_services: "*"}
  Asker asker(stub, &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
              "\x3a\x01*");
  const grpc::Status status = asker.Wait();
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_NE(asker.text().find("grpc.health.v1.Health"), std::string::npos) << asker.text();
}

TEST_F(ServerTest, PassesThePlayersIdentityOn) {
  CallContext who;
  who.player_id = {"AbCdEfGh1234"};
  who.name = "Vera";
  who.scopes = {"play", "read"};
  who.session_id = "s9";
  who.received_ms = 1'700'000'000'123;
  who.rtt_ms = 80;
  who.rtt_min_ms = 60;
  who.request_id = "trace-1";
  ASSERT_TRUE(CallWith(MakePeer(server_->public_port()), kPublic, &who).status.ok());
  EXPECT_EQ(seen_.player_id, who.player_id);
  EXPECT_EQ(seen_.name, "Vera");
  EXPECT_EQ(seen_.scopes, who.scopes);
  EXPECT_EQ(seen_.session_id, "s9");
  EXPECT_EQ(seen_.received_ms, who.received_ms);
  EXPECT_EQ(seen_.rtt_ms, 80);
  EXPECT_EQ(seen_.rtt_min_ms, 60);
  EXPECT_EQ(seen_.request_id, "trace-1");
  EXPECT_FALSE(seen_.is_service);
}

TEST_F(ServerTest, CarriesReasonAndRetryToTheCaller) {
  base::Error error = base::MakeError(base::Code::kResourceExhausted, "RATE", "Slow down.");
  error.retry_after_ms = 3000;
  answer_ = error;
  const base::Error got = FromGrpc(CallWith(MakePeer(server_->public_port()), kPublic).status);
  EXPECT_EQ(got.code, base::Code::kResourceExhausted);
  EXPECT_EQ(got.reason, "RATE");
  EXPECT_EQ(got.retry_after_ms, 3000);
}

TEST_F(ServerTest, CountsAndLogsCallsButNeverTheKey) {
  ASSERT_TRUE(CallWith(MakePeer(server_->public_port()), kPublic).status.ok());
  answer_ = base::MakeError(base::Code::kInternal, "SQL", "broken");
  EXPECT_FALSE(CallWith(MakePeer(server_->public_port()), kPublic).status.ok());
  const std::string line =
      "grpc_server_handled_total{grpc_code=\"INTERNAL\",grpc_method=\"Echo\","
      "grpc_service=\"chess.test.v1.EchoService\"} 1";
  EXPECT_TRUE(WaitFor([&] { return registry_.Render().find(line) != std::string::npos; }))
      << registry_.Render();
  EXPECT_NE(registry_.Render().find("grpc_server_handling_seconds_count"), std::string::npos);
  EXPECT_NE(Log().find("\"code\":\"INTERNAL\",\"reason\":\"SQL\""), std::string::npos) << Log();
  EXPECT_EQ(Log().find("s3cret"), std::string::npos);
}

TEST_F(ServerTest, ACallIsAChildOfTheSpanThatCallsIt) {
  CallContext who;
  ASSERT_TRUE(ParseTraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                               &who.trace));
  who.trace.state = "other=tool";
  EXPECT_TRUE(CallWith(MakePeer(server_->public_port()), kPublic, &who).status.ok());
  EXPECT_EQ(TraceIdText(seen_.trace), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(SpanIdText(seen_.trace.parent), "00f067aa0ba902b7");
  EXPECT_NE(seen_.trace.span, who.trace.span);
  EXPECT_TRUE(seen_.trace.sampled);
  EXPECT_EQ(seen_.trace.state, "other=tool");
  EXPECT_NE(Log().find("\"trace_id\":\"4bf92f3577b34da6a3ce929d0e0e4736\",\"span_id\":\"" +
                       SpanIdText(seen_.trace.span) +
                       "\",\"parent_span_id\":\"00f067aa0ba902b7\""),
            std::string::npos)
      << Log();
  // The work of this thread is told where no call is named.
  const ScopedTrace scope(who.trace);
  EXPECT_TRUE(CallWith(MakePeer(server_->public_port()), kPublic).status.ok());
  EXPECT_EQ(SpanIdText(seen_.trace.parent), "00f067aa0ba902b7");
}

TEST_F(ServerTest, AMalformedTraceParentBeginsANewTrace) {
  const Peer peer = MakePeer(server_->public_port());
  for (const char* text :
       {"", "00-junk", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"}) {
    grpc::ClientContext context;
    context.AddMetadata(kMetaServiceKey, "s3cret");
    context.AddMetadata(kTraceParent, text);
    EXPECT_TRUE(Call(peer.channel(), kPublic, context).status.ok());
    EXPECT_TRUE(seen_.trace.valid()) << text;
    EXPECT_EQ(seen_.trace.parent, 0u) << text;
  }
}

TEST_F(ServerTest, LogsPlayersByTheirLogIdAndSaysWhichGame) {
  CallContext who;
  who.player_id = {"AbCdEfGh1234"};
  who.name = "Mallory";
  open_.game = "gAmE5678";
  EXPECT_TRUE(CallWith(MakePeer(server_->public_port()), kPublic, &who).status.ok());
  EXPECT_NE(Log().find("\"game_id\":\"gAmE5678\",\"player\":\"" + PlayerLogId("AbCdEfGh1234")),
            std::string::npos)
      << Log();
  EXPECT_EQ(Log().find("AbCdEfGh1234"), std::string::npos);
  EXPECT_EQ(Log().find("Mallory"), std::string::npos);
}

// Takes the place of an executor: runs at once, on a thread of its own.
struct OwnThread {
  bool Submit(std::function<void()> work) {
    std::thread(std::move(work)).join();
    return true;
  }
};

class WorkService : public grpc::Service {
 public:
  explicit WorkService(std::string* seen) {
    AddMethod(new grpc::internal::RpcServiceMethod("/chess.test.v1.WorkService/Work",
                                                   grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
    MarkMethodCallback(
        0, new grpc::internal::CallbackUnaryHandler<grpc::ByteBuffer, grpc::ByteBuffer>(
               [this, seen](grpc::CallbackServerContext* context, const grpc::ByteBuffer*,
                            grpc::ByteBuffer* response) {
                 const grpc::Slice nothing("");
                 *response = grpc::ByteBuffer(&nothing, 1);
                 return RunOn(executor_, context, [seen]() -> base::Status {
                   if (CurrentTrace() != nullptr) *seen = TraceIdText(*CurrentTrace());
                   return {};
                 });
               }));
  }

 private:
  OwnThread executor_;
};

TEST_F(ServerTest, WorkOnAnExecutorKeepsTheTraceOfItsCall) {
  std::string seen;
  WorkService service(&seen);
  metrics::Registry registry;
  ServerOptions options;
  options.service_secret = "s3cret";
  Server server("lobby", options, registry);
  server.AddPublic(&service);
  ASSERT_TRUE(server.Start().ok());
  CallContext who;
  who.trace = NewTrace();
  const Outcome outcome =
      CallWith(MakePeer(server.public_port()), "/chess.test.v1.WorkService/Work", &who);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(seen, TraceIdText(who.trace));
  server.Stop();
}

TEST_F(ServerTest, DrainingFinishesRunningCallsAndRefusesNewOnes) {
  std::promise<void> running, finish;
  // A second server whose handler holds its call until told.
  ServerOptions options;
  options.service_secret = "s3cret";
  Server server("game", options, registry_);
  EchoService slow(kPublic, [&](const CallContext&) {
    running.set_value();
    finish.get_future().wait();  // gRPC's thread: allowed in a test only
    return base::Status();
  });
  server.AddPublic(&slow);
  bool hook_ran = false;
  server.OnDrain([&] {
    hook_ran = true;
    finish.set_value();
  });
  ASSERT_TRUE(server.Start().ok());
  const Peer peer = MakePeer(server.public_port());
  auto call = std::async(std::launch::async, [&] { return CallWith(peer, kPublic); });
  running.get_future().wait();
  server.Stop();
  EXPECT_TRUE(hook_ran);
  EXPECT_TRUE(call.get().status.ok());
  EXPECT_EQ(CallWith(peer, kPublic).status.error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(ServerTest, RunEndsWithZeroAfterSigterm) {
  ServerOptions options;
  options.service_secret = "s3cret";
  testing::TempDir directory;
  options.ports_file = directory.path() + "/ports";
  Server server("game", options, registry_);
  auto run = std::async(std::launch::async, [&] { return server.Run(); });
  ASSERT_TRUE(WaitFor([&] { return access(options.ports_file.c_str(), R_OK) == 0; }));
  EXPECT_NE(testing::ReadFileOrDie(options.ports_file)
                .find("public=" + std::to_string(server.public_port()) + " "),
            std::string::npos);
  ASSERT_TRUE(WaitFor([&] { return server.Ready(); }));
  kill(getpid(), SIGTERM);
  EXPECT_EQ(run.get(), 0);
}

TEST_F(ServerTest, SaysWhereItListensAndWritesPortsWhereItWasAsked) {
  testing::TempDir directory;
  ServerOptions options;
  options.service_secret = "s3cret";
  options.listen = "unix:" + directory.path() + "/open.sock";
  options.ports_file = directory.path() + "/ports";
  metrics::Registry registries[2];
  ::testing::internal::CaptureStdout();
  {
    Server to_file("game", options, registries[0]);
    ASSERT_TRUE(to_file.Start().ok());
    EXPECT_EQ(to_file.public_port(), 0);
    EXPECT_EQ(testing::ReadFileOrDie(options.ports_file).rfind("public=0 internal=", 0), 0u);
    const std::string admin = "127.0.0.1:" + std::to_string(to_file.admin_port());
    EXPECT_NE(Log().find("\"public\":\"" + options.listen + "\""), std::string::npos) << Log();
    EXPECT_NE(Log().find("\"admin\":\"" + admin + "\""), std::string::npos) << Log();
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  options.ports_file.clear();
  ::testing::internal::CaptureStdout();
  Server to_stdout("game", options, registries[1]);
  EXPECT_TRUE(to_stdout.Start().ok());
  EXPECT_EQ(::testing::internal::GetCapturedStdout().rfind("public=0 internal=", 0), 0u);
}

TEST(BoundAddress, HasThePortThatWasBound) {
  EXPECT_EQ(BoundAddress("127.0.0.1:0", 4711), "127.0.0.1:4711");
  EXPECT_EQ(BoundAddress("[::]:0", 4711), "[::]:4711");
  EXPECT_EQ(BoundAddress("unix:/run/chess.sock", 0), "unix:/run/chess.sock");
  EXPECT_EQ(BoundAddress("", 0), "");
}

TEST_F(ServerTest, DoesNotStartWithoutSecretOrAddress) {
  Server no_secret("game", ServerOptions{}, registry_);
  EXPECT_EQ(no_secret.Start().error().reason, "CONFIG_INVALID");
  ServerOptions options;
  options.service_secret = "s3cret";
  options.listen = "127.0.0.1:" + std::to_string(server_->public_port());
  Server taken("game", options, registry_);
  EXPECT_EQ(taken.Run(), 1);
}

TEST_F(ServerTest, IsReadyOnceItsRequirementsHoldAndAsksNoMore) {
  ServerOptions options;
  options.service_secret = "s3cret";
  std::atomic<bool> there{false};
  std::atomic<int> asked_after{0};
  Server server("game", options, registry_);
  server.AddRequirement([&]() -> std::string {
    if (there.load()) ++asked_after;
    return there.load() ? "" : "the tables are missing; make them";
  });
  ASSERT_TRUE(server.Start().ok());
  EXPECT_FALSE(server.Ready());
  there.store(true);
  ASSERT_TRUE(WaitFor([&] { return server.Ready(); }));
  EXPECT_EQ(asked_after.load(), 1);
  server.Stop();
}

TEST_F(ServerTest, GivesUpWithThreeAndOneSentenceWhenARequirementDoesNotComeTrue) {
  ServerOptions options;
  options.service_secret = "s3cret";
  options.start_wait_seconds = 1;
  std::mutex mutex;
  std::string logged;
  SetLogSink([&](const std::string& line) {
    std::lock_guard lock(mutex);
    if (line.find("cannot start") != std::string::npos) logged += line;
  });
  Server server("game", options, registry_);
  server.AddRequirement([] { return std::string("the tables are missing; make them"); });
  EXPECT_EQ(server.Run(), 3);
  SetLogSink(nullptr);
  EXPECT_NE(logged.find("the tables are missing; make them"), std::string::npos) << logged;
}

}  // namespace
}  // namespace chess::rpc
