#include "game/create_game.h"

#include <future>

#include "base/check.h"
#include "base/ids.h"
#include "base/random.h"
#include "chance/draw.h"
#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "game/convert.h"
#include "game/log_convert.h"
#include "game/request_fields.h"
#include "game/settings_convert.h"
#include "match/decide.h"

namespace chess::game {
namespace {

constexpr size_t kMaxNameBytes = 64;

SeatRow SeatFromProto(const common::v1::Player& player) {
  return {player.player_id(), player.name(),   player.guest(),
          player.bot(),       player.rating(), player.provisional()};
}

base::Result<match::Settings> SettingsOf(const internal::v1::CreateGameRequest& request,
                                         const std::array<SeatRow, 2>& seats) {
  if (!base::IsBase62(request.game_id(), 8)) {
    return BadField("game_id", "A game id has 8 characters of 0-9, A-Z, a-z.");
  }
  for (int i = 0; i < 2; ++i) {
    const char* field = i == 0 ? "white" : "black";
    if (!base::IsBase62(seats[i].player_id, 12)) {
      return BadField(field, "A player id has 12 characters of 0-9, A-Z, a-z.");
    }
    if (seats[i].name.size() > kMaxNameBytes) {
      return BadField(field, "A name has at most 64 bytes.");
    }
  }
  auto settings = SettingsFromProto(request.settings());
  if (!settings.ok()) return settings.error();
  settings->game_id.value = request.game_id();
  for (int i = 0; i < 2; ++i) {
    settings->players[i].value = seats[i].player_id;
    settings->ratings[i] = {seats[i].rating, seats[i].provisional};
  }
  return match::Checked(*std::move(settings));
}

// The game of this id that exists already: the same one, or another's.
base::Result<int64_t> Existing(GameStore& store, const match::Settings& wanted) {
  std::promise<base::Result<Answer>> promise;
  store.Read(wanted.game_id.value, 0,
             [&promise](base::Result<Answer> answer) { promise.set_value(std::move(answer)); });
  const base::Result<Answer> answer = promise.get_future().get();
  if (!answer.ok()) return answer.error();
  match::Settings there = *answer->game.state->settings;
  // Ratings move between two attempts, and a new release may repeat what an old one began.
  there.ratings = wanted.ratings;
  there.rules_revision = wanted.rules_revision;
  if (there == wanted) return int64_t{1};
  return base::MakeError(base::Code::kAlreadyExists, "GAME_EXISTS",
                         "A game of this id exists with other settings.");
}

}  // namespace

base::Result<int64_t> CreateGame(const ServiceParts& parts,
                                 const internal::v1::CreateGameRequest& request) {
  const std::array<SeatRow, 2> seats = {SeatFromProto(request.white()),
                                        SeatFromProto(request.black())};
  auto settings = SettingsOf(request, seats);
  if (!settings.ok()) return settings.error();
  std::optional<match::Bytes32> secret, commit;
  if (match::UsesChance(*settings)) {
    secret.emplace();
    CHESS_CHECK(BytesInto(base::SecureBytes(secret->size()), &*secret));
    commit = chance::CommitOf(*secret);
  }
  const auto row = match::Create(*settings, parts.clock.NowMs(), commit);
  if (!row.ok()) return row.error();
  auto state = std::make_shared<match::State>();
  if (const base::Status applied = match::Apply(*state, *row); !applied.ok()) {
    return applied.error();
  }
  NewGameRow new_game = NewGameRowOf(*state, *row, seats);
  if (secret) new_game.chance_secret.assign(secret->begin(), secret->end());
  const auto made = parts.games.Create(new_game);
  if (!made.ok()) {
    return StoreError(made.error());
  }
  if (!*made) return Existing(parts.store, *settings);
  parts.metrics.games_created.Increment();
  parts.store.Adopt(request.game_id(),
                    {state, std::make_shared<const std::array<SeatRow, 2>>(seats)});
  if (state->brain_due && !state->over()) parts.store.AskBrain(request.game_id(), state);
  return int64_t{1};
}

}  // namespace chess::game
