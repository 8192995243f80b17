// What a proxied call costs the gateway: starts the real program with a bare echo service behind
// it, keeps N connections busy with a unary call each, and divides the gateway's CPU time by the
// calls.
//
//   gateway-bench PATH_OF_CHESS_GATEWAY [CONNECTIONS [SECONDS]]

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/game/v1/game_service.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.pb.h"
#include "gateway/testing/fake_service.h"
#include "rpc/grpc_web.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using Clock = std::chrono::steady_clock;

struct Connection {
  int socket = -1;
  std::string in;
  Clock::time_point sent;
};

double CpuSeconds(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 2));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

FakeService::Answer Answer(const FakeService::Request& request) {
  if (request.method.ends_with("/Beat")) {
    game::internal::v1::BeatResponse response;
    response.set_game_time_ms(std::chrono::duration_cast<std::chrono::milliseconds>(
                                  std::chrono::system_clock::now().time_since_epoch())
                                  .count());
    return {{response.SerializeAsString()}, {}, {}, false};
  }
  if (request.method.ends_with("/ResolveToken")) {
    lobby::internal::v1::ResolveTokenResponse response;
    response.mutable_player()->set_player_id("AAAABBBBCCCC");
    response.mutable_player()->set_name("somebody");
    response.add_scopes("play");
    response.add_scopes("read");
    response.set_session_id("0123456789abcdef");
    return {{response.SerializeAsString()}, {}, {}, false};
  }
  return {{std::string(600, 'v')}, {}, {}, false};  // a view is about that large
}

std::string RequestBytes() {
  game::v1::PlayMoveRequest move;
  move.set_game_id("abcdefgh");
  move.set_request_id(std::string(16, 'r'));
  move.set_expected_turn(17);
  move.set_move("e2e4");
  const std::string body = rpc::EncodeWebFrame(false, move.SerializeAsString());
  return "POST /chess.game.v1.GameService/PlayMove HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"
         "Connection: keep-alive\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n"
         "Content-Type: application/grpc-web+proto\r\nX-Grpc-Web: 1\r\nX-User-Agent: "
         "connect-es/1.0\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n"
         "Accept-Language: en\r\nAuthorization: Bearer "
         "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

int Connect(int port) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(s, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) std::abort();
  const int one = 1;
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
  return s;
}

bool Whole(const std::string& in) {
  const size_t head = in.find("\r\n\r\n");
  if (head == std::string::npos) return false;
  const size_t at = in.find("content-length: ");
  return in.size() >= head + 4 + std::strtoul(in.c_str() + at + 16, nullptr, 10);
}

void Drive(int port, int connections, int seconds, pid_t gateway) {
  const std::string request = RequestBytes();
  std::vector<Connection> all(static_cast<size_t>(connections));
  std::vector<pollfd> polls(all.size());
  std::vector<double> micros;
  const auto send_one = [&](Connection& one) {
    one.in.clear();
    one.sent = Clock::now();
    if (send(one.socket, request.data(), request.size(), 0) < 0) std::abort();
  };
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].socket = Connect(port);
    polls[i] = {all[i].socket, POLLIN, 0};
    send_one(all[i]);
  }
  const auto start = Clock::now();
  const auto end = start + std::chrono::seconds(seconds);
  const double cpu = CpuSeconds(gateway);
  size_t failed = 0;
  while (Clock::now() < end) {
    poll(polls.data(), polls.size(), 100);
    for (size_t i = 0; i < all.size(); ++i) {
      if ((polls[i].revents & POLLIN) == 0) continue;
      char buffer[8192];
      const ssize_t n = recv(all[i].socket, buffer, sizeof(buffer), 0);
      if (n <= 0) std::abort();
      all[i].in.append(buffer, static_cast<size_t>(n));
      if (!Whole(all[i].in)) continue;
      if (all[i].in.find("grpc-status:0") == std::string::npos) ++failed;
      micros.push_back(
          std::chrono::duration<double, std::micro>(Clock::now() - all[i].sent).count());
      send_one(all[i]);
    }
  }
  const double spent = CpuSeconds(gateway) - cpu;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  std::sort(micros.begin(), micros.end());
  const auto count = static_cast<double>(micros.size());
  std::printf(
      "%d connections: %.0f calls/s, gateway %.1f us CPU a call, p50 %.0f us, p99 %.0f us, "
      "%zu failed\n",
      connections, count / elapsed, spent / count * 1e6, micros[micros.size() / 2],
      micros[micros.size() * 99 / 100], failed);
  for (Connection& one : all) close(one.socket);
}

}  // namespace
}  // namespace chess::gateway

int main(int argc, char** argv) {
  using namespace chess::gateway;
  const bool help = argc > 1 && std::string(argv[1]) == "--help";
  if (argc < 2 || argv[1][0] == '-') {
    std::fprintf(help ? stdout : stderr,
                 "usage: gateway-bench PATH_OF_CHESS_GATEWAY [CONNECTIONS [SECONDS]]\n");
    return help ? 0 : 2;
  }
  if (access(argv[1], X_OK) != 0) {
    std::fprintf(stderr, "gateway-bench: cannot run %s\n", argv[1]);
    return 2;
  }
  const chess::testing::TempDir folder;
  FakeService service(Answer);
  service.ForgetRequests();
  const std::string socket = service.address();
  const std::string ports = folder.path() + "/ports";
  chess::testing::Process gateway(
      {{argv[1], "--http-listen", "127.0.0.1:0", "--limits", "off", "--ports-file", ports,
        "--game-address", socket, "--game-internal-address", socket, "--lobby-internal-address",
        socket, "--service-secret", "bench", "--log-level", "warning"},
       {},
       "",
       false});
  chess::testing::WaitFor([&] { return access(ports.c_str(), R_OK) == 0; });
  int port = 0;
  std::sscanf(chess::testing::ReadFileOrDie(ports).c_str(), "http=%d", &port);
  const int connections = argc > 2 ? std::atoi(argv[2]) : 64;
  const int seconds = argc > 3 ? std::atoi(argv[3]) : 5;
  Drive(port, connections, 1, gateway.pid());  // warm
  Drive(port, connections, seconds, gateway.pid());
  Drive(port, 1, seconds, gateway.pid());
  return 0;
}
