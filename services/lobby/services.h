#pragma once
// The lobby's gRPC services, each made from the parts it needs; parts must outlive them. Handlers
// decode, hand over to an executor, and encode; they never block gRPC's threads.

#include <memory>

namespace grpc {
class Service;
}  // namespace grpc
namespace chess::rpc {
class Executor;
}  // namespace chess::rpc

namespace chess::lobby {

class AuditRepository;
class ChallengeRepository;
class EventRepository;
class HousekeepingRepository;
class LobbyBus;
class Matchmaker;
class NoticeBoard;
class NoticeRepository;
class OperatorRepository;
class PlayerRepository;
class RatingAmendmentRepository;
class RatingCheckRepository;
class RatingRebuildRepository;
class RatingRepository;
class SanctionRepository;
struct Metrics;

std::unique_ptr<grpc::Service> MakeIdentityService(rpc::Executor& executor,
                                                   PlayerRepository& players, LobbyBus& bus,
                                                   Metrics& metrics);
std::unique_ptr<grpc::Service> MakeLobbyService(rpc::Executor& executor, Matchmaker& matchmaker,
                                                ChallengeRepository& challenges, LobbyBus& bus);
std::unique_ptr<grpc::Service> MakePlayersService(rpc::Executor& executor,
                                                  PlayerRepository& players,
                                                  RatingRepository& ratings);
// `operations` does what may take long.
std::unique_ptr<grpc::Service> MakeLobbyInternalService(
    rpc::Executor& executor, rpc::Executor& operations, PlayerRepository& players,
    OperatorRepository& operators, EventRepository& events, RatingRepository& ratings,
    RatingAmendmentRepository& amendments, LobbyBus& bus, Metrics& metrics);
std::unique_ptr<grpc::Service> MakeDeadlineService(rpc::Executor& executor, Matchmaker& matchmaker,
                                                   ChallengeRepository& challenges);

struct OperatorParts {
  rpc::Executor& executor;
  OperatorRepository& operators;
  AuditRepository& audit;
  SanctionRepository& sanctions;
  RatingCheckRepository& rating_check;
  RatingRebuildRepository& rating_rebuild;
  NoticeRepository& notices;
  NoticeBoard& board;
  HousekeepingRepository& housekeeping;
  LobbyBus& bus;
};
std::unique_ptr<grpc::Service> MakeNoticeService(rpc::Executor& executor, NoticeBoard& board);
std::unique_ptr<grpc::Service> MakeOperatorService(const OperatorParts& parts);

}  // namespace chess::lobby
