// LobbyService: challenges by name and by code, presence.
#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "chess/lobby/v1/lobby_service.grpc.pb.h"
#include "lobby/convert.h"
#include "lobby/handlers.h"
#include "lobby/lobby_bus.h"
#include "lobby/matchmaker.h"
#include "lobby/names.h"
#include "lobby/secrets.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

using base::Result;
using base::Status;
using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

constexpr int kDefaultPageSize = 20;

base::Error NoSuchChallenge() {
  return base::MakeError(base::Code::kNotFound, "CHALLENGE_NOT_FOUND",
                         "There is no such challenge for you.");
}

base::Error NoSuchCode() {
  return base::MakeError(base::Code::kNotFound, "CODE_NOT_FOUND",
                         "No game waits behind this code.");
}

template <typename Response>
Status Answered(const Result<Challenge>& challenge, Response* response) {
  if (!challenge.ok()) return challenge.error();
  ToProto(*challenge, response->mutable_challenge());
  return {};
}

class LobbyService final : public v1::LobbyService::CallbackService {
 public:
  LobbyService(rpc::Executor& executor, Matchmaker& matchmaker, ChallengeRepository& challenges,
               LobbyBus& bus)
      : executor_(executor), matchmaker_(matchmaker), challenges_(challenges), bus_(bus) {}

  ServerUnaryReactor* CreateChallenge(CallbackServerContext* context,
                                      const v1::CreateChallengeRequest* request,
                                      v1::CreateChallengeResponse* response) override {
    return Asked(context, request, [=, this](const Asker& asker) -> Status {
      auto agreed = FromProto(request->settings(), match::Visibility::kPublic);
      if (!agreed.ok()) return agreed.error();
      const auto color = ColorFromProto(request->color());
      if (!color.ok()) return color.error();
      return Answered(matchmaker_.ChallengeByName(asker, request->opponent_name(), *agreed, *color),
                      response);
    });
  }

  ServerUnaryReactor* CreateCode(CallbackServerContext* context,
                                 const v1::CreateCodeRequest* request,
                                 v1::CreateCodeResponse* response) override {
    return Asked(context, request, [=, this](const Asker& asker) -> Status {
      auto agreed = FromProto(request->settings(), match::Visibility::kLink);
      if (!agreed.ok()) return agreed.error();
      const auto color = ColorFromProto(request->color());
      if (!color.ok()) return color.error();
      return Answered(matchmaker_.OpenCode(asker, *agreed, *color), response);
    });
  }

  ServerUnaryReactor* AcceptChallenge(CallbackServerContext* context,
                                      const v1::AcceptChallengeRequest* request,
                                      v1::AcceptChallengeResponse* response) override {
    return Asked(context, request, [=, this](const Asker& asker) -> Status {
      if (!IsChallengeId(request->challenge_id())) return NoSuchChallenge();
      return Answered(matchmaker_.Accept(asker, {request->challenge_id()}), response);
    });
  }

  ServerUnaryReactor* GetInvite(CallbackServerContext* context, const v1::GetInviteRequest* request,
                                v1::GetInviteResponse* response) override {
    return Run(executor_, context, [=, this]() -> Status {
      const auto code = NormalCode(request->code());
      if (!code) return NoSuchCode();
      return Answered(challenges_.FindByCode(*code), response);
    });
  }

  ServerUnaryReactor* JoinCode(CallbackServerContext* context, const v1::JoinCodeRequest* request,
                               v1::JoinCodeResponse* response) override {
    return Asked(context, request, [=, this](const Asker& asker) -> Status {
      const auto code = NormalCode(request->code());
      if (!code) return NoSuchCode();
      return Answered(matchmaker_.Join(asker, *code), response);
    });
  }

  ServerUnaryReactor* DeclineChallenge(CallbackServerContext* context,
                                       const v1::DeclineChallengeRequest* request,
                                       v1::DeclineChallengeResponse* response) override {
    return Asked(context, request, [=, this](const Asker& asker) -> Status {
      if (!IsChallengeId(request->challenge_id())) return NoSuchChallenge();
      const auto reason = ReasonFromProto(request->reason());
      if (!reason.ok()) return reason.error();
      return Answered(matchmaker_.Decline(asker, {request->challenge_id()}, *reason), response);
    });
  }

  ServerUnaryReactor* CancelChallenge(CallbackServerContext* context,
                                      const v1::CancelChallengeRequest* request,
                                      v1::CancelChallengeResponse* response) override {
    return Asked(context, request, [=, this](const Asker& asker) -> Status {
      if (!IsChallengeId(request->challenge_id())) return NoSuchChallenge();
      return Answered(matchmaker_.Cancel(asker, {request->challenge_id()}), response);
    });
  }

  ServerUnaryReactor* ListChallenges(CallbackServerContext* context,
                                     const v1::ListChallengesRequest* request,
                                     v1::ListChallengesResponse* response) override {
    return RunAsPlayer(executor_, context, [=, this](const rpc::CallContext& caller) -> Status {
      const int wanted = request->page().page_size();
      if (wanted < 0) return InvalidField("page.page_size", "A page has at least one row.");
      const int size = wanted == 0 ? kDefaultPageSize : std::min(wanted, base::kMaxPageSize);
      const auto page = challenges_.List(caller.player_id, size, request->page().page_token());
      if (!page.ok()) return page.error();
      for (const Challenge& challenge : page->challenges) {
        ToProto(challenge, response->add_challenges());
      }
      response->mutable_page()->set_next_page_token(page->next_page_token);
      return {};
    });
  }

  ServerUnaryReactor* GetPresence(CallbackServerContext* context,
                                  const v1::GetPresenceRequest* request,
                                  v1::GetPresenceResponse* response) override {
    return RunAsPlayer(executor_, context, [=, this](const rpc::CallContext&) -> Status {
      if (request->player_ids_size() > base::kMaxPresenceAsked) {
        return InvalidField("player_ids", "At most 100 players at once.");
      }
      const auto online = bus_.Online({request->player_ids().begin(), request->player_ids().end()});
      if (!online.ok()) return online.error();
      for (const bool here : *online) response->add_online(here);
      return {};
    });
  }

 private:
  // A mutation: `work` gets who asks under which request_id.
  template <typename Request, typename Work>
  ServerUnaryReactor* Asked(CallbackServerContext* context, const Request* request, Work work) {
    return RunAsPlayer(
        executor_, context, [request, work = std::move(work)](const rpc::CallContext& caller) {
          const auto asker = AskerOf(caller.player_id, request->request_id(), *request);
          return asker.ok() ? work(*asker) : Status(asker.error());
        });
  }

  rpc::Executor& executor_;
  Matchmaker& matchmaker_;
  ChallengeRepository& challenges_;
  LobbyBus& bus_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeLobbyService(rpc::Executor& executor, Matchmaker& matchmaker,
                                                ChallengeRepository& challenges, LobbyBus& bus) {
  return std::make_unique<LobbyService>(executor, matchmaker, challenges, bus);
}

}  // namespace chess::lobby
