#pragma once
// A service that answers every method with what a test says: stands in for lobby, game, clock and
// analysis. Remembers what it was asked.

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace chess::gateway {

class FakeService : private grpc::CallbackGenericService {
 public:
  struct Request {
    std::string method;
    std::string message;
    std::multimap<std::string, std::string> metadata;
    std::string Meta(const std::string& name) const {
      const auto found = metadata.find(name);
      return found == metadata.end() ? "" : found->second;
    }
  };
  struct Answer {
    std::vector<std::string> messages = {""};  // a stream sends all of them
    grpc::Status status;
    std::vector<std::pair<std::string, std::string>> trailers;
    bool hang = false;  // stays open after the messages
  };
  using Handler = std::function<Answer(const Request&)>;

  // Listens on a free port of 127.0.0.1, or on the one given.
  explicit FakeService(Handler handler, int port = 0);
  ~FakeService();

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }
  // Ends the server; the port is free again.
  void Stop();

  // Keeps no requests from now on (benchmarks).
  void ForgetRequests() { forgets_ = true; }
  std::vector<Request> requests() const;
  // Those of one method (the last part of its path).
  std::vector<Request> requests(const std::string& name) const;
  int cancelled() const { return cancelled_.load(); }
  // Messages of streams that gRPC has taken.
  int written() const { return written_.load(); }

 private:
  class Reactor;
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;

  Handler handler_;
  mutable std::mutex mutex_;
  std::vector<Request> requests_;
  std::atomic<bool> forgets_{false};
  std::atomic<int> cancelled_{0};
  std::atomic<int> written_{0};
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
};

}  // namespace chess::gateway
