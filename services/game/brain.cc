#include "game/brain.h"

#include <condition_variable>
#include <mutex>
#include <unordered_set>

#include "chess/analysis/internal/v1/analysis_internal_service.grpc.pb.h"
#include "game/enum_convert.h"
#include "match/view.h"
#include "rpc/executor.h"
#include "rpc/log.h"
#include "rpc/stub_list.h"
#include "search/brain.h"
#include "search/glimpse.h"

namespace chess::game {
namespace {

namespace analysis = chess::analysis::internal::v1;

constexpr base::DurationMs kAskTimeoutMs = 800;  // of the second that a turn waits for its brain
constexpr int64_t kAskNodes = 100'000;
constexpr uint64_t kChooseNodes = 3'000;
constexpr size_t kChooseQueue = 1024;
constexpr size_t kMostCalls = 1024;  // questions under way; the built-in search answers beyond
constexpr size_t kHashBytes = size_t{1} << 20;

rules::Seat MoverOf(const match::State& state) { return rules::SeatOf(state.to_move()); }

// What settles equal choices: the same for every replica that is asked about the turn.
uint64_t SeedOf(const match::State& state) {
  return std::hash<std::string>()(state.settings->game_id.value) +
         static_cast<uint64_t>(state.turn);
}

analysis::NameTypeRequest RequestOf(const match::State& state) {
  analysis::NameTypeRequest request;
  request.set_game_id(state.settings->game_id.value);
  request.set_turn(state.turn);
  request.set_rule_set(state.game().rules().Name());
  request.set_fen(rules::ViewOf(state.game(), MoverOf(state)).fen);
  PowersToProto(state.game().NameableTypes(), request.mutable_allowed());
  request.set_node_limit(kAskNodes);
  request.set_seed(SeedOf(state));
  return request;
}

// What the player to move knows: everything, or what it sees.
search::Knowledge KnownToMover(const match::State& state) {
  const rules::Game& game = state.game();
  base::Result<search::Knowledge> known = search::Knowledge::Of(game);
  if (!known.ok()) {
    known = search::Glimpse::Of(rules::ViewOf(game, MoverOf(state)), game.rules(), search::Memory(),
                                SeedOf(state));
  }
  CHESS_CHECK(known.ok());  // only asked about games that run
  return *std::move(known);
}

match::NameType Fallback(const match::State& state) {
  search::Searcher searcher(kHashBytes);
  match::NameType choice;
  choice.turn = state.turn;
  choice.by_fallback = true;
  choice.type =
      search::NameType(&searcher, KnownToMover(state), state.game().NameableTypes(), kChooseNodes);
  return choice;
}

}  // namespace

struct Brain::Impl {
  struct Call {
    grpc::ClientContext context;
    analysis::NameTypeRequest request;
    analysis::NameTypeResponse response;
  };
  using CallPtr = std::shared_ptr<Call>;

  Impl(const std::string& targets, const std::string& secret, Metrics& game_metrics)
      : stubs("analysis", targets, secret, "game"),
        metrics(game_metrics),
        pool("game-brain", 1, kChooseQueue) {}

  bool Choose(const StatePtr& state, Done done) {
    return pool.Submit([this, state, done = std::move(done)] {
      metrics.brain_fallbacks.Increment();
      done(Fallback(*state));
    });
  }

  bool Begin(const CallPtr& call) {
    std::lock_guard lock(mutex);
    if (stopped || calls.size() >= kMostCalls) return false;
    calls.insert(call);
    return true;
  }

  void End(const CallPtr& call) {
    std::lock_guard lock(mutex);
    calls.erase(call);
    idle.notify_all();
  }

  void Stop() {
    std::unique_lock lock(mutex);
    stopped = true;
    for (const CallPtr& call : calls) call->context.TryCancel();
    idle.wait(lock, [this] { return calls.empty(); });
    lock.unlock();
    pool.Stop();
  }

  rpc::StubList<analysis::AnalysisInternalService> stubs;
  Metrics& metrics;
  rpc::Executor pool;
  std::mutex mutex;
  std::condition_variable idle;
  std::unordered_set<CallPtr> calls;  // under way
  bool stopped = false;
};

Brain::Brain(const std::string& targets, const std::string& secret, Metrics& metrics)
    : impl_(std::make_unique<Impl>(targets, secret, metrics)) {}

Brain::~Brain() { Stop(); }

void Brain::Stop() { impl_->Stop(); }

bool Brain::Choose(const StatePtr& state, Done done) {
  return impl_->Choose(state, std::move(done));
}

void Brain::Ask(const StatePtr& state, Done done) {
  // Where part of the board is hidden nothing of it goes to another service.
  if (impl_->stubs.size() == 0 || state->game().rules().Has(rules::kTraitHidden)) {
    impl_->Choose(state, std::move(done));
    return;
  }
  auto call = std::make_shared<Impl::Call>();
  call->request = RequestOf(*state);
  if (!impl_->Begin(call)) {
    impl_->Choose(state, std::move(done));  // refused once the brain has stopped
    return;
  }
  impl_->metrics.brain_asked.Increment();
  const auto& member = impl_->stubs.At(0);
  member.peer->Prepare(call->context, kAskTimeoutMs);
  member.stub->async()->NameType(
      &call->context, &call->request, &call->response,
      [impl = impl_.get(), call, state, done = std::move(done)](grpc::Status status) {
        const rules::Powers allowed = state->game().NameableTypes();
        const std::optional<rules::Role> type = RoleFromProto(call->response.type());
        if (status.ok() && type && (allowed & rules::Bit(*type))) {
          done(match::NameType{state->turn, *type, false});
        } else {
          if (status.error_code() == grpc::StatusCode::UNAVAILABLE) impl->stubs.Advance();
          impl->Choose(state, done);
        }
        impl->End(call);
      });
}

}  // namespace chess::game
