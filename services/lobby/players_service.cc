// PlayersService: profiles and ratings.
#include <google/protobuf/util/time_util.h>

#include "chess/lobby/v1/players_service.grpc.pb.h"
#include "lobby/convert.h"
#include "lobby/handlers.h"
#include "lobby/player_repository.h"
#include "lobby/rating_repository.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

using google::protobuf::util::TimeUtil;

class PlayersService final : public v1::PlayersService::CallbackService {
 public:
  PlayersService(rpc::Executor& executor, PlayerRepository& players, RatingRepository& ratings)
      : executor_(executor), players_(players), ratings_(ratings) {}

  grpc::ServerUnaryReactor* GetPlayer(grpc::CallbackServerContext* context,
                                      const v1::GetPlayerRequest* request,
                                      v1::GetPlayerResponse* response) override {
    return Run(executor_, context, [=, this] { return Profile(*request, response); });
  }

 private:
  base::Result<PlayerCard> Find(const v1::GetPlayerRequest& request) {
    if (request.player_id().empty()) return players_.FindByName(request.name());
    if (!IsPlayerId(request.player_id())) return PlayerNotFound();
    return players_.Find({request.player_id()});
  }

  base::Status Profile(const v1::GetPlayerRequest& request, v1::GetPlayerResponse* response) {
    const auto card = Find(request);
    if (!card.ok()) return card.error();
    const auto create_time = players_.CreateTime(card->player_id);
    if (!create_time.ok()) return create_time.error();
    const auto ratings = ratings_.List(card->player_id);
    if (!ratings.ok()) return ratings.error();
    ToProto(*card, response->mutable_player());
    *response->mutable_create_time() = TimeUtil::MillisecondsToTimestamp(*create_time);
    for (const NamedRating& rating : *ratings) ToProto(rating, response->add_ratings());
    return {};
  }

  rpc::Executor& executor_;
  PlayerRepository& players_;
  RatingRepository& ratings_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakePlayersService(rpc::Executor& executor,
                                                  PlayerRepository& players,
                                                  RatingRepository& ratings) {
  return std::make_unique<PlayersService>(executor, players, ratings);
}

}  // namespace chess::lobby
