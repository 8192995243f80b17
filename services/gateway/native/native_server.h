#pragma once
// The native gRPC port: every call goes through one generic service to the same Router as gRPC-Web.
// Health and reflection are gRPC's own.

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "gateway/edge/call.h"
#include "gateway/edge/method_table.h"

namespace chess::gateway {

class NativeServer : private grpc::CallbackGenericService {
 public:
  struct Hooks {
    std::function<void(const CallPtr&)> start;  // loop's thread
    std::function<base::TimeMs()> game_time;    // loop's thread
    std::function<void()> unknown;              // a method that is not on the list; loop's thread
  };
  NativeServer(boost::asio::io_context& io, const MethodTable& methods, Hooks hooks);
  ~NativeServer();

  // CANNOT_LISTEN.
  base::Status Listen(const std::string& address);
  int port() const { return port_; }
  // Health says NOT_SERVING; what is under way goes on.
  void NotReady();
  // Ends everything, waiting at most `deadline_ms`. Not from the loop's thread while calls are
  // under way: they are answered there.
  void Stop(int deadline_ms);

  // --- For calls ---
  boost::asio::io_context& io() { return io_; }
  const MethodTable& methods() const { return methods_; }
  const Hooks& hooks() const { return hooks_; }

 private:
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;

  boost::asio::io_context& io_;
  const MethodTable& methods_;
  Hooks hooks_;
  std::vector<std::unique_ptr<grpc::Service>> listed_;  // make reflection name our services
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
};

}  // namespace chess::gateway
