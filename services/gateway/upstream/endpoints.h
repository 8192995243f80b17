#pragma once
// The replicas of one port of one service. A call with a hint goes to the same replica as long as
// that one is well (rendezvous hashing: a cache hint, never more); calls without go round. A
// replica that failed is passed over for a moment; if all have failed, they are tried all the same.

#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chess::gateway {

struct Endpoint {
  Endpoint(std::string target, uint64_t key);

  const std::string target;  // as gRPC takes it
  const uint64_t key;        // what rendezvous hashes; alike for both ports of one replica
  std::shared_ptr<grpc::Channel> channel;
  grpc::GenericStub stub;
  int64_t skip_until_ms = 0;  // steady
  int failures = 0;           // in a row
};
using EndpointPtr = std::shared_ptr<Endpoint>;

// Loop's thread only.
class Endpoints {
 public:
  // `addresses`: "unix:/path", "host:port" or several with commas. A host name is resolved every
  // 2 s and after a failure (a headless service: each address is a replica).
  Endpoints(boost::asio::io_context& io, std::string name, std::string_view addresses);
  ~Endpoints();
  Endpoints(const Endpoints&) = delete;
  Endpoints& operator=(const Endpoints&) = delete;

  // The replica to ask, not one of `tried` unless there is no other; null: none is known.
  EndpointPtr Pick(std::string_view hint, std::span<const EndpointPtr> tried = {});
  void Succeeded(Endpoint& endpoint);
  // It was not reached, or is draining.
  void Failed(Endpoint& endpoint);
  size_t size() const { return endpoints_.size(); }
  const std::string& name() const { return name_; }
  // Stops resolving.
  void Stop();

 private:
  struct Resolving;

  void Replace(size_t entry, const std::vector<std::string>& addresses, const std::string& port);

  std::string name_;
  std::vector<EndpointPtr> endpoints_;
  std::vector<std::pair<size_t, EndpointPtr>> owned_;  // by entry of the list
  size_t next_ = 0;
  std::shared_ptr<Resolving> resolving_;
};

}  // namespace chess::gateway
