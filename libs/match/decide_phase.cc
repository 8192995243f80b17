// Commands before the first move: Ready, and those of a draft.
#include "match/judge.h"

namespace chess::match {
namespace {

base::Error NotDrafting() {
  return Refusal("NOT_DRAFTING", "No armies are being placed in this game.");
}

// The army in the rules library's form; its finer word stays as metadata.
base::Error ArmyInvalid(base::Error error) {
  error.metadata.emplace_back("cause", std::move(error.reason));
  error.reason = "ARMY_INVALID";
  error.code = base::Code::kInvalidArgument;
  return error;
}

base::Result<rules::DraftArmy> ReadArmy(const Judgement& judgement, std::string_view text) {
  const State& state = judgement.state;
  if (state.locked[judgement.side()]) {
    return Refusal("DRAFT_LOCKED", "Your army is locked; that is final.");
  }
  rules::DraftArmy army(judgement.seat(), rules::DraftBudget(state.board->rules()));
  if (auto set = army.Set(text); !set.ok()) return ArmyInvalid(set.error());
  return army;
}

template <typename... Kinds>
bool IsOneOf(const Action& action) {
  return (std::holds_alternative<Kinds>(action) || ...);
}

}  // namespace

base::Status CheckPhase(const State& state, const Action& action) {
  if (IsOneOf<Abort>(action)) return {};
  const bool ready = IsOneOf<Ready>(action);
  if (ready && state.phase != Phase::kReadying) {
    return Refusal("READY_NOT_AWAITED", "The game does not wait for you.");
  }
  const bool drafts = IsOneOf<SetDraft, LockDraft>(action);
  if (drafts && state.phase != Phase::kDrafting) return NotDrafting();
  if (ready || drafts || state.phase == Phase::kPlaying) return {};
  if (state.phase == Phase::kReadying) {
    return Refusal("NOT_READY", "The game begins when both players are ready.");
  }
  return Refusal("DRAFTING", "The armies are still being placed.");
}

Events DecideReady(const Judgement& judgement, const Ready& ready) {
  const State& state = judgement.state;
  if (state.nonces[judgement.side()]) {
    return Refusal("READY_NOT_AWAITED", "You are ready already.");
  }
  std::vector<Event> events{PlayerReady{judgement.seat(), ready.nonce}};
  if (!state.nonces[1 - judgement.side()]) return events;
  State both = state;
  both.nonces[judgement.side()] = ready.nonce;
  for (Event& event : BeginGame(both, judgement.received, judgement.context.chance)) {
    events.push_back(std::move(event));
  }
  return events;
}

base::Result<std::vector<SecretWrite>> DecideSetDraft(const Judgement& judgement,
                                                      const SetDraft& draft) {
  const auto army = ReadArmy(judgement, draft.army);
  if (!army.ok()) return army.error();
  const std::optional<DraftSecret>& kept = judgement.context.secrets->drafts[judgement.side()];
  if (kept && (kept->locked || draft.edition < kept->edition)) return std::vector<SecretWrite>{};
  return std::vector<SecretWrite>{{judgement.seat(), {army->Text(), draft.edition, false}}};
}

Events DecideLockDraft(const Judgement& judgement, const LockDraft& lock,
                       std::vector<SecretWrite>* writes) {
  auto army = ReadArmy(judgement, lock.army);
  if (!army.ok()) return army.error();
  if (auto locked = army->Lock(); !locked.ok()) return ArmyInvalid(locked.error());
  const State& state = judgement.state;
  const Secrets& secrets = *judgement.context.secrets;
  const std::optional<DraftSecret>& kept = secrets.drafts[judgement.side()];
  DraftSecret final{army->Text(), kept ? kept->edition : 0, true};
  writes->push_back({judgement.seat(), final});
  std::vector<Event> events{DraftLocked{judgement.seat()}};
  if (!state.locked[1 - judgement.side()]) return events;
  Secrets both = secrets;
  both.drafts[judgement.side()] = std::move(final);
  const auto armies = CompleteArmies(state, both);
  if (!armies.ok()) return armies.error();
  auto revealed = RevealDrafts(state, *armies, judgement.received, judgement.context.chance);
  if (!revealed.ok()) return revealed.error();
  for (Event& event : *revealed) events.push_back(std::move(event));
  return events;
}

}  // namespace chess::match
