// The HTTP front from outside: gRPC-Web, CORS, files, deadlines and bounds.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/ids.h"
#include "gateway/http/cors.h"
#include "gateway/http/static_files.h"
#include "gateway/testing/harness.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using ::testing::HasSubstr;

constexpr char kGetGame[] = "/chess.game.v1.GameService/GetGame";
constexpr char kGetTime[] = "/chess.clock.v1.ClockService/GetTime";
const std::string kGame22 = base::FromHex("0a0667616d653232");  // field 1: "game22"

HttpResponse Ask(int port, std::string_view method, std::string_view target,
                 const HeaderList& headers = {}, std::string_view body = {}) {
  HttpClient client(port);
  client.Send(method, target, headers, body);
  return client.Receive(10'000, method == "HEAD");
}

// --- gRPC-Web ---

TEST(GrpcWeb, CarriesAUnaryCallInBinaryAndText) {
  Harness gateway;
  for (const bool text : {false, true}) {
    const WebAnswer answer = gateway.Call(kGetGame, kGame22, {"", {}, text});
    EXPECT_EQ(answer.code, 0);
    EXPECT_THAT(answer.messages, ::testing::ElementsAre(kGame22));
  }
  EXPECT_EQ(gateway.service().requests("GetGame")[1].message, kGame22);
}

TEST(GrpcWeb, AnswersOneCallAfterTheOtherOnOneConnection) {
  Harness gateway;
  HttpClient client(gateway.http());
  for (int i = 0; i < 20; ++i) {
    client.Send("POST", kGetGame, {{"content-type", "application/grpc-web+proto"}},
                rpc::EncodeWebFrame(false, kGame22));
    EXPECT_EQ(ReadWebAnswer(client.Receive()).code, 0);
  }
}

TEST(GrpcWeb, AnswersPipelinedCallsInOrder) {
  Harness gateway;
  HttpClient client(gateway.http());
  std::string bytes;
  for (char c = 'a'; c < 'f'; ++c) {
    const std::string body = rpc::EncodeWebFrame(false, std::string("\x0a\x01") + c);
    bytes += std::string("POST ") + kGetGame +
             " HTTP/1.1\r\nHost: x\r\ncontent-type: "
             "application/grpc-web+proto\r\ncontent-length: " +
             std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.SendRaw(bytes);
  for (char c = 'a'; c < 'f'; ++c) {
    const WebAnswer answer = ReadWebAnswer(client.Receive());
    ASSERT_EQ(answer.messages.size(), 1u);
    EXPECT_EQ(answer.messages[0].back(), c);
  }
}

TEST(GrpcWeb, ReadsARequestThatComesByteByByteAndInChunks) {
  Harness gateway;
  HttpClient client(gateway.http());
  const std::string body = rpc::EncodeWebFrame(false, kGame22);
  std::string bytes = std::string("POST ") + kGetGame +
                      " HTTP/1.1\r\nHost: x\r\ncontent-type: "
                      "application/grpc-web+proto\r\ntransfer-encoding: chunked\r\n\r\n";
  for (const char c : body) bytes += std::string("1\r\n") + c + "\r\n";
  bytes += "0\r\n\r\n";
  for (const char c : bytes) ASSERT_TRUE(client.SendRaw({&c, 1}));
  EXPECT_THAT(ReadWebAnswer(client.Receive()).messages, ::testing::ElementsAre(kGame22));
}

// A trailers-only answer with an empty trailer frame: the headers say the status.
TEST(GrpcWebClient, TakesTheStatusFromHeadersWhereTheTrailerFrameIsEmpty) {
  HttpResponse response{200,
                        {{"content-type", "application/grpc-web+proto"},
                         {"grpc-status", "3"},
                         {"grpc-message", "bad%20ply"}},
                        base::FromHex("8000000000")};
  EXPECT_EQ(ReadWebAnswer(response).code, 3);
  EXPECT_EQ(ReadWebAnswer(response).message, "bad ply");
}

// A trailer frame with content beats a status in the headers.
TEST(GrpcWebClient, PrefersTheTrailerFrameToTheHeaders) {
  HttpResponse response{200,
                        {{"content-type", "application/grpc-web+proto"}, {"grpc-status", "0"}},
                        rpc::EncodeWebFrame(false, base::FromHex("0a0567616d6531")) +
                            rpc::EncodeWebFrame(true, "grpc-status:13\r\ngrpc-message:boom\r\n")};
  const WebAnswer answer = ReadWebAnswer(response);
  EXPECT_EQ(answer.code, 13);
  EXPECT_EQ(answer.message, "boom");
  EXPECT_THAT(answer.messages, ::testing::ElementsAre(base::FromHex("0a0567616d6531")));
}

// Base64 without its padding is refused, not waited for.
TEST(GrpcWeb, RefusesTextWithMissingPaddingAtOnce) {
  Harness gateway;
  const HttpResponse response =
      Ask(gateway.http(), "POST", kGetGame, {{"content-type", "application/grpc-web-text"}},
          "AAAAAAgKBmdhbWUyMg");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(ReadWebAnswer(response).code, 3);
  EXPECT_EQ(ReadWebAnswer(response).reason, "MALFORMED_MESSAGE");
  EXPECT_TRUE(gateway.service().requests("GetGame").empty());
}

// Text is decoded before it goes on: five zero bytes are an empty message.
TEST(GrpcWeb, DecodesTextBeforeItGoesUpstream) {
  Harness gateway;
  const HttpResponse response = Ask(gateway.http(), "POST", kGetGame,
                                    {{"content-type", "application/grpc-web-text"}}, "AAAAAAA=");
  EXPECT_EQ(ReadWebAnswer(response).code, 0);
  ASSERT_EQ(gateway.service().requests("GetGame").size(), 1u);
  EXPECT_EQ(gateway.service().requests("GetGame")[0].message, "");
}

TEST(GrpcWeb, RefusesBodiesThatAreNotOneMessage) {
  Harness gateway;
  const std::string message = rpc::EncodeWebFrame(false, kGame22);
  for (const std::string& body :
       {std::string(), std::string("\0\0\0", 3), message.substr(0, message.size() - 1),
        message + message, message + "x", rpc::EncodeWebFrame(true, kGame22),
        std::string("\x41\0\0\0\0", 5)}) {
    const HttpResponse response =
        Ask(gateway.http(), "POST", kGetGame, {{"content-type", "application/grpc-web"}}, body);
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(ReadWebAnswer(response).reason, "MALFORMED_MESSAGE");
  }
  const HttpResponse packed =
      Ask(gateway.http(), "POST", kGetGame, {{"content-type", "application/grpc-web"}},
          std::string("\1\0\0\0\1x", 6));
  EXPECT_EQ(ReadWebAnswer(packed).code, 12) << "compression is not offered";
  EXPECT_EQ(ReadWebAnswer(Ask(gateway.http(), "POST", kGetGame,
                              {{"content-type", "application/grpc-web-text"}}, "!!!!"))
                .code,
            3);
  EXPECT_TRUE(gateway.service().requests("GetGame").empty());
}

TEST(GrpcWeb, RefusesAMessageOverTheMethodsLimitBeforeReadingIt) {
  Harness gateway;
  HttpClient client(gateway.http());
  client.SendRaw(std::string("POST ") + kGetGame +
                 " HTTP/1.1\r\nHost: x\r\ncontent-type: "
                 "application/grpc-web+proto\r\ncontent-length: 70000\r\n\r\n");
  const WebAnswer answer = ReadWebAnswer(client.Receive());  // no byte of the body was sent
  EXPECT_EQ(answer.code, 3);
  EXPECT_EQ(answer.reason, "MESSAGE_TOO_LARGE");
  EXPECT_TRUE(client.ClosedWithin(5000));
}

TEST(GrpcWeb, RefusesAChunkedMessageThatGrowsOverTheLimit) {
  Harness gateway;
  HttpClient client(gateway.http());
  client.SendRaw(std::string("POST ") + kGetGame +
                 " HTTP/1.1\r\nHost: x\r\ncontent-type: "
                 "application/grpc-web+proto\r\ntransfer-encoding: chunked\r\n\r\n");
  const std::string chunk = "1000\r\n" + std::string(0x1000, 'x') + "\r\n";
  for (int i = 0; i < 40 && client.SendRaw(chunk); ++i) {
  }
  EXPECT_EQ(ReadWebAnswer(client.Receive()).reason, "MESSAGE_TOO_LARGE");
}

TEST(GrpcWeb, LetsALargePgnThrough) {
  Harness gateway;
  const std::string message(900'000, 'p');
  const WebAnswer answer = gateway.Call("/chess.rules.v1.RulesService/ParsePgn", message);
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.messages.at(0).size(), message.size());
}

TEST(GrpcWeb, RefusesOtherContentTypesAndUnknownMethods) {
  Harness gateway;
  for (const char* type : {"application/json", "application/grpc", "text/plain", ""}) {
    EXPECT_EQ(Ask(gateway.http(), "POST", kGetGame, {{"content-type", type}}, "{}").status, 415);
  }
  const WebAnswer unknown = gateway.Call("/chess.game.v1.GameService/DropTables");
  EXPECT_EQ(unknown.code, 12);
  EXPECT_EQ(unknown.reason, "UNKNOWN_METHOD");
  EXPECT_EQ(Ask(gateway.http(), "GET", kGetGame).status, 405);
  EXPECT_EQ(Ask(gateway.http(), "DELETE", "/").status, 405);
}

TEST(GrpcWeb, RefusesAMalformedTimeout) {
  Harness gateway;
  for (const char* timeout : {"1.5S", "10s", "-1S", "123456789m", "m"}) {
    const WebAnswer answer = gateway.Call(kGetTime, "", {"", {{"grpc-timeout", timeout}}});
    EXPECT_EQ(answer.code, 3) << timeout;
    EXPECT_EQ(answer.reason, "INVALID_FIELD");
  }
  EXPECT_EQ(gateway.Call(kGetTime, "", {"", {{"grpc-timeout", "99999999H"}}}).code, 0);
}

TEST(GrpcWeb, SpeaksHttp10WithoutChunks) {
  Harness gateway([](const FakeService::Request&) {
    return FakeService::Answer{{"1", "2"}, {}, {}, false};
  });
  HttpClient client(gateway.http());
  const std::string body = rpc::EncodeWebFrame(false, "");
  client.SendRaw(
      "POST /chess.analysis.v1.AnalysisService/Evaluate HTTP/1.0\r\nauthorization: "
      "Bearer alice\r\ncontent-type: application/grpc-web+proto\r\ncontent-length: 5"
      "\r\n\r\n" +
      body);
  const HttpResponse response = client.Receive();
  EXPECT_FALSE(response.Has("transfer-encoding"));
  EXPECT_THAT(ReadWebAnswer(response).messages, ::testing::ElementsAre("1", "2"));
  EXPECT_EQ(ReadWebAnswer(response).code, 0);
}

// --- CORS ---

Harness::Configure PlayExample() {
  return [](Config& config) { config.allowed_origins = "https://play.example"; };
}

// What browsers ask before a gRPC-Web call from a listed origin.
TEST(Cors, AnswersThePreflightOfAListedOrigin) {
  Harness gateway(nullptr, PlayExample());
  const HttpResponse response =
      Ask(gateway.http(), "OPTIONS", kGetGame,
          {{"Origin", "https://play.example"},
           {"Access-Control-Request-Method", "POST"},
           {"Access-Control-Request-Headers",
            "authorization,content-type,grpc-timeout,x-grpc-web,x-user-agent"}});
  EXPECT_THAT(response.status, ::testing::AnyOf(200, 204));
  EXPECT_EQ(response.Header("access-control-allow-origin"), "https://play.example");
  EXPECT_THAT(response.Header("access-control-allow-methods"), HasSubstr("POST"));
  for (const char* name :
       {"authorization", "content-type", "grpc-timeout", "x-grpc-web", "x-user-agent"}) {
    EXPECT_THAT(response.Header("access-control-allow-headers"), HasSubstr(name));
  }
  EXPECT_FALSE(response.Has("access-control-allow-credentials"));
}

TEST(Cors, GivesAForeignOriginNothing) {
  Harness gateway(nullptr, PlayExample());
  const HttpResponse preflight =
      Ask(gateway.http(), "OPTIONS", kGetGame,
          {{"Origin", "https://evil.example"}, {"Access-Control-Request-Method", "POST"}});
  EXPECT_FALSE(preflight.Has("access-control-allow-origin"));
  const HttpResponse call =
      Ask(gateway.http(), "POST", kGetGame,
          {{"Origin", "https://evil.example"}, {"content-type", "application/grpc-web"}}, "");
  EXPECT_EQ(call.status, 403);
  EXPECT_FALSE(call.Has("access-control-allow-origin"));
  EXPECT_TRUE(gateway.service().requests("GetGame").empty());
}

TEST(Cors, TellsAListedOriginThatItMayReadTheAnswer) {
  Harness gateway(nullptr, PlayExample());
  const HttpResponse response =
      Ask(gateway.http(), "POST", kGetGame,
          {{"Origin", "https://play.example"}, {"content-type", "application/grpc-web"}},
          rpc::EncodeWebFrame(false, ""));
  EXPECT_EQ(response.Header("access-control-allow-origin"), "https://play.example");
  EXPECT_THAT(response.Header("access-control-expose-headers"), HasSubstr("grpc-status"));
  EXPECT_EQ(ReadWebAnswer(response).code, 0);
}

TEST(Cors, TakesItsOwnPagesWhateverTheList) {
  const Cors cors("https://play.example");
  EXPECT_EQ(cors.Judge("http://localhost:8080", "localhost:8080"), Cors::Verdict::kNone);
  EXPECT_EQ(cors.Judge("", "localhost"), Cors::Verdict::kNone);
  EXPECT_EQ(cors.Judge("http://localhost:5173", "127.0.0.1:8080"), Cors::Verdict::kNone);
  EXPECT_EQ(cors.Judge("http://localhost:5173", "chess.example"), Cors::Verdict::kForeign);
  EXPECT_EQ(cors.Judge("http://localhost.evil.example", "127.0.0.1"), Cors::Verdict::kForeign);
  EXPECT_EQ(cors.Judge("https://PLAY.example", "x"), Cors::Verdict::kAllowed);
  EXPECT_EQ(cors.Judge("https://play.example.evil.example", "x"), Cors::Verdict::kForeign);
  EXPECT_EQ(cors.Judge("null", "x"), Cors::Verdict::kForeign);
  EXPECT_EQ(Cors("*").Judge("https://any.example", "x"), Cors::Verdict::kAllowed);
}

// --- Files ---

class Files : public ::testing::Test {
 protected:
  Files() {
    Write("index.html", "<!doctype html>the client");
    Write("assets/app-3f9Ab2Xy.js", "let a = 1;");
    Write("assets/app-3f9Ab2Xy.js.br", "packed by br");
    Write("assets/app-3f9Ab2Xy.js.gz", "packed by gz");
    Write("assets/two-squares.js", "plain");
    Write("rules.wasm", "wasm");
    Write(".secret", "hidden");
    std::filesystem::create_directories(folder_.path() + "/../outside-of-web");
  }
  void Write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.path() + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::unique_ptr<Harness> Start() {
    return std::make_unique<Harness>(nullptr,
                                     [this](Config& config) { config.web_dir = folder_.path(); });
  }
  chess::testing::TempDir folder_;
};

TEST_F(Files, ServesTheClientWithSafeHeaders) {
  const auto gateway = Start();
  for (const char* target : {"/", "/index.html", "/game/abcdefgh", "/?x=1"}) {
    const HttpResponse response = Ask(gateway->http(), "GET", target);
    EXPECT_EQ(response.status, 200) << target;
    EXPECT_EQ(response.body, "<!doctype html>the client");
    EXPECT_EQ(response.Header("cache-control"), "no-cache");
    EXPECT_EQ(response.Header("content-type"), "text/html; charset=utf-8");
    EXPECT_THAT(response.Header("content-security-policy"), HasSubstr("default-src 'self'"));
    EXPECT_THAT(response.Header("content-security-policy"),
                ::testing::Not(HasSubstr("'unsafe-inline'")));
    EXPECT_EQ(response.Header("x-content-type-options"), "nosniff");
    EXPECT_EQ(response.Header("x-frame-options"), "DENY");
  }
}

TEST_F(Files, KeepsHashedFilesForEverAndOthersNot) {
  const auto gateway = Start();
  const HttpResponse hashed = Ask(gateway->http(), "GET", "/assets/app-3f9Ab2Xy.js");
  EXPECT_EQ(hashed.Header("cache-control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(hashed.Header("content-type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(Ask(gateway->http(), "GET", "/assets/two-squares.js").Header("cache-control"),
            "no-cache");
  EXPECT_EQ(Ask(gateway->http(), "GET", "/rules.wasm").Header("content-type"), "application/wasm");
}

TEST_F(Files, SendsThePackedFileToThoseWhoTakeIt) {
  const auto gateway = Start();
  const auto get = [&](const char* accepted) {
    return Ask(gateway->http(), "GET", "/assets/app-3f9Ab2Xy.js", {{"accept-encoding", accepted}});
  };
  EXPECT_EQ(get("gzip, deflate, br").body, "packed by br");
  EXPECT_EQ(get("gzip, deflate, br").Header("content-encoding"), "br");
  EXPECT_EQ(get("gzip").body, "packed by gz");
  EXPECT_EQ(get("br;q=0, gzip").body, "packed by gz");
  EXPECT_EQ(get("identity").body, "let a = 1;");
  EXPECT_EQ(get("gzip").Header("vary"), "accept-encoding");
}

TEST_F(Files, AnswersHeadAndConditionalRequests) {
  const auto gateway = Start();
  const HttpResponse head = Ask(gateway->http(), "HEAD", "/rules.wasm");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.Header("content-length"), "4");
  const HttpResponse same =
      Ask(gateway->http(), "GET", "/rules.wasm", {{"if-none-match", head.Header("etag")}});
  EXPECT_EQ(same.status, 304);
}

TEST_F(Files, ServesNothingOutsideOfItsFolder) {
  const auto gateway = Start();
  for (const char* target :
       {"/../etc/passwd", "/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd", "/..%5cetc",
        "/%2e/index.html", "/assets/%2E%2E/index.html", "/a%00.html", "/%", "/%zz", "/%c"}) {
    EXPECT_EQ(Ask(gateway->http(), "GET", target).status, 400) << target;
  }
  for (const char* target : {"/%252e%252e/etc/passwd.txt", "/.secret", "/assets/none.js",
                             "/assets/app-3f9Ab2Xy.js.br", "/chess.game.v1.GameService/None"}) {
    EXPECT_EQ(Ask(gateway->http(), "GET", target).status, 404) << target;
  }
  EXPECT_EQ(Ask(gateway->http(), "GET", "http://other.example/").status, 400);
}

TEST_F(Files, NoticeANewBuild) {
  StaticFiles files(folder_.path());
  ASSERT_NE(files.Find("/rules.wasm", 0), nullptr);
  std::filesystem::remove(folder_.path() + "/rules.wasm");
  Write("index.html", "newer");
  std::filesystem::last_write_time(
      folder_.path() + "/index.html",
      std::filesystem::file_time_type::clock::now() + std::chrono::seconds(10));
  EXPECT_EQ(files.Find("/", 5000)->plain, "newer");
  EXPECT_EQ(files.Find("/rules.wasm", 5000), nullptr);
}

TEST(Health, IsAnsweredOnTheFrontAndOnTheAdminPort) {
  Harness gateway;
  EXPECT_EQ(Ask(gateway.http(), "GET", "/healthz").body, "ok\n");
  EXPECT_EQ(Ask(gateway.admin(), "GET", "/readyz").status, 200);
  EXPECT_THAT(Ask(gateway.admin(), "GET", "/metrics").body,
              HasSubstr("chess_gateway_http_connections"));
  EXPECT_EQ(Ask(gateway.http(), "GET", "/metrics").status, 404) << "not for the public";
}

// --- Bad clients ---

TEST(BadClients, GarbageIsRefusedAndTheConnectionEnds) {
  Harness gateway;
  for (const std::string& bytes :
       {std::string("\x16\x03\x01 not http\r\n\r\n"), std::string("GET\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n"),
        "GET / HTTP/1.1\r\nx: " + std::string(40'000, 'x') + "\r\n\r\n"}) {
    HttpClient client(gateway.http());
    client.SendRaw(bytes);
    EXPECT_EQ(client.Receive().status, 400);
    EXPECT_TRUE(client.ClosedWithin(5000));
  }
  EXPECT_EQ(gateway.Call(kGetTime).code, 0);
}

// Fifty clients that send a byte now and then are closed at the deadline counted from the first
// byte, and others are served meanwhile. (The deadline is ten seconds outside of tests.)
TEST(BadClients, SlowHeadersAreClosedHoweverTheyTrickle) {
  Harness gateway(nullptr, [](Config& config) { config.header_deadline_ms = 600; });
  std::vector<std::unique_ptr<HttpClient>> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(std::make_unique<HttpClient>(gateway.http()));
    slow.back()->SendRaw("GET / HTTP/1.1\r\nx-slow: ");
  }
  EXPECT_EQ(gateway.Call(kGetTime).code, 0) << "a healthy request is served";
  size_t closed = 0;
  const bool all = chess::testing::WaitFor(
      [&] {
        for (auto& client : slow) {
          if (client == nullptr) continue;
          client->SendRaw("x");  // must not extend the deadline
          if (client->ClosedWithin(1)) client.reset(), ++closed;
        }
        return closed == slow.size();
      },
      10'000);
  EXPECT_TRUE(all) << closed << " closed";
  EXPECT_TRUE(chess::testing::WaitFor(
      [&] { return gateway.Metric("chess_gateway_http_timed_out_total") >= 50; }));
}

TEST(BadClients, AConnectionThatSaysNothingAndASlowBodyAreClosedToo) {
  Harness gateway(nullptr, [](Config& config) {
    config.header_deadline_ms = 300;
    config.body_deadline_ms = 300;
    config.idle_deadline_ms = 300;
  });
  HttpClient silent(gateway.http());
  EXPECT_TRUE(silent.ClosedWithin(5000));
  HttpClient slow(gateway.http());
  slow.SendRaw(std::string("POST ") + kGetTime +
               " HTTP/1.1\r\nHost: x\r\ncontent-type: "
               "application/grpc-web\r\ncontent-length: 5\r\n\r\n\0");
  EXPECT_TRUE(slow.ClosedWithin(5000));
  HttpClient idle(gateway.http());
  idle.Send("GET", "/healthz", {});
  EXPECT_EQ(idle.Receive().status, 200);
  EXPECT_TRUE(idle.ClosedWithin(5000));
}

TEST(Listening, AllAddressesOfBothProtocolsAreOneListener) {
  const int probe = socket(AF_INET6, SOCK_STREAM, 0);
  sockaddr_in6 any{};
  any.sin6_family = AF_INET6;
  const bool has_ipv6 = bind(probe, reinterpret_cast<sockaddr*>(&any), sizeof(any)) == 0;
  close(probe);
  if (!has_ipv6) GTEST_SKIP() << "this machine has no IPv6";
  Harness gateway(nullptr, [](Config& config) { config.http_listen = "[::]:0"; });
  HttpClient client(gateway.http());  // over IPv4
  client.Send("GET", "/healthz", {});
  EXPECT_EQ(client.Receive().status, 200);
}

TEST(BadClients, ConnectionsOverTheBoundAreRefused) {
  Harness gateway(nullptr, [](Config& config) { config.max_connections_per_address = 3; });
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<HttpClient>(gateway.http()));
    clients.back()->Send("GET", "/healthz", {});
    EXPECT_EQ(clients.back()->Receive().status, 200);
  }
  HttpClient fourth(gateway.http());
  EXPECT_TRUE(fourth.ClosedWithin(5000));
  clients.pop_back();
  EXPECT_TRUE(chess::testing::WaitFor([&] {
    HttpClient again(gateway.http());
    again.Send("GET", "/healthz", {});
    return again.Receive(200).status == 200;
  })) << "a place that became free is given away";
}

}  // namespace
}  // namespace chess::gateway
