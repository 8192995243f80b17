// Verification, the index and retention against a store that somebody has meddled with.

#include <functional>
#include <thread>

#include "game/testing/operator_rig.h"

namespace chess::game {
namespace {

using Stub = v1::OperatorService::Stub;

class Upkeep : public OperatorTest {
 protected:
  Upkeep()
      : OperatorTest([](Config& config) {
          config.compact_after_seconds = 0;
          config.compact_interval_seconds = 3600;
          config.keep_aborted_days = 10;
          config.keep_outage_days = 60;
          config.keep_audit_days = 30;
        }) {}

  static v1::RebuildIndexRequest RebuildRequest(bool dry_run = false,
                                                const std::string& cursor = "", int batch = 0) {
    v1::RebuildIndexRequest request;
    request.set_request_id(NewId());
    request.set_reason("after a bad import");
    request.set_dry_run(dry_run);
    request.set_cursor(cursor);
    request.set_batch_size(batch);
    return request;
  }
  v1::RebuildIndexResponse Rebuild(const v1::RebuildIndexRequest& request) {
    v1::RebuildIndexResponse response;
    EXPECT_EQ(Ask(&Stub::RebuildIndex, request, &response), "");
    return response;
  }
  v1::RebuildIndexResponse Rebuild(bool dry_run = false, const std::string& cursor = "",
                                   int batch = 0) {
    return Rebuild(RebuildRequest(dry_run, cursor, batch));
  }
  std::string Run(const std::string& request_id, v1::RunRetentionResponse* response) {
    v1::RunRetentionRequest request;
    request.set_request_id(request_id);
    request.set_reason("the disk is full");
    return Ask(&Stub::RunRetention, request, response);
  }
  template <typename Items>
  static int64_t Due(const Items& items, const std::string& kind) {
    for (const auto& item : items) {
      if (item.kind() == kind) return item.due();
    }
    return -1;
  }
  void Set(const std::string& id, const std::string& assignment) {
    Sql(url_, "UPDATE game.games SET " + assignment + " WHERE game_id = '" + id + "'");
  }
};

TEST_F(Upkeep, AHealthyGameHasNoFaultWhereverItStands) {
  const std::string running = Opened();
  v1::VerifyGameResponse verdict;
  EXPECT_EQ(Verify(running, &verdict), "");
  EXPECT_EQ(verdict.decisions(), 3);
  EXPECT_EQ(verdict.moves(), 2);
  EXPECT_EQ(Verify(Finished()), "");
  EXPECT_EQ(Verify(Make("draft")), "");
  EXPECT_EQ(Verify(Make("chess960")), "");
  v1::VerifyGameRequest request;
  request.set_game_id("Nothing0");
  EXPECT_EQ(Ask(&Stub::VerifyGame, request, &verdict), "GAME_NOT_FOUND");
}

TEST_F(Upkeep, TheFirstFaultOfALogIsNamed) {
  const std::string id = Finished();
  const std::string where = " WHERE seq = 3 AND game_id = '" + id + "'";
  Sql(url_, "UPDATE game.game_events SET event_time = event_time - interval '1 hour'" + where);
  v1::VerifyGameResponse verdict;
  EXPECT_EQ(Verify(id, &verdict), "TIME");
  EXPECT_EQ(verdict.fault().seq(), 3);
  EXPECT_EQ(verdict.decisions(), 2);
  Sql(url_, "DELETE FROM game.game_events" + where);
  EXPECT_EQ(Verify(id, &verdict), "LOG_GAP");
  EXPECT_EQ(verdict.fault().seq(), 4);
}

TEST_F(Upkeep, AColumnThatSaysSomethingElseIsNamed) {
  const std::string id = Finished();
  Set(id, "score = '1-0', plies = 7");
  v1::VerifyGameResponse verdict;
  EXPECT_EQ(Verify(id, &verdict), "COLUMNS");
  EXPECT_EQ(verdict.fault().message(), "The row of games differs from the log in: score, plies.");
}

TEST_F(Upkeep, TheIndexIsMadeAgainFromLogsAndRecords) {
  const std::string resigned = Finished();
  const std::string running = Opened();
  const std::string compacted = Finished();
  ASSERT_TRUE(WaitFor([&] { return Count("outbox") == "0"; }));
  ASSERT_TRUE(WaitFor([&] {
    return app_->housekeeper().Compact() >= 0 &&
           Column("compact_time IS NOT NULL", compacted) == "t";
  }));
  ASSERT_EQ(Amend(compacted, v1::DECIDED_RESULT_NONE), "");
  EXPECT_EQ(Rebuild(true).wrong_game_ids_size(), 0);
  const std::string row = "row_to_json(games)::jsonb - 'sweep_time' - 'deadline_time'";
  std::vector<std::string> right;
  for (const std::string& id : {resigned, running, compacted}) right.push_back(Column(row, id));

  Set(resigned,
      "score = '1-0', end_reason = 'timeout', final_fen = NULL, white_after = 1,"
      " end_time = now(), family = 'mixed', speed = 'rapid'");
  Set(running,
      "state = 'finished', score = '1-0', end_time = now(), deadline_time = NULL,"
      " sweep_time = NULL, plies = 3");
  Set(compacted, "state = 'finished', score = '0-1', amendments = 0, operator_cause = ''");
  const v1::RebuildIndexResponse dry = Rebuild(true);
  EXPECT_EQ(dry.wrong_game_ids_size(), 3);
  EXPECT_EQ(dry.games(), 3);
  EXPECT_EQ(Column("score", resigned), "1-0");
  EXPECT_EQ(Audit("games").size(), 0u);

  std::string cursor;
  int wrong = 0, calls = 0;
  do {
    const v1::RebuildIndexResponse batch = Rebuild(false, cursor, 2);
    wrong += batch.wrong_game_ids_size();
    cursor = batch.next_cursor();
    ++calls;
  } while (!cursor.empty() && calls < 5);
  EXPECT_EQ(wrong, 3);
  EXPECT_EQ(calls, 2);
  size_t i = 0;
  for (const std::string& id : {resigned, running, compacted}) {
    EXPECT_EQ(Column(row, id), right[i++]) << id;
    EXPECT_EQ(Verify(id), "");
  }
  EXPECT_EQ(Column("deadline_time IS NOT NULL AND sweep_time IS NOT NULL", running), "t");
  const auto audit = Audit("games");
  ASSERT_EQ(audit.size(), 2u);
  EXPECT_EQ(audit[0].action(), "index_rebuild");
  EXPECT_EQ(audit[1].detail().at("games"), "2");
  EXPECT_EQ(Rebuild().wrong_game_ids_size(), 0);
  EXPECT_EQ(Audit("games").size(), 3u);
}

TEST_F(Upkeep, ARepeatedBatchIsDoneOnceAndGetsTheFirstAnswer) {
  const std::string first = Finished(), second = Finished();
  for (const std::string& id : {first, second}) Set(id, "score = '1-0'");
  const v1::RebuildIndexRequest request = RebuildRequest(false, "", 1);
  const v1::RebuildIndexResponse done = Rebuild(request);
  ASSERT_EQ(done.wrong_game_ids_size(), 1);
  ASSERT_NE(done.next_cursor(), "");
  Set(done.wrong_game_ids(0), "score = '1-0'");  // not the first call's to mend
  EXPECT_EQ(Rebuild(request).SerializeAsString(), done.SerializeAsString());
  EXPECT_EQ(Column("score", done.wrong_game_ids(0)), "1-0");
  const auto audit = Audit("games");
  ASSERT_EQ(audit.size(), 1u);
  EXPECT_EQ(audit[0].detail().at("wrong_ids"), done.wrong_game_ids(0));
  // The next batch is another deed, and so needs another id; nothing of it is written.
  v1::RebuildIndexRequest next = request;
  next.set_cursor(done.next_cursor());
  v1::RebuildIndexResponse refused;
  EXPECT_EQ(Ask(&Stub::RebuildIndex, next, &refused), "REQUEST_ID_REUSED");
  EXPECT_EQ(refused.games(), 0);
  EXPECT_EQ(Sql(url_, "SELECT count(*) FROM game.games WHERE score = '1-0'"), "2");
}

TEST_F(Upkeep, ABatchAskedForByTwoCallersAtOnceIsMendedOnce) {
  for (int i = 0; i < 3; ++i) Set(Finished(), "score = '1-0'");
  const v1::RebuildIndexRequest request = RebuildRequest();
  std::vector<v1::RebuildIndexResponse> answers(4);
  std::vector<std::thread> callers;
  for (auto& answer : answers) callers.emplace_back([&] { answer = Rebuild(request); });
  for (std::thread& caller : callers) caller.join();
  for (const auto& answer : answers) EXPECT_EQ(answer.wrong_game_ids_size(), 3);
  EXPECT_EQ(Audit("games").size(), 1u);
}

// Somebody holds the log while a decision goes in, so that the row is read before it and the log
// after it.
TEST_F(Upkeep, AGameThatMovesOnWhileItIsComparedIsNotWrong) {
  const std::string id = Finished();
  ASSERT_TRUE(WaitFor([&] { return Count("outbox") == "0"; }));
  const std::string row = "row_to_json(games)::jsonb", right = Column(row, id);
  const std::string rating = " WHERE seq = 5 AND game_id = '" + id + "'";
  Sql(url_, "CREATE TABLE public.rating AS SELECT * FROM game.game_events" + rating);
  Sql(url_, "DELETE FROM game.game_events" + rating);
  const std::string ratings = "white_before, white_after, black_before, black_after";
  Sql(url_, "CREATE TABLE public.numbers AS SELECT " + ratings +
                " FROM game.games WHERE game_id = '" + id + "'");
  Set(id, "last_seq = 4, (" + ratings + ") = (NULL, NULL, NULL, NULL)");

  v1::VerifyGameResponse verdict;
  const std::vector<std::function<void()>> looks = {
      [&] { EXPECT_EQ(Rebuild().wrong_game_ids_size(), 0); },
      [&] { EXPECT_EQ(Verify(id, &verdict), ""); }};
  for (const auto& look : looks) {
    std::thread looking;
    Holding(url_, "game.game_events", [&](const auto& sql) {
      looking = std::thread(look);
      EXPECT_TRUE(WaitFor([&] { return Waiting(url_); }));
      sql("INSERT INTO game.game_events SELECT * FROM public.rating");
      sql("UPDATE game.games SET last_seq = 5, (" + ratings + ") = (SELECT " + ratings +
          " FROM public.numbers) WHERE game_id = '" + id + "'");
    });
    looking.join();
    EXPECT_EQ(Column(row, id), right);
    Sql(url_, "DELETE FROM game.game_events" + rating);
    Set(id, "last_seq = 4, (" + ratings + ") = (NULL, NULL, NULL, NULL)");
  }
  // A row that really is ahead of its log is wrong.
  Set(id, "last_seq = 7");
  EXPECT_EQ(Verify(id, &verdict), "COLUMNS");
  EXPECT_EQ(Rebuild().wrong_game_ids_size(), 1);
  EXPECT_EQ(Column("last_seq", id), "4");
}

TEST_F(Upkeep, AGameThatCannotBeReadIsNamedAndTheOthersAreMended) {
  const std::string broken = Opened();
  const std::string wrong = Finished();
  Sql(url_, "UPDATE game.game_events SET events = '\\xffff' WHERE seq = 2 AND game_id = '" +
                broken + "'");
  Set(wrong, "score = '1-0'");
  const v1::RebuildIndexResponse response = Rebuild();
  ASSERT_EQ(response.broken_game_ids_size(), 1);
  EXPECT_EQ(response.broken_game_ids(0), broken);
  EXPECT_EQ(Column("score", wrong), "0-1");
  // Its log is shown up to what cannot be read.
  v1::GetGameLogRequest request;
  request.set_game_id(broken);
  v1::GetGameLogResponse log;
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  ASSERT_EQ(log.lines_size(), 2);
  EXPECT_EQ(log.lines(1).events(0).rfind("LOG_CORRUPT: ", 0), 0u);
}

TEST_F(Upkeep, BadRebuildsAreRefused) {
  v1::RebuildIndexRequest request;
  v1::RebuildIndexResponse response;
  EXPECT_EQ(Ask(&Stub::RebuildIndex, request, &response), "REQUEST_ID_INVALID");
  request.set_request_id(NewId());
  EXPECT_EQ(Ask(&Stub::RebuildIndex, request, &response), "INVALID_FIELD");
  request.set_reason("because");
  request.set_cursor("nonsense'");
  EXPECT_EQ(Ask(&Stub::RebuildIndex, request, &response), "INVALID_FIELD");
  request.clear_cursor();
  request.set_batch_size(-1);
  EXPECT_EQ(Ask(&Stub::RebuildIndex, request, &response), "INVALID_FIELD");
}

TEST_F(Upkeep, RetentionSaysWhatIsDueAndDoesItOnce) {
  const std::string kept = Finished();
  ASSERT_TRUE(WaitFor([&] { return Count("outbox") == "0"; }));
  const std::string old = NewGame(*app_), young = NewGame(*app_), ruled = NewGame(*app_);
  for (const std::string& id : {old, young}) {
    v1::AbortRequest abort;
    abort.set_game_id(id);
    v1::AbortResponse response;
    ASSERT_EQ(Command(&v1::GameService::Stub::Abort, kWhiteId, abort, &response), "");
  }
  ASSERT_EQ(End(ruled, v1::DECIDED_RESULT_NONE), "");  // an operator's: it stays
  Set(old, "end_time = now() - interval '11 days'");
  Set(ruled, "end_time = now() - interval '11 days'");
  Sql(url_,
      "INSERT INTO game.outages VALUES"
      " ('game', now() - interval '70 days', now() - interval '69 days'),"
      " ('game', now() - interval '50 days', now() - interval '49 days')");
  Sql(url_, "UPDATE game.audit SET audit_time = now() - interval '31 days'");
  ASSERT_TRUE(WaitFor([&] {
    v1::GetRetentionResponse due;
    return Ask(&Stub::GetRetention, v1::GetRetentionRequest(), &due) == "" &&
           Due(due.items(), "finished_games") == 4;
  }));
  v1::GetRetentionResponse due;
  ASSERT_EQ(Ask(&Stub::GetRetention, v1::GetRetentionRequest(), &due), "");
  EXPECT_EQ(Due(due.items(), "aborted_games"), 1);
  EXPECT_EQ(Due(due.items(), "outages"), 1);
  EXPECT_EQ(Due(due.items(), "audit"), 1);
  for (const auto& item : due.items()) {
    EXPECT_EQ(item.setting().rfind("CHESS_GAME_", 0), 0u);
    if (item.kind() == "aborted_games") {
      EXPECT_EQ(item.after_seconds(), 10 * 24 * 3600);
    }
  }

  const std::string request_id = NewId();
  v1::RunRetentionResponse done, again;
  ASSERT_EQ(Run(request_id, &done), "");
  EXPECT_EQ(Due(done.items(), "finished_games"), 3);  // what is deleted need not be compacted
  EXPECT_EQ(Due(done.items(), "aborted_games"), 1);
  EXPECT_EQ(Due(done.items(), "outages"), 1);
  EXPECT_EQ(Due(done.items(), "audit"), 1);
  EXPECT_FALSE(done.more());
  EXPECT_EQ(Column("1", old), "");
  EXPECT_EQ(Sql(url_, "SELECT count(*) FROM game.game_records WHERE game_id = '" + old + "'"), "0");
  EXPECT_EQ(Column("1", young), "1");
  EXPECT_EQ(Column("1", ruled), "1");
  EXPECT_EQ(Column("compact_time IS NOT NULL", kept), "t");
  EXPECT_EQ(
      Sql(url_, "SELECT count(*) FROM game.outages WHERE end_time < now() - interval '1 day'"),
      "1");
  const auto audit = Audit();
  ASSERT_EQ(audit.size(), 1u);  // of the run itself
  EXPECT_EQ(audit[0].action(), "retention_run");
  EXPECT_EQ(audit[0].detail().at("aborted_games"), "1");
  EXPECT_EQ(audit[0].detail().at("finished_games"), "3");
  ASSERT_EQ(Run(request_id, &again), "");
  EXPECT_EQ(again.SerializeAsString(), done.SerializeAsString());
  EXPECT_EQ(Audit().size(), 1u);
  EXPECT_EQ(Run("short", &again), "REQUEST_ID_INVALID");
}

// The audit row is there from the deletions on, so whoever repeats the call finishes the deed.
TEST_F(Upkeep, ARunThatWasCutOffGoesOnWhenItIsRepeated) {
  const std::string id = Finished();
  ASSERT_TRUE(WaitFor([&] { return Count("outbox") == "0"; }));
  const std::string request_id = NewId();
  v1::RunRetentionResponse first, again;
  ASSERT_EQ(Run(request_id, &first), "");
  ASSERT_EQ(Due(first.items(), "finished_games"), 1);
  const std::string other = Finished();
  ASSERT_TRUE(WaitFor([&] { return Count("outbox") == "0"; }));
  Sql(url_, "UPDATE game.audit SET detail = detail - 'finished_games'");
  ASSERT_EQ(Run(request_id, &again), "");
  EXPECT_EQ(Due(again.items(), "finished_games"), 1);
  EXPECT_EQ(Column("compact_time IS NOT NULL", other), "t");
  EXPECT_EQ(Audit().size(), 1u);
}

TEST_F(Upkeep, AGameThatAnOperatorIsDecidingIsNotDeleted) {
  const std::string id = NewGame(*app_);
  v1::AbortRequest abort;
  abort.set_game_id(id);
  v1::AbortResponse aborted;
  ASSERT_EQ(Command(&v1::GameService::Stub::Abort, kWhiteId, abort, &aborted), "");
  ASSERT_TRUE(WaitFor([&] {
    app_->housekeeper().Compact();
    return Column("compact_time IS NOT NULL", id) == "t";
  }));
  Set(id, "end_time = now() - interval '11 days'");
  v1::RunRetentionResponse response;
  Holding(url_, "", [&](const auto& sql) {
    sql("UPDATE game.games SET amendments = 1 WHERE game_id = '" + id + "'");
    ASSERT_EQ(Run(NewId(), &response), "");  // and does not wait for it
  });
  EXPECT_EQ(Due(response.items(), "aborted_games"), 0);
  ASSERT_EQ(Run(NewId(), &response), "");
  EXPECT_EQ(Column("amendments", id), "1");
}

TEST_F(Upkeep, ARequestIdOfAnotherDeedIsNotTakenForRetentionDoneBefore) {
  v1::RebuildIndexRequest rebuild;
  rebuild.set_request_id(NewId());
  rebuild.set_reason("columns look wrong");
  v1::RebuildIndexResponse rebuilt;
  ASSERT_EQ(Ask(&Stub::RebuildIndex, rebuild, &rebuilt), "");
  v1::RunRetentionResponse response;
  EXPECT_EQ(Run(rebuild.request_id(), &response), "REQUEST_ID_REUSED");
}

}  // namespace
}  // namespace chess::game
