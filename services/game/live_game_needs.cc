// What deciding needs besides the state: the secret behind the draws, armies in progress, the
// built-in search's word. Fetched off the lock while the game's queue waits.

#include "game/convert.h"
#include "game/game_store.h"
#include "game/live_game.h"
#include "rpc/log.h"

namespace chess::game {
namespace {

bool Drafting(const match::State& state) {
  return state.phase == match::Phase::kDrafting && !state.over();
}

// What is kept once the writes are through.
match::Secrets With(match::Secrets secrets, const std::vector<match::SecretWrite>& writes) {
  for (const match::SecretWrite& write : writes) {
    secrets.drafts[static_cast<size_t>(rules::Index(write.seat))] = write.draft;
  }
  return secrets;
}

}  // namespace

// Games with chance keep the secret in memory while they run; armies are read for every decision,
// for any replica may have kept a newer one.
bool LiveGame::NeedsFetch(Afterwards& after) {
  if (state_->commit && !state_->over() && chance_ == nullptr) {
    Fetch(match::Decision::Need::kChance, after);
    return true;
  }
  if (Drafting(*state_) && secrets_ == nullptr) {
    Fetch(match::Decision::Need::kSecrets, after);
    return true;
  }
  return false;
}

void LiveGame::DropNeeds() {
  secrets_.reset();
  fallback_.reset();
}

void LiveGame::Fetch(match::Decision::Need need, Afterwards& after) {
  busy_ = true;
  after.push_back([self = shared_from_this(), need, state = state_] {
    self->store_.Fetch(self->id_, need, state, [self](base::Result<Fetched> fetched) {
      self->OnFetched(std::move(fetched));
    });
  });
}

void LiveGame::OnFetched(base::Result<Fetched> fetched) {
  Afterwards after;
  {
    std::lock_guard lock(mutex_);
    busy_ = false;
    if (!fetched.ok()) {
      FailAll(fetched.error(), after);
    } else {
      if (fetched->chance != nullptr) chance_ = std::move(fetched->chance);
      if (fetched->secrets != nullptr) secrets_ = std::move(fetched->secrets);
      if (fetched->fallback) fallback_ = fetched->fallback;
    }
    Run(after);
  }
  for (auto& act : after) act();
}

void LiveGame::Keep(const TaskPtr& task, std::vector<match::SecretWrite> writes,
                    Afterwards& after) {
  if (writes.empty()) {
    AnswerDraft(task, after);
    return;
  }
  if (!task->Submit()) return;
  busy_ = true;
  after.push_back([self = shared_from_this(), task, writes = std::move(writes)]() mutable {
    self->store_.Keep(
        self->id_, std::move(writes),
        [self, task](base::Result<match::Secrets> kept) { self->OnKept(task, std::move(kept)); });
  });
}

void LiveGame::OnKept(const TaskPtr& task, base::Result<match::Secrets> kept) {
  Afterwards after;
  {
    std::lock_guard lock(mutex_);
    busy_ = false;
    if (!kept.ok()) {
      after.push_back([task, error = std::move(kept).error()] { task->Finish(error); });
    } else {
      secrets_ = std::make_shared<const match::Secrets>(*std::move(kept));
      AnswerDraft(task, after);
    }
    Run(after);
  }
  for (auto& act : after) act();
}

// The army as it is now kept; nothing was appended.
void LiveGame::AnswerDraft(const TaskPtr& task, Afterwards& after) {
  Answer answer;
  answer.kind = match::Decision::Kind::kKeepSecret;
  answer.seq = state_->seq;
  answer.view = ViewBytes(*state_, rules::SeatOf(*task->command.seat), secrets_.get());
  DropNeeds();
  after.push_back(
      [task, answer = std::move(answer)]() mutable { task->Finish(std::move(answer)); });
}

// The caller's own view right after its command, where it tells more than the event; else empty.
std::string LiveGame::OwnView(const match::State& next, const Task& task,
                              const std::vector<match::SecretWrite>& writes) const {
  if (!Drafting(next) || secrets_ == nullptr || !task.command.seat) return {};
  const match::Secrets kept = With(*secrets_, writes);
  return ViewBytes(next, rules::SeatOf(*task.command.seat), &kept);
}

void LiveGame::LogAppend(const Flight& flight, AppendOutcome outcome) const {
  if (!flight.trace.sampled) return;
  static constexpr const char* kWords[] = {"stored", "lost", "away", "failed", "unknown"};
  const int64_t ns = store_.parts().clock.SteadyNs() - flight.begin_ns;
  rpc::LogSpan(rpc::Level::kInfo, flight.trace, "commit",
               {{"game_id", id_},
                {"seq", flight.next->seq},
                {"outcome", kWords[static_cast<int>(outcome)]},
                {"over", flight.ends},
                {"ms", static_cast<double>(ns) * 1e-6}});
}

}  // namespace chess::game
