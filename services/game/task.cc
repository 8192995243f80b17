#include "game/task.h"

#include "rpc/log.h"

namespace chess::game {

void Task::Finish(base::Result<Answer> answer) {
  if (stage_.exchange(Stage::kAnswered, std::memory_order_acq_rel) == Stage::kAnswered) return;
  done(std::move(answer));
  done = nullptr;
}

void Task::Expire() {
  if (Move(Stage::kQueued, Stage::kAnswered)) {
    done(AwayError());
  } else if (Move(Stage::kSubmitted, Stage::kAnswered)) {
    done(CommitUnknownError());
  } else if (Move(Stage::kQueued, Stage::kAnswered)) {  // lost its race between the two looks
    done(AwayError());
  } else {
    return;
  }
  done = nullptr;
}

rpc::Trace SpanOf(const TaskPtr& task) {
  const bool asked = task != nullptr && task->trace.valid();
  return asked ? task->trace.Child() : rpc::NewTrace();
}

base::Error AwayError() {
  return base::MakeError(base::Code::kUnavailable, "DEPENDENCY_AWAY",
                         "The store is away; nothing was stored.");
}

base::Error CommitUnknownError() {
  return base::MakeError(base::Code::kUnavailable, "COMMIT_UNKNOWN",
                         "It is not known whether the command was stored; repeat it with the same "
                         "request_id.");
}

base::Error DrainingError() {
  return base::MakeError(base::Code::kUnavailable, "DRAINING",
                         "This replica is shutting down; repeat the call.");
}

base::Error OverloadedError() {
  base::Error error = base::MakeError(base::Code::kResourceExhausted, "OVERLOADED",
                                      "Too many commands wait already.");
  error.retry_after_ms = 200;
  return error;
}

base::Error NotFoundError() {
  return base::MakeError(base::Code::kNotFound, "GAME_NOT_FOUND", "There is no such game.");
}

base::Error StoreError(const base::Error& cause) {
  if (cause.reason == CommitUnknownError().reason) return CommitUnknownError();
  switch (cause.code) {
    case base::Code::kUnavailable:
    case base::Code::kDeadlineExceeded:
    case base::Code::kAborted: {
      base::Error error = AwayError();
      error.metadata.emplace_back("cause", cause.reason);
      return error;
    }
    case base::Code::kResourceExhausted:
      return OverloadedError();
    default:
      rpc::LogError("the store failed", {{"reason", cause.reason}, {"error", cause.message}});
      return base::MakeError(base::Code::kInternal, "INTERNAL", "The store failed.");
  }
}

}  // namespace chess::game
