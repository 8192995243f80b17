#include "game/lobby_peer.h"

#include <algorithm>

#include "chess/lobby/internal/v1/lobby_internal_service.grpc.pb.h"
#include "rpc/status.h"
#include "rpc/stub_list.h"

namespace chess::game {
namespace {

namespace lobby = chess::lobby::internal::v1;

constexpr int64_t kFreshNs = 5'000'000'000;     // a name is shown unasked for this long
constexpr int64_t kUsableNs = 60'000'000'000;   // and while a newer one is fetched for this long
constexpr base::DurationMs kNamesTimeoutMs = 300;
constexpr base::DurationMs kApplyTimeoutMs = 3000;
constexpr base::DurationMs kAmendTimeoutMs = 5000;
constexpr size_t kMaxNames = 100'000;
constexpr size_t kNamesPerCall = 200;

lobby::ApplyResultRequest ResultOf(const OutboxEntry& entry) {
  lobby::ApplyResultRequest request;
  request.set_game_id(entry.game_id);
  request.set_white_id(entry.white_id);
  request.set_black_id(entry.black_id);
  request.set_family(entry.family);
  request.set_speed(entry.speed);
  request.set_score(entry.score);
  request.set_end_time_ms(entry.end_time);
  request.set_plies(entry.plies);
  request.set_rated(entry.rated);
  return request;
}

template <typename Response>
LobbyPeer::Applied AppliedOf(const Response& response) {
  return {response.applied(),
          {{response.white().before(), response.black().before()},
           {response.white().after(), response.black().after()}}};
}

struct Known {
  std::string name;
  bool guest = false;
  bool bot = false;
  int64_t time_ns = 0;
};

}  // namespace

struct LobbyPeer::Impl {
  Impl(const std::string& targets, const std::string& secret, const base::Clock& game_clock)
      : stubs(std::make_shared<Stubs>("lobby", targets, secret, "game")), clock(game_clock),
        known(std::make_shared<Book>()) {}

  using Stubs = rpc::StubList<lobby::LobbyInternalService>;

  // This and the stubs are shared with calls under way, which may end after the peer.
  struct Book {
    std::mutex mutex;
    std::unordered_map<std::string, Known> players;

    void Learn(const lobby::GetPlayersResponse& response, int64_t now) {
      std::lock_guard lock(mutex);
      if (players.size() > kMaxNames) players.clear();
      for (const auto& player : response.players()) {
        if (player.name().empty()) continue;
        players[player.player_id()] = {player.name(), player.guest(), player.bot(), now};
      }
    }
    // How old the oldest name of the two is; a large number if one is missing.
    int64_t Fill(SeatRow& seat, int64_t now) {
      std::lock_guard lock(mutex);
      const auto it = players.find(seat.player_id);
      if (it == players.end()) return kUsableNs + 1;
      seat.name = it->second.name;
      seat.guest = it->second.guest;
      seat.bot = it->second.bot;
      return now - it->second.time_ns;
    }
  };

  // Asks for names; `done` is called in any case.
  void Fetch(const std::vector<std::string>& ids, std::function<void()> done) {
    struct Call {
      grpc::ClientContext context;
      lobby::GetPlayersRequest request;
      lobby::GetPlayersResponse response;
    };
    auto call = std::make_shared<Call>();
    for (const std::string& id : ids) call->request.add_player_ids(id);
    const auto& member = stubs->At(0);
    member.peer->Prepare(call->context, kNamesTimeoutMs);
    const int64_t now = clock.SteadyNs();
    member.stub->async()->GetPlayers(
        &call->context, &call->request, &call->response,
        [stubs = stubs, book = known, call, now, done = std::move(done)](
            grpc::Status status) {
          if (status.ok()) {
            book->Learn(call->response, now);
          } else if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
            stubs->Advance();
          }
          done();
        });
  }

  std::shared_ptr<Stubs> stubs;
  const base::Clock& clock;
  std::shared_ptr<Book> known;
};

LobbyPeer::LobbyPeer(const std::string& targets, const std::string& secret,
                     const base::Clock& clock)
    : impl_(std::make_unique<Impl>(targets, secret, clock)) {}

LobbyPeer::~LobbyPeer() = default;

bool LobbyPeer::configured() const { return impl_->stubs->size() > 0; }

void LobbyPeer::Name(const SeatsPtr& seats, SeatsDone done) {
  std::array<SeatRow, 2> named = *seats;
  if (!configured()) {
    done(named);
    return;
  }
  const int64_t now = impl_->clock.SteadyNs();
  int64_t age = 0;
  for (SeatRow& seat : named) age = std::max(age, impl_->known->Fill(seat, now));
  const std::vector<std::string> ids = {named[0].player_id, named[1].player_id};
  if (age <= kUsableNs) {
    if (age > kFreshNs) impl_->Fetch(ids, [] {});
    done(named);
    return;
  }
  impl_->Fetch(ids, [seats, book = impl_->known, now, done = std::move(done)] {
    std::array<SeatRow, 2> learnt = *seats;
    for (SeatRow& seat : learnt) book->Fill(seat, now);
    done(learnt);
  });
}

void LobbyPeer::NameRows(std::vector<GameRow>& rows) {
  if (!configured() || rows.empty()) return;
  const int64_t now = impl_->clock.SteadyNs();
  std::vector<std::string> missing;
  for (GameRow& row : rows) {
    for (SeatRow& seat : row.seats) {
      if (impl_->known->Fill(seat, now) > kFreshNs &&
          std::find(missing.begin(), missing.end(), seat.player_id) == missing.end()) {
        missing.push_back(seat.player_id);
      }
    }
  }
  if (missing.empty()) return;
  if (missing.size() > kNamesPerCall) missing.resize(kNamesPerCall);
  lobby::GetPlayersRequest request;
  for (const std::string& id : missing) request.add_player_ids(id);
  lobby::GetPlayersResponse response;
  const grpc::Status status =
      impl_->stubs->Call(kNamesTimeoutMs, [&](auto& stub, grpc::ClientContext& context) {
        return stub.GetPlayers(&context, request, &response);
      });
  if (!status.ok()) return;
  impl_->known->Learn(response, now);
  for (GameRow& row : rows) {
    for (SeatRow& seat : row.seats) impl_->known->Fill(seat, now);
  }
}

base::Result<LobbyPeer::Applied> LobbyPeer::Apply(const OutboxEntry& entry) {
  const lobby::ApplyResultRequest request = ResultOf(entry);
  lobby::ApplyResultResponse response;
  const grpc::Status status =
      impl_->stubs->Call(kApplyTimeoutMs, [&](auto& stub, grpc::ClientContext& context) {
        return stub.ApplyResult(&context, request, &response);
      });
  if (!status.ok()) return rpc::FromGrpc(status);
  return AppliedOf(response);
}

base::Result<LobbyPeer::Applied> LobbyPeer::Amend(const OutboxEntry& entry) {
  lobby::AmendResultRequest request;
  *request.mutable_result() = ResultOf(entry);
  request.set_amendment(entry.amendments);
  lobby::AmendResultResponse response;
  const grpc::Status status =
      impl_->stubs->Call(kAmendTimeoutMs, [&](auto& stub, grpc::ClientContext& context) {
        return stub.AmendResult(&context, request, &response);
      });
  if (!status.ok()) return rpc::FromGrpc(status);
  return AppliedOf(response);
}

}  // namespace chess::game
