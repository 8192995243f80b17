#include "game/game_reads.h"

#include <algorithm>
#include <atomic>
#include <future>

#include "base/ids.h"
#include "base/limits.h"
#include "chess/game/v1/game_service.pb.h"
#include "game/convert.h"
#include "game/request_fields.h"

namespace chess::game {
namespace {

base::Result<GameQuery> QueryOf(const v1::ListGamesRequest& request,
                                const std::string& viewer_id) {
  GameQuery query;
  query.player_id = request.player_id();
  query.viewer_id = viewer_id;
  if (!base::IsBase62(query.player_id, 12)) {
    return BadField("player_id", "A player id has 12 characters.");
  }
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  query.limit = *size;
  if (request.filter() == v1::GAME_FILTER_RUNNING) query.filter = GameQuery::Filter::kRunning;
  if (request.filter() == v1::GAME_FILTER_FINISHED) query.filter = GameQuery::Filter::kFinished;
  const base::Status token = ReadPageToken(request.page(), &query.before_time, &query.before_id);
  if (!token.ok()) return token.error();
  return query;
}

// Reads several games at once and waits for all; null where one could not be read.
std::vector<StatePtr> ReadAll(GameStore& store, const std::vector<std::string>& ids) {
  struct Gather {
    std::vector<StatePtr> states;
    std::atomic<size_t> open{0};
    std::promise<void> all;
  };
  auto gather = std::make_shared<Gather>();
  gather->states.resize(ids.size());
  gather->open = ids.size();
  if (ids.empty()) return {};
  for (size_t i = 0; i < ids.size(); ++i) {
    store.Read(ids[i], 0, [gather, i](base::Result<Answer> answer) {
      if (answer.ok()) gather->states[i] = answer->game.state;
      if (gather->open.fetch_sub(1) == 1) gather->all.set_value();
    });
  }
  gather->all.get_future().wait();
  return gather->states;
}

}  // namespace

void ReadVisible(const ServiceParts& parts, const std::string& game_id,
                 const std::string& viewer_id, int64_t min_seq, GameDone done) {
  parts.store.Read(
      game_id, min_seq,
      [&reads = parts.reads, viewer_id, done = std::move(done)](base::Result<Answer> answer) {
        if (!answer.ok()) {
          done(std::move(answer).error());
          return;
        }
        if (!MaySee(*answer->game.state, viewer_id)) {
          done(NotFoundError());
          return;
        }
        const bool queued = reads.Submit([game = answer->game, done] { done(game); });
        if (!queued) done(OverloadedError());
      });
}

void WriteSnapshot(const ServiceParts& parts, const GameRef& game, const std::string& viewer_id,
                   v1::GameSnapshot* out, std::function<void()> done) {
  parts.lobby.Name(game.seats, [state = game.state, secrets = game.secrets, viewer_id, out,
                                now = parts.clock.NowMs(),
                                done = std::move(done)](const std::array<SeatRow, 2>& seats) {
    SnapshotToProto(*state, seats, SeatOf(*state, viewer_id), now, secrets.get(), out);
    done();
  });
}

base::Status ListGames(const ServiceParts& parts, const std::string& viewer_id,
                       const v1::ListGamesRequest& request, v1::ListGamesResponse* response) {
  auto query = QueryOf(request, viewer_id);
  if (!query.ok()) return query.error();
  const int page = query->limit++;  // one more tells whether there is another page
  auto rows = parts.games.List(*query);
  if (!rows.ok()) return StoreError(rows.error());
  if (static_cast<int>(rows->size()) > page) {
    rows->resize(static_cast<size_t>(page));
    const GameRow& last = rows->back();
    response->mutable_page()->set_next_page_token(PageToken(last.create_time, last.game_id));
  }
  parts.lobby.NameRows(*rows);
  std::vector<std::string> running;
  std::vector<v1::GameSummary*> lines;
  for (const GameRow& row : *rows) {
    v1::GameSummary* line = response->add_games();
    SummaryToProto(row, viewer_id, line);
    if (row.state == "running") {
      running.push_back(row.game_id);
      lines.push_back(line);
    }
  }
  const std::vector<StatePtr> states = ReadAll(parts.store, running);
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i] != nullptr) FillRunning(*states[i], SeatOf(*states[i], viewer_id), lines[i]);
  }
  return {};
}

}  // namespace chess::game
