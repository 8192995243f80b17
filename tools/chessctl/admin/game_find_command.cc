// `chessctl admin game find`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

// What is wrong with the options; empty: nothing.
std::string ReadFilters(const Flags& flags, game_v1::FindGamesRequest* request) {
  if (flags.Has("state")) {
    const auto state = FromWord<game_v1::GameState>(flags.Get("state"), "GAME_STATE_");
    if (!state) return "--state is running, finished or aborted";
    request->set_state(*state);
  }
  if (flags.Has("ending")) {
    const auto ending = FromWord<game_v1::EndReason>(flags.Get("ending"), "END_REASON_");
    if (!ending) return "--ending is checkmate, resignation, timeout, operator …";
    request->set_ending(*ending);
  }
  if (flags.Has("from") && !ReadTime(flags.Get("from"), request->mutable_created_from())) {
    return "--from is a day (2026-11-30) or a time (2026-11-30T02:13:56Z)";
  }
  if (flags.Has("before") && !ReadTime(flags.Get("before"), request->mutable_created_before())) {
    return "--before is a day (2026-11-30) or a time (2026-11-30T02:13:56Z)";
  }
  request->set_rule_set(flags.Get("rule-set"));
  return "";
}

int RunFind(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto limit = session.flags().GetInt("limit", 50, 1, 100'000);
  if (!limit.ok()) return session.Usage(limit.error().message);
  game_v1::FindGamesRequest request;
  if (const std::string wrong = ReadFilters(session.flags(), &request); !wrong.empty()) {
    return session.Usage(wrong);
  }
  if (session.flags().Has("player")) {
    const int status =
        FindPlayer(session, session.flags().Get("player"), request.mutable_player_id());
    if (status != kDone) return status;
  }
  game_v1::FindGamesResponse all;
  const auto rows = [](const game_v1::FindGamesResponse& list) { return list.games_size(); };
  const auto stub = GameStubOf(session);
  if (const int status =
          session.CallPages(*stub, &GameStub::FindGames, request, *limit, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  Table table(
      {"GAME", "CREATED", "WHITE", "BLACK", "RULES", "SPEED", "RATED", "STANDING", "PLIES"});
  for (const game_v1::OperatorGame& game : all.games()) {
    const game_v1::GameSummary& summary = game.summary();
    table.Add({summary.game_id(), TimeText(summary.create_time()), PlayerText(summary.white()),
               PlayerText(summary.black()), summary.settings().rule_set(), summary.speed(),
               summary.settings().rated() ? "yes" : "no", StandingOf(summary),
               std::to_string(summary.plies())});
  }
  table.Print("No such games.");
  return kDone;
}

}  // namespace

const Command kGameFindCommand = {
    "game find",
    "games by player, state, ending, time, rules",
    "usage: chessctl admin game find [--player P] [--state S] [--ending E] [--from T]\n"
    "                                [--before T] [--rule-set R] [--limit N]\n"
    "  --player P    one of the players: NAME or id:ID\n"
    "  --state S     running, finished or aborted (also: voided)\n"
    "  --ending E    checkmate, stalemate, resignation, timeout, agreement, operator …\n"
    "  --from T      created then or later: a day (2026-11-30) or a time (2026-11-30T02:13:56Z)\n"
    "  --before T    created before then\n"
    "  --rule-set R  canonical name, such as standard, chess960 or fog_of_war\n"
    "  --limit N     at most N games, newest first [50]\n",
    {{"player", "state", "ending", "from", "before", "rule-set", "limit"}, {}},
    RunFind};

}  // namespace chess::chessctl::admin
