// chess.game.internal.v1.GameInternalService: the referee as the other services see it.
#include <atomic>
#include <cmath>

#include "base/ids.h"
#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"
#include "game/convert.h"
#include "game/create_game.h"
#include "game/enum_convert.h"
#include "game/game_reads.h"
#include "game/service_parts.h"
#include "rpc/handler.h"

namespace chess::game {
namespace {

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;
namespace iv1 = internal::v1;

constexpr int kMaxCursors = 256;
constexpr int kMaxSeqs = 4096;
constexpr int kMaxEventsPerGame = 500;

base::Error TooMany(const char* field, int most) {
  base::Error error = base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD",
                                      "At most " + std::to_string(most) + " are answered at once.");
  error.metadata.emplace_back("field", field);
  return error;
}

class GameInternalServiceImpl final : public iv1::GameInternalService::CallbackService {
 public:
  explicit GameInternalServiceImpl(const ServiceParts& parts) : parts_(parts) {}

  ServerUnaryReactor* CreateGame(CallbackServerContext* context,
                                 const iv1::CreateGameRequest* request,
                                 iv1::CreateGameResponse* response) override {
    rpc::NoteGame(*context, request->game_id());
    return rpc::RunOn(parts_.reads, context, [this, request, response]() -> base::Status {
      const auto seq = game::CreateGame(parts_, *request);
      if (!seq.ok()) return seq.error();
      response->set_seq(*seq);
      return {};
    });
  }

  ServerUnaryReactor* OpenTopic(CallbackServerContext* context,
                                const iv1::OpenTopicRequest* request,
                                iv1::OpenTopicResponse* response) override {
    rpc::NoteGame(*context, request->game_id());
    ServerUnaryReactor* reactor = context->DefaultReactor();
    ReadVisible(parts_, request->game_id(), request->player_id(), 0,
                [this, reactor, request, response](base::Result<GameRef> game) {
                  if (!game.ok()) return reactor->Finish(rpc::ToGrpc(game.error()));
                  Open(reactor, *request, *game, response);
                });
    return reactor;
  }

  ServerUnaryReactor* ReadEvents(CallbackServerContext* context,
                                 const iv1::ReadEventsRequest* request,
                                 iv1::ReadEventsResponse* response) override {
    if (request->cursors_size() > kMaxCursors) {
      return rpc::Finish(context, TooMany("cursors", kMaxCursors));
    }
    ServerUnaryReactor* reactor = context->DefaultReactor();
    auto gather = std::make_shared<Gather>();
    gather->events.resize(static_cast<size_t>(request->cursors_size()));
    gather->open = request->cursors_size() + 1;
    gather->finish = [reactor, request, response, raw = gather.get()] {
      raw->Fill(*request, response);
      reactor->Finish(raw->away ? rpc::ToGrpc(AwayError()) : grpc::Status::OK);
    };
    for (int i = 0; i < request->cursors_size(); ++i) ReadCursor(request->cursors(i), i, gather);
    gather->Done();
    return reactor;
  }

  ServerUnaryReactor* LastSeqs(CallbackServerContext* context,
                               const iv1::LastSeqsRequest* request,
                               iv1::LastSeqsResponse* response) override {
    if (request->game_ids_size() > kMaxSeqs) {
      return rpc::Finish(context, TooMany("game_ids", kMaxSeqs));
    }
    return rpc::RunOn(parts_.reads, context, [this, request, response]() -> base::Status {
      std::vector<std::string> ids(request->game_ids().begin(), request->game_ids().end());
      for (std::string& id : ids) {
        if (!base::IsBase62(id, 8)) id.clear();  // no game of ours
      }
      const auto seqs = parts_.log.LastSeqs(ids);
      if (!seqs.ok()) return StoreError(seqs.error());
      response->mutable_last_seqs()->Assign(seqs->begin(), seqs->end());
      return {};
    });
  }

  ServerUnaryReactor* RecordRating(CallbackServerContext* context,
                                   const iv1::RecordRatingRequest* request,
                                   iv1::RecordRatingResponse* response) override {
    ServerUnaryReactor* reactor = context->DefaultReactor();
    const match::RatingRecorded rating{
        {request->white().before(), request->black().before()},
        {request->white().after(), request->black().after()}};
    parts_.store.Act(request->game_id(), match::RecordRating{rating, request->amendment()},
                     [reactor, response](base::Result<Answer> answer) {
                       if (!answer.ok()) return reactor->Finish(rpc::ToGrpc(answer.error()));
                       response->set_seq(answer->seq);
                       reactor->Finish(grpc::Status::OK);
                     });
    return reactor;
  }

