#include "lobby/rating_desk.h"

#include "lobby/convert.h"
#include "lobby/operator_call.h"
#include "lobby/player_desk.h"
#include "lobby/rating_check_repository.h"
#include "lobby/rating_rebuild_repository.h"
#include "lobby/sanction_repository.h"

namespace chess::lobby {
namespace {

using base::Status;

// Well below a caller's deadline; the cursor goes on.
constexpr base::DurationMs kBudgetMs = 1500;

bool IsCursor(const std::string& cursor) { return cursor.empty() || IsPlayerId(cursor); }

void FaultToProto(const RatingFault& from, v1::RatingFault* to) {
  to->set_player_id(from.key.player_id);
  to->set_family(from.key.family);
  to->set_speed(from.key.speed);
  to->set_game_id(from.game_id);
  to->set_word(from.word);
  to->set_message(from.message);
}

base::Result<RatingCheckRepository::Report> Check(RatingCheckRepository& check,
                                                  SanctionRepository& players,
                                                  const v1::VerifyRatingsRequest& request) {
  if (!request.has_player()) return check.Check(request.cursor(), kBudgetMs);
  const auto player_id = players.Resolve(RefOf(request.player()));
  if (!player_id.ok()) return player_id.error();
  return check.CheckPlayer(*player_id);
}

}  // namespace

Status RatingDesk::Verify(const rpc::CallContext&, const v1::VerifyRatingsRequest& request,
                          v1::VerifyRatingsResponse* response) {
  if (!IsCursor(request.cursor())) return InvalidField("cursor", "There is no such place.");
  const auto report = Check(check_, players_, request);
  if (!report.ok()) return report.error();
  response->set_players(report->players);
  response->set_ratings(report->ratings);
  response->set_games(report->games);
  for (const RatingFault& fault : report->faults) FaultToProto(fault, response->add_faults());
  response->set_next_cursor(report->next_cursor);
  return {};
}

Status RatingDesk::Rebuild(const rpc::CallContext& caller, const v1::RebuildRatingsRequest& request,
                           v1::RebuildRatingsResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  if (!IsCursor(request.cursor())) return InvalidField("cursor", "There is no such place.");
  if (request.cursor().empty()) {
    const auto begun = rebuild_.Begin(*actor);
    if (!begun.ok()) return begun.error();
    response->set_next_cursor(*begun);
    return {};
  }
  const auto progress = rebuild_.Go(*actor, request.cursor(), kBudgetMs);
  if (!progress.ok()) return progress.error();
  response->set_games(progress->games);
  response->set_corrected_games(progress->corrected_games);
  response->set_ratings(progress->ratings);
  response->set_corrected_ratings(progress->corrected_ratings);
  if (!progress->done) response->set_next_cursor(request.cursor());
  return {};
}

}  // namespace chess::lobby
