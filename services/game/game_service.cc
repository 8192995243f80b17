// chess.game.v1.GameService: the referee as players see it.
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>

#include "chess/game/v1/game_service.grpc.pb.h"
#include "game/convert.h"
#include "game/game_reads.h"
#include "game/log_convert.h"
#include "game/pgn_export.h"
#include "game/service_parts.h"
#include "rpc/handler.h"

namespace chess::game {
namespace {

using grpc::ByteBuffer;
using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

// Commands pass as bytes: their answers are put together from a view that is serialised once.
using Service = v1::GameService;
template <typename Base>
using RawDraws = Service::WithRawCallbackMethod_OfferDraw<
    Service::WithRawCallbackMethod_AcceptDraw<Service::WithRawCallbackMethod_DeclineDraw<
        Service::WithRawCallbackMethod_WithdrawDraw<
            Service::WithRawCallbackMethod_ClaimDraw<Base>>>>>;
template <typename Base>
using RawBeginnings = Service::WithRawCallbackMethod_Ready<
    Service::WithRawCallbackMethod_SetDraft<Service::WithRawCallbackMethod_LockDraft<Base>>>;
template <typename Base>
using RawCommands = Service::WithRawCallbackMethod_PlayMove<Service::WithRawCallbackMethod_Resign<
    Service::WithRawCallbackMethod_Abort<RawBeginnings<RawDraws<Base>>>>>;
template <typename Base>
using Reads = Service::WithCallbackMethod_GetGame<Service::WithCallbackMethod_ListEvents<
    Service::WithCallbackMethod_ListGames<Service::WithCallbackMethod_ExportPgn<Base>>>>;

base::Error Malformed() {
  return base::MakeError(base::Code::kInvalidArgument, "MALFORMED_MESSAGE",
                         "The message cannot be parsed.");
}

// Most commands have the fields of PlayMoveRequest, or the first three of them.
template <typename Message>
bool Parse(const ByteBuffer* request, Message* out) {
  ByteBuffer copy(*request);
  grpc::ProtoBufferReader reader(&copy);
  return out->ParseFromZeroCopyStream(&reader);
}

match::Action MoveOf(const v1::PlayMoveRequest& request) {
  match::PlayMove move{request.move(), std::nullopt};
  if (request.has_think_ms()) move.think_ms = request.think_ms();
  return move;
}

class GameServiceImpl final : public RawCommands<Reads<Service::Service>> {
 public:
  explicit GameServiceImpl(const ServiceParts& parts) : parts_(parts) {}

  ServerUnaryReactor* PlayMove(CallbackServerContext* context, const ByteBuffer* request,
                               ByteBuffer* response) override {
    v1::PlayMoveRequest message;
    if (!Parse(request, &message)) return rpc::Finish(context, Malformed());
    return Execute(context, message, MoveOf(message), response);
  }
  ServerUnaryReactor* Resign(CallbackServerContext* context, const ByteBuffer* request,
                             ByteBuffer* response) override {
    return Execute(context, request, match::Resign{}, response);
  }
  ServerUnaryReactor* Abort(CallbackServerContext* context, const ByteBuffer* request,
                            ByteBuffer* response) override {
    return Execute(context, request, match::Abort{}, response);
  }
  ServerUnaryReactor* OfferDraw(CallbackServerContext* context, const ByteBuffer* request,
                                ByteBuffer* response) override {
    return Execute(context, request, match::OfferDraw{}, response);
  }
  ServerUnaryReactor* AcceptDraw(CallbackServerContext* context, const ByteBuffer* request,
                                 ByteBuffer* response) override {
    return Execute(context, request, match::AcceptDraw{}, response);
  }
  ServerUnaryReactor* DeclineDraw(CallbackServerContext* context, const ByteBuffer* request,
                                  ByteBuffer* response) override {
    return Execute(context, request, match::DeclineDraw{}, response);
  }
  ServerUnaryReactor* WithdrawDraw(CallbackServerContext* context, const ByteBuffer* request,
                                   ByteBuffer* response) override {
    return Execute(context, request, match::WithdrawDraw{}, response);
  }
  ServerUnaryReactor* ClaimDraw(CallbackServerContext* context, const ByteBuffer* request,
                                ByteBuffer* response) override {
    return Execute(context, request, match::ClaimDraw{}, response);
  }

  ServerUnaryReactor* Ready(CallbackServerContext* context, const ByteBuffer* request,
                            ByteBuffer* response) override {
    v1::ReadyRequest message;
    if (!Parse(request, &message)) return rpc::Finish(context, Malformed());
    match::Ready ready;
    if (!BytesInto(message.nonce(), &ready.nonce)) {
      return rpc::Finish(context, base::MakeError(base::Code::kInvalidArgument, "NONCE_INVALID",
                                                  "A nonce has 16 bytes."));
    }
    return Execute(context, Heading(message), ready, response);
  }
  ServerUnaryReactor* SetDraft(CallbackServerContext* context, const ByteBuffer* request,
                               ByteBuffer* response) override {
    v1::SetDraftRequest message;
    if (!Parse(request, &message)) return rpc::Finish(context, Malformed());
    return Execute(context, Heading(message), match::SetDraft{message.army(), message.edition()},
                   response);
  }
  ServerUnaryReactor* LockDraft(CallbackServerContext* context, const ByteBuffer* request,
                                ByteBuffer* response) override {
    v1::LockDraftRequest message;
    if (!Parse(request, &message)) return rpc::Finish(context, Malformed());
    return Execute(context, Heading(message), match::LockDraft{message.army()}, response);
  }