  ServerUnaryReactor* Beat(CallbackServerContext* context, const iv1::BeatRequest*,
                           iv1::BeatResponse* response) override {
    parts_.beats.GatewayBeat();
    response->set_game_time_ms(parts_.clock.NowMs());
    response->set_error_ms(static_cast<int64_t>(std::ceil(parts_.clock_error_ms())));
    return rpc::Finish(context);
  }

  ServerUnaryReactor* CountRunning(CallbackServerContext* context,
                                   const iv1::CountRunningRequest* request,
                                   iv1::CountRunningResponse* response) override {
    return rpc::RunOn(parts_.reads, context, [this, request, response]() -> base::Status {
      if (!base::IsBase62(request->player_id(), 12)) return {};  // plays nothing
      const auto counts = parts_.games.CountRunning(request->player_id());
      if (!counts.ok()) return StoreError(counts.error());
      response->set_running(counts->running);
      response->set_running_rated(counts->rated);
      return {};
    });
  }

 private:
  // The parts of a ReadEvents answer, until all are there.
  struct Gather {
    std::vector<std::vector<std::string>> events;
    std::atomic<int> open{0};
    std::atomic<bool> away{false};
    std::function<void()> finish;

    void Done() {
      if (open.fetch_sub(1) == 1) finish();
    }
    void Fill(const iv1::ReadEventsRequest& request, iv1::ReadEventsResponse* response) {
      for (int i = 0; i < request.cursors_size(); ++i) {
        for (const std::string& event : events[static_cast<size_t>(i)]) {
          iv1::AudienceEvent* out = response->add_events();
          out->set_audience(request.cursors(i).audience());
          out->mutable_event()->ParseFromString(event);
        }
      }
    }
  };

  // A game that cannot be read has no events; the gateway opens its topic anew.
  void ReadCursor(const iv1::Cursor& cursor, int index, const std::shared_ptr<Gather>& gather) {
    parts_.store.Read(
        cursor.game_id(), 0,
        [this, cursor, index, gather](base::Result<Answer> answer) {
          if (!answer.ok()) {
            if (answer.error().code == base::Code::kUnavailable) gather->away = true;
            gather->Done();
            return;
          }
          parts_.store.EventsAfter(
              cursor.game_id(), answer->game, cursor.after_seq(), kMaxEventsPerGame,
              SeatOfAudience(cursor.audience()),
              [index, gather](base::Result<std::vector<std::string>> events) {
                if (events.ok()) gather->events[static_cast<size_t>(index)] = *std::move(events);
                if (!events.ok()) gather->away = true;
                gather->Done();
              });
        });
  }

  void Open(ServerUnaryReactor* reactor, const iv1::OpenTopicRequest& request,
            const GameRef& game, iv1::OpenTopicResponse* response) {
    const match::State& state = *game.state;
    const rules::Seat seat = SeatOf(state, request.player_id());
    response->set_audience(std::string(match::AudienceWord(state, seat)));
    response->set_last_seq(state.seq);
    response->set_your_color(ColorToProto(seat));
    response->set_compacted(game.compacted);
    const int64_t after = request.after_seq();
    if (after <= 0 || after > state.seq || game.compacted ||
        state.seq - after > kMaxEventsPerGame) {
      WriteSnapshot(parts_, game, request.player_id(), response->mutable_snapshot(),
                    [reactor] { reactor->Finish(grpc::Status::OK); });
      return;
    }
    parts_.store.EventsAfter(
        request.game_id(), game, after, kMaxEventsPerGame, seat,
        [reactor, response](base::Result<std::vector<std::string>> events) {
          if (!events.ok()) return reactor->Finish(rpc::ToGrpc(events.error()));
          for (const std::string& event : *events) {
            response->add_events()->ParseFromString(event);
          }
          reactor->Finish(grpc::Status::OK);
        });
  }

  const ServiceParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeGameInternalService(const ServiceParts& parts) {
  return std::make_unique<GameInternalServiceImpl>(parts);
}

}  // namespace chess::game
