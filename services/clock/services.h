#pragma once
// The clock's gRPC service; parts must outlive it.

#include <memory>

namespace grpc {
class Service;
}  // namespace grpc

namespace chess::clock {

class GameTime;

std::unique_ptr<grpc::Service> MakeClockService(const GameTime& time);

}  // namespace chess::clock
