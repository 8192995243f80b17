// The parts of game_rig.h that need protobuf or SQL.
#include "game/testing/game_rig.h"

#include <pqxx/pqxx>

#include "chance/draw.h"
#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "game/convert.h"
#include "game/settings_convert.h"

namespace chess::game {
namespace {

void SeatToProto(const SeatRow& seat, common::v1::Player* out) {
  out->set_player_id(seat.player_id);
  out->set_name(seat.name);
  out->set_guest(seat.guest);
  out->set_rating(seat.rating);
  out->set_provisional(seat.provisional);
}

}  // namespace

std::string NewGame(App& app, timecontrol::TimeControl time, match::Visibility visibility,
                    bool rated) {
  internal::v1::CreateGameRequest request;
  request.set_game_id(base::NewGameId().value);
  match::Settings settings;
  settings.time = time;
  settings.visibility = visibility;
  settings.rated = rated;
  SettingsToProto(settings, request.mutable_settings());
  SeatToProto(TestSeats()[0], request.mutable_white());
  SeatToProto(TestSeats()[1], request.mutable_black());
  const auto seq = CreateGame(app.parts(), request);
  EXPECT_EQ(Reason(seq), "");
  return request.game_id();
}

std::string Sql(const std::string& url, const std::string& statement) {
  pqxx::connection connection(url);
  pqxx::nontransaction transaction(connection);
  const pqxx::result result = transaction.exec(statement);
  return result.empty() || result[0][0].is_null() ? "" : result[0][0].as<std::string>();
}

void Holding(const std::string& url, const std::string& table,
             const std::function<void(const Execute&)>& act) {
  pqxx::connection connection(url);
  pqxx::work transaction(connection);
  if (!table.empty()) transaction.exec("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
  act([&](const std::string& statement) { transaction.exec(statement); });
  transaction.commit();
}

bool Waiting(const std::string& url) {
  return Sql(url,
             "SELECT count(*) FROM pg_stat_activity"
             " WHERE datname = current_database() AND wait_event_type = 'Lock'") != "0";
}

std::string StoredGame(App& app, const std::string& id, const std::string& rule_set) {
  match::Settings settings = SettingsFor(id);
  settings.rule_set = rule_set;
  settings.rated = false;
  const auto checked = match::Checked(settings);
  EXPECT_TRUE(checked.ok());
  std::optional<match::Bytes32> commit;
  const match::Bytes32 secret{1, 2, 3};
  if (match::UsesChance(*checked)) commit = chance::CommitOf(secret);
  const auto first = match::Create(*checked, app.parts().clock.NowMs(), commit);
  EXPECT_TRUE(first.ok());
  match::State state;
  EXPECT_TRUE(match::Apply(state, *first).ok());
  NewGameRow row = NewGameRowOf(state, *first, TestSeats());
  if (commit) row.chance_secret.assign(secret.begin(), secret.end());
  EXPECT_TRUE(*app.parts().games.Create(row));
  return id;
}

}  // namespace chess::game
