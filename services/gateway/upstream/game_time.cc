#include "gateway/upstream/game_time.h"

#include <chrono>

#include "gateway/edge/wire.h"

namespace chess::gateway {
namespace {

constexpr char kBeat[] = "/chess.game.internal.v1.GameInternalService/Beat";
constexpr int64_t kTimeoutMs = 1000;
constexpr int kMostInFlight = 4;

}  // namespace

GameTime::GameTime(boost::asio::io_context& io, InternalClient& client, Endpoints& game,
                   std::string gateway_id, int beat_ms)
    : client_(client), game_(game), beat_ms_(beat_ms), timer_(io) {
  AppendText(&request_, 1, gateway_id);
}

void GameTime::Stop() {
  stopped_ = true;
  timer_.cancel();
}

void GameTime::Beat() {
  if (stopped_) return;
  timer_.expires_after(std::chrono::milliseconds(beat_ms_));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) Beat();
  });
  if (in_flight_ >= kMostInFlight) return;
  ++in_flight_;
  const int64_t sent_ns = base::SystemClock().SteadyNs();
  const base::TimeMs sent_ms = base::SystemClock().NowMs();
  client_.Ask(game_, kBeat, request_, kTimeoutMs, {},
              [this, sent_ns, sent_ms](const grpc::Status& status, std::string_view answer) {
                --in_flight_;
                base::TimeMs game_time_ms = 0;
                for (WireReader reader(answer); reader.Next();) {
                  if (reader.field() == 1) game_time_ms = static_cast<int64_t>(reader.number());
                }
                if (!status.ok() || game_time_ms == 0) {
                  ++failed_;
                } else {
                  Answered(sent_ns, sent_ms, game_time_ms);
                }
              });
}

// The sample with the shortest round trip is the truest; the bar is raised by a tenth each beat, so
// that a drifting clock is followed within seconds.
void GameTime::Answered(int64_t sent_ns, base::TimeMs sent_ms, base::TimeMs game_time_ms) {
  const int64_t trip_ns = base::SystemClock().SteadyNs() - sent_ns;
  ++samples_;
  if (samples_ > 1 && trip_ns > best_trip_ns_) {
    best_trip_ns_ += best_trip_ns_ / 10 + 1;
    return;
  }
  best_trip_ns_ = trip_ns;
  offset_ms_ = game_time_ms - (sent_ms + trip_ns / 2'000'000);
}

}  // namespace chess::gateway
