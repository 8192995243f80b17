#include "testing/tcp_gate.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "testing/wait.h"

namespace chess::testing {
namespace {

sockaddr_in At(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return address;
}

// A listener and, through the gate, one connection to it.
class TcpGateTest : public ::testing::Test {
 protected:
  TcpGateTest() {
    sockaddr_in address = At(0);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(listener_, 8), 0);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    gate_ = std::make_unique<TcpGate>(ntohs(address.sin_port));
  }
  ~TcpGateTest() override {
    for (const int fd : {client_, server_, listener_}) close(fd);
  }
  void Connect() {
    const sockaddr_in address = At(gate_->port());
    ASSERT_EQ(connect(client_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    server_ = accept(listener_, nullptr, nullptr);
    ASSERT_GE(server_, 0);
  }
  static bool Readable(int fd, int timeout_ms) {
    pollfd wanted{fd, POLLIN, 0};
    return poll(&wanted, 1, timeout_ms) == 1;
  }
  static std::string Read(int fd) {
    char buffer[100];
    if (!Readable(fd, 5000)) return "(silence)";
    const ssize_t got = recv(fd, buffer, sizeof buffer, 0);
    return got < 0 ? "(reset)" : std::string(buffer, static_cast<size_t>(got));
  }

  int listener_ = socket(AF_INET, SOCK_STREAM, 0);
  int client_ = socket(AF_INET, SOCK_STREAM, 0);
  int server_ = -1;
  std::unique_ptr<TcpGate> gate_;
};

TEST_F(TcpGateTest, PassesBytesBothWays) {
  Connect();
  ASSERT_EQ(send(client_, "e4", 2, 0), 2);
  EXPECT_EQ(Read(server_), "e4");
  ASSERT_EQ(send(server_, "e5", 2, 0), 2);
  EXPECT_EQ(Read(client_), "e5");
  EXPECT_EQ(gate_->connections(), 1);
}

TEST_F(TcpGateTest, PassesTheEndOfAStream) {
  Connect();
  shutdown(client_, SHUT_WR);
  EXPECT_EQ(Read(server_), "");
  ASSERT_EQ(send(server_, "bye", 3, 0), 3);
  EXPECT_EQ(Read(client_), "bye");
}

TEST_F(TcpGateTest, ACutResetsBothSides) {
  Connect();
  gate_->Cut();
  EXPECT_EQ(Read(client_), "(reset)");
  EXPECT_EQ(Read(server_), "(reset)");
}

TEST_F(TcpGateTest, SilenceHoldsBytesUntilItIsOpened) {
  Connect();
  gate_->Silence();
  ASSERT_EQ(send(client_, "d4", 2, 0), 2);
  EXPECT_FALSE(Readable(server_, 20));
  gate_->Open();
  EXPECT_EQ(Read(server_), "d4");
}

TEST_F(TcpGateTest, RefusesNewConnectionsUntilItIsOpened) {
  gate_->Refuse();
  const sockaddr_in address = At(gate_->port());
  // The kernel accepts, the gate resets at once.
  if (connect(client_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    EXPECT_EQ(Read(client_), "(reset)");
  }
  gate_->Open();
  close(client_);
  client_ = socket(AF_INET, SOCK_STREAM, 0);
  Connect();
  EXPECT_TRUE(WaitFor([this] { return gate_->connections() == 1; }));
}

}  // namespace
}  // namespace chess::testing
