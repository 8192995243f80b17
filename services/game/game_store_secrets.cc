// The store's part in what stands beside the log: secrets, drafts, the brain.

#include <algorithm>

#include "chance/draw.h"
#include "game/game_store.h"
#include "rpc/log.h"

namespace chess::game {
namespace {

using Need = match::Decision::Need;

base::Result<Fetched> FetchChance(SecretRepository& secrets, const std::string& game_id) {
  const auto stored = secrets.Chance(game_id);
  if (!stored.ok()) return StoreError(stored.error());
  match::Bytes32 secret{};
  if (!*stored || (*stored)->size() != secret.size()) {
    rpc::LogError("the secret behind a game's draws is missing", {{"game_id", game_id}});
    return base::MakeError(base::Code::kInternal, "INTERNAL", "The game's draws cannot be made.");
  }
  std::copy((*stored)->begin(), (*stored)->end(), reinterpret_cast<char*>(secret.data()));
  Fetched fetched;
  fetched.chance = std::make_shared<chance::SecretChance>(secret, game_id);
  return fetched;
}

base::Result<Fetched> FetchDrafts(SecretRepository& secrets, const std::string& game_id) {
  auto drafts = secrets.Drafts(game_id);
  if (!drafts.ok()) return StoreError(drafts.error());
  Fetched fetched;
  fetched.secrets = std::make_shared<const match::Secrets>(*std::move(drafts));
  return fetched;
}

}  // namespace

void GameStore::Fetch(const std::string& game_id, Need need, const StatePtr& state,
                      std::function<void(base::Result<Fetched>)> done) {
  auto shared = std::make_shared<decltype(done)>(std::move(done));
  bool queued = false;
  if (need == Need::kFallback) {
    queued = parts_.brain.Choose(state, [shared](const match::NameType& choice) {
      Fetched fetched;
      fetched.fallback = choice;
      (*shared)(std::move(fetched));
    });
  } else {
    queued = parts_.reads.Submit([this, game_id, need, shared] {
      (*shared)(need == Need::kChance ? FetchChance(parts_.secrets, game_id)
                                      : FetchDrafts(parts_.secrets, game_id));
    });
  }
  if (!queued) (*shared)(OverloadedError());
}

void GameStore::Keep(const std::string& game_id, std::vector<match::SecretWrite> writes,
                     std::function<void(base::Result<match::Secrets>)> done) {
  auto shared = std::make_shared<decltype(done)>(std::move(done));
  const bool queued = parts_.reads.Submit([this, game_id, writes = std::move(writes), shared] {
    auto kept = parts_.secrets.Keep(game_id, writes);
    if (!kept.ok()) {
      (*shared)(StoreError(kept.error()));
      return;
    }
    (*shared)(*std::move(kept));
  });
  if (!queued) (*shared)(OverloadedError());
}

void GameStore::AskBrain(const std::string& game_id, const StatePtr& state) {
  // What the brain names belongs to the decision that asked for it.
  const rpc::Trace* asks = rpc::CurrentTrace();
  const rpc::Trace trace = asks != nullptr ? *asks : rpc::Trace();
  parts_.brain.Ask(state, [this, game_id, trace](const match::NameType& choice) {
    const rpc::ScopedTrace scope(trace);
    Act(game_id, choice, [](const base::Result<Answer>&) {});
  });
}

}  // namespace chess::game
