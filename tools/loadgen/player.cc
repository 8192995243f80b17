#include "loadgen/player.h"

#include "base/clock.h"
#include "chess/live/v1/live_service.pb.h"
#include "chess/lobby/v1/identity_service.pb.h"

namespace chess::loadgen {

void EventBoard::Show(int64_t seq, int64_t at_ns) {
  if (last_ > 0 && seq != last_ + 1) ++gaps_;
  last_ = seq;
  last_ns_ = at_ns;
  timer_.cancel();
}

Task<int64_t> EventBoard::Wait(int64_t seq, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (last_ < seq) {
    timer_.expires_at(deadline);
    boost::system::error_code error;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, error));
    if (!error && last_ < seq) co_return 0;
  }
  co_return last_ns_;
}

Task<base::Status> Player::SignIn() {
  auto guest = co_await Call<lobby::v1::CreateGuestResponse>(
      calls_, "/chess.lobby.v1.IdentityService/CreateGuest", lobby::v1::CreateGuestRequest());
  if (!guest) co_return base::Status(guest.error());
  id_ = guest->player().player_id();
  token_ = guest->token();
  calls_.set_token(token_);
  co_return base::Status();
}

Task<base::Status> Player::Watch(std::string game_id) {
  live::v1::WatchRequest request;
  request.add_topics()->mutable_game()->set_game_id(game_id);
  events_ = std::make_shared<EventBoard>(io_);
  stream_ = std::make_shared<WebClient>(io_, endpoint_);
  stream_->set_token(token_);
  base::Status opened =
      co_await stream_->Open("/chess.live.v1.LiveService/Watch", request.SerializeAsString());
  if (!opened) co_return opened;
  asio::co_spawn(io_, ReadStream(stream_, events_), asio::detached);
  // The snapshot shows the creation, number 1.
  if (co_await events_->Wait(1, std::chrono::seconds(10)) == 0) {
    co_return base::Status(
        base::MakeError(base::Code::kUnavailable, "NO_SNAPSHOT", "The stream gave no snapshot."));
  }
  co_return base::Status();
}

void Player::StopWatching() {
  if (stream_) stream_->Close();
  stream_.reset();
}

Task<void> Player::ReadStream(std::shared_ptr<WebClient> stream,
                              std::shared_ptr<EventBoard> events) {
  live::v1::WatchResponse event;
  while (auto message = co_await stream->Next()) {
    const int64_t now_ns = base::SystemClock().SteadyNs();
    if (!event.ParseFromString(*message)) co_return;
    if (event.has_snapshot()) events->Show(event.snapshot().view().seq(), now_ns);
    if (event.has_game_event()) events->Show(event.game_event().seq(), now_ns);
  }
}

}  // namespace chess::loadgen