  ServerUnaryReactor* GetGame(CallbackServerContext* context, const v1::GetGameRequest* request,
                              v1::GetGameResponse* response) override {
    rpc::NoteGame(*context, request->game_id());
    ServerUnaryReactor* reactor = context->DefaultReactor();
    const std::string viewer = rpc::CallContext::From(*context).player_id.value;
    ReadVisible(parts_, request->game_id(), viewer, request->min_seq(),
                [this, reactor, viewer, response](base::Result<GameRef> game) {
                  if (!game.ok()) return reactor->Finish(rpc::ToGrpc(game.error()));
                  WriteSnapshot(parts_, *game, viewer, response->mutable_game(),
                                [reactor] { reactor->Finish(grpc::Status::OK); });
                });
    return reactor;
  }

  ServerUnaryReactor* ListEvents(CallbackServerContext* context,
                                 const v1::ListEventsRequest* request,
                                 v1::ListEventsResponse* response) override {
    constexpr int kMostEvents = 100;
    rpc::NoteGame(*context, request->game_id());
    ServerUnaryReactor* reactor = context->DefaultReactor();
    const std::string viewer = rpc::CallContext::From(*context).player_id.value;
    const int limit = request->limit() <= 0 ? kMostEvents : std::min(request->limit(), kMostEvents);
    ReadVisible(
        parts_, request->game_id(), viewer, request->after_seq(),
        [this, reactor, viewer, request, response, limit](base::Result<GameRef> game) {
          if (!game.ok()) return reactor->Finish(rpc::ToGrpc(game.error()));
          response->set_last_seq(game->state->seq);
          parts_.store.EventsAfter(
              request->game_id(), *game, request->after_seq(), limit,
              SeatOf(*game->state, viewer),
              [reactor, response](base::Result<std::vector<std::string>> events) {
                if (!events.ok()) return reactor->Finish(rpc::ToGrpc(events.error()));
                for (const std::string& event : *events) {
                  response->add_events()->ParseFromString(event);
                }
                reactor->Finish(grpc::Status::OK);
              });
        });
    return reactor;
  }

  ServerUnaryReactor* ListGames(CallbackServerContext* context,
                                const v1::ListGamesRequest* request,
                                v1::ListGamesResponse* response) override {
    const std::string viewer = rpc::CallContext::From(*context).player_id.value;
    return rpc::RunOn(parts_.reads, context, [this, viewer, request, response] {
      return game::ListGames(parts_, viewer, *request, response);
    });
  }

  ServerUnaryReactor* ExportPgn(CallbackServerContext* context,
                                const v1::ExportPgnRequest* request,
                                v1::ExportPgnResponse* response) override {
    rpc::NoteGame(*context, request->game_id());
    ServerUnaryReactor* reactor = context->DefaultReactor();
    const std::string viewer = rpc::CallContext::From(*context).player_id.value;
    ReadVisible(parts_, request->game_id(), viewer, 0,
                [this, reactor, viewer, request, response](base::Result<GameRef> game) {
                  if (!game.ok()) return reactor->Finish(rpc::ToGrpc(game.error()));
                  parts_.lobby.Name(
                      game->seats, [reactor, request, response, viewer, state = game->state](
                                       const std::array<SeatRow, 2>& seats) {
                        response->set_pgn(WriteGamePgn(*state, seats, SeatOf(*state, viewer),
                                                       request->clocks()));
                        reactor->Finish(grpc::Status::OK);
                      });
                });
    return reactor;
  }

 private:
  // What all commands have.
  template <typename Message>
  static v1::PlayMoveRequest Heading(const Message& message) {
    v1::PlayMoveRequest heading;
    heading.set_game_id(message.game_id());
    heading.set_request_id(message.request_id());
    return heading;
  }

  ServerUnaryReactor* Execute(CallbackServerContext* context, const ByteBuffer* request,
                              match::Action action, ByteBuffer* response) {
    v1::PlayMoveRequest message;
    if (!Parse(request, &message)) return rpc::Finish(context, Malformed());
    return Execute(context, message, std::move(action), response);
  }

  // decode → decide → append → announce → encode; a client that goes away changes nothing once the
  // command is queued.
  ServerUnaryReactor* Execute(CallbackServerContext* context, const v1::PlayMoveRequest& message,
                              match::Action action, ByteBuffer* response) {
    const rpc::CallContext call = rpc::CallContext::From(*context);
    const rpc::ScopedTrace scope(call.trace);
    rpc::NoteGame(*context, message.game_id());
    if (const base::Status player = rpc::RequirePlayer(call); !player.ok()) {
      return rpc::Finish(context, player);
    }
    match::Command command;
    if (!RequestIdFromBytes(message.request_id(), &command.request_id)) {
      return rpc::Finish(context,
                         base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_INVALID",
                                         "A request_id has 16 bytes."));
    }
    command.expected_turn = message.expected_turn();
    command.action = std::move(action);
    ServerUnaryReactor* reactor = context->DefaultReactor();
    std::optional<base::DurationMs> rtt;
    if (call.rtt_ms >= 0) rtt = call.rtt_ms;
    parts_.store.Execute(
        message.game_id(), call.player_id.value, std::move(command), call.received_ms, rtt,
        [reactor, response](base::Result<Answer> answer) {
          if (!answer.ok()) return reactor->Finish(rpc::ToGrpc(answer.error()));
          const grpc::Slice slice(AnswerBytes(answer->seq, answer->view));
          *response = ByteBuffer(&slice, 1);
          reactor->Finish(grpc::Status::OK);
        });
    return reactor;
  }

  const ServiceParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeGameService(const ServiceParts& parts) {
  return std::make_unique<GameServiceImpl>(parts);
}

}  // namespace chess::game
