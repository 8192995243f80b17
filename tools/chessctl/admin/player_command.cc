#include "chessctl/admin/player_command.h"

#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

constexpr char kById[] = "id:";

std::string Until(bool set, const lobby::v1::Sanction& sanction) {
  if (!set) return "no";
  return sanction.has_until() ? "until " + TimeText(sanction.until()) : "for ever";
}

}  // namespace

lobby::v1::PlayerRef PlayerOf(const std::string& text) {
  lobby::v1::PlayerRef player;
  if (text.starts_with(kById)) {
    player.set_player_id(text.substr(sizeof(kById) - 1));
  } else {
    player.set_name(text);
  }
  return player;
}

int PrintPlayer(const Session& session, const lobby::v1::PlayerDetail& player) {
  if (session.json()) return session.PrintJson(player);
  Sheet sheet;
  sheet.Add("name", player.player().name());
  sheet.Add("id", player.player().player_id());
  sheet.Add("kind", player.player().bot() ? "bot" : player.player().guest() ? "guest" : "account");
  sheet.Add("since", TimeText(player.create_time()));
  sheet.Add("games begun", std::to_string(player.games_started()));
  sheet.Add("sessions", std::to_string(player.sessions()));
  sheet.Add("last seen", TimeText(player.use_time()));
  sheet.Add("open challenges", std::to_string(player.open_challenges()));
  sheet.Add("muted", Until(player.has_mute(), player.mute()));
  sheet.Add("banned", Until(player.has_ban(), player.ban()));
  sheet.Add("closed", player.has_close_time() ? TimeText(player.close_time()) : "no");
  sheet.Add("reserved name", player.reserved_name());
  sheet.Print();
  return kDone;
}

}  // namespace chess::chessctl::admin
