#include "chessctl/verify_dice.h"

#include <optional>

#include "base/ids.h"
#include "chance/draw.h"
#include "rules/game/choice.h"
#include "rules/game/setup.h"
#include "rules/notation/pgn_commands.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::chessctl {
namespace {

constexpr size_t kGameIdLength = 8;

// What the tags say.
struct Promise {
  chance::Bytes32 secret{};
  std::array<chance::Nonce, 2> nonces{};
  std::string game_id;
};

std::string TagOr(const rules::PgnGame& game, std::string_view name) {
  const std::string* value = game.Tag(name);
  return value == nullptr ? "" : *value;
}

// The last word of the Site tag, if it is a game's id.
std::string GameIdOf(const rules::PgnGame& game) {
  const std::string site = TagOr(game, "Site");
  const std::string word = site.substr(site.rfind(' ') + 1);
  return base::IsBase62(word, kGameIdLength) ? word : "";
}

// Reads the tags and checks the commit; faults say what is missing or wrong.
std::optional<Promise> ReadPromise(const rules::PgnGame& game, const std::string& game_id,
                                   std::vector<std::string>* faults) {
  Promise promise;
  chance::Bytes32 commit{};
  const std::string seed = TagOr(game, "DiceSeed"), nonces = TagOr(game, "DiceNonces");
  if (!chance::FromHex(TagOr(game, "DiceCommit"), commit)) {
    faults->push_back("The tag DiceCommit is missing or is not 64 hex digits.");
  }
  if (seed.empty()) {
    faults->push_back("The tag DiceSeed is missing: it is told when the game is over.");
  } else if (!chance::FromHex(seed, promise.secret)) {
    faults->push_back("The tag DiceSeed is not 64 hex digits.");
  }
  const size_t blank = nonces.find(' ');
  if (blank == std::string::npos ||
      !chance::FromHex(std::string_view(nonces).substr(0, blank), promise.nonces[0]) ||
      !chance::FromHex(std::string_view(nonces).substr(blank + 1), promise.nonces[1])) {
    faults->push_back("The tag DiceNonces is not twice 32 hex digits with a blank between.");
  }
  promise.game_id = game_id.empty() ? GameIdOf(game) : game_id;
  if (promise.game_id.empty()) {
    faults->push_back("The Site tag does not end with the game's id; give it with --game-id.");
  }
  if (!faults->empty()) return std::nullopt;
  if (chance::CommitOf(promise.secret) != commit) {
    faults->push_back("The commit is not the hash of the seed: SHA-256 gives " +
                      chance::ToHex(chance::CommitOf(promise.secret)) + ".");
    return std::nullopt;
  }
  return promise;
}

// "before 4... (draw 8)"
std::string Place(const rules::Game& game, uint32_t draw) {
  const bool white = game.turn() == rules::Color::kWhite;
  return "before " + std::to_string(game.position().fullmove) + (white ? "." : "...") + " (draw " +
         std::to_string(draw) + ")";
}

// Walks through a game and draws again what was drawn.
class Redrawing {
 public:
  Redrawing(const rules::PgnGame& pgn, const rules::PgnMeaning& meaning, const Promise& promise,
            DiceVerdict* verdict)
      : pgn_(pgn),
        game_(rules::Game::StartAt(meaning.rules, meaning.start)),
        chance_(promise.secret, promise.game_id),
        nonces_(promise.nonces),
        verdict_(verdict) {}

  void Run() {
    const std::optional<rules::PgnRoll>& first = pgn_.nodes[0].next_roll;
    const bool rolls = game_.rules().Has(rules::kTraitRolls);
    // A set-up that was drawn took the first draw; one that was chosen took none.
    const bool drawn =
        game_.rules().Has(rules::kTraitDrawnSetup) && (!rolls || (first && first->draw > 1));
    if (drawn) CheckSetup();
    if (!rolls) return;
    CheckRoll(pgn_.nodes[0], !pgn_.MainLine().empty());
    const std::vector<uint32_t> line = pgn_.MainLine();
    for (size_t i = 0; i < line.size() && verdict_->ok(); ++i) {
      game_.PlayLegal(pgn_.nodes[line[i]].move);
      CheckRoll(pgn_.nodes[line[i]], i + 1 < line.size());
    }
  }

 private:
  void Fault(std::string text) { verdict_->faults.push_back(std::move(text)); }

  void CheckSetup() {
    const rules::Rule& setup = *game_.rules().setup()->rule;
    const auto numbers = static_cast<uint64_t>(setup.parameter_max - setup.parameter_min + 1);
    const int expected =
        setup.parameter_min +
        static_cast<int>(chance_.Draw(nonces_, ++draws_, match::kSetupPurpose, numbers));
    const std::optional<int> played = rules::SetupNumber(game_.rules(), game_.start());
    if (played == expected) {
      ++verdict_->draws;
      return;
    }
    Fault("The set-up (draw 1): the game was played from " +
          (played ? "number " + std::to_string(*played) : "no numbered position") +
          ", the draw gives number " + std::to_string(expected) + ".");
  }

  // The roll of the turn that the game has come to. `bound`: a move follows, so there must be one.
  void CheckRoll(const rules::PgnNode& node, bool bound) {
    const uint32_t draw = ++draws_;
    if (!node.next_roll) {
      if (bound) Fault("There is no roll " + Place(game_, draw) + ".");
      return;
    }
    if (game_.over()) return Fault("There is a roll after the end of the game.");
    if (node.next_roll->draw != draw) {
      return Fault("The roll " + Place(game_, draw) + " is numbered " +
                   std::to_string(node.next_roll->draw) + ".");
    }
    const rules::Powers expected = Expected(draw);
    if (node.next_roll->types == expected) {
      ++verdict_->draws;
      return;
    }
    Fault("The roll " + Place(game_, draw) + " is recorded as " +
          rules::WritePgnRoll(*node.next_roll) + ", the draw gives " +
          rules::WritePgnRoll({draw, expected}) + ".");
  }

  rules::Powers Expected(uint32_t draw) const {
    const rules::Position& position = game_.position();
    const rules::Powers movable = rules::MovableTypes(position, game_.rules());
    if (!rules::RollMatters(position, game_.rules(), movable)) return movable;
    const auto pairs = static_cast<uint64_t>(rules::RollChoices(movable));
    const uint64_t index = chance_.Draw(nonces_, draw, match::kRollPurpose, pairs);
    return rules::RollAt(movable, static_cast<int>(index));
  }

  const rules::PgnGame& pgn_;
  rules::Game game_;
  chance::SecretChance chance_;
  std::array<chance::Nonce, 2> nonces_;
  uint32_t draws_ = 0;
  DiceVerdict* verdict_;
};

}  // namespace

DiceVerdict VerifyDice(rules::PgnGame* game, const std::string& game_id) {
  DiceVerdict verdict;
  const auto meaning = rules::ResolvePgn(game, {.variations = false});
  verdict.has_chance = game->Tag("DiceCommit") != nullptr || game->Tag("DiceSeed") != nullptr ||
                       (meaning && meaning->rules.Has(rules::kTraitRolls));
  if (!verdict.has_chance) return verdict;
  if (!meaning || !game->ok()) {
    for (const rules::PgnProblem& problem : game->problems) {
      if (problem.severity != rules::PgnSeverity::kError) continue;
      verdict.faults.push_back("Line " + std::to_string(problem.place.line) + ": " +
                               problem.reason + ": " + problem.message);
    }
    if (verdict.ok()) verdict.faults.push_back("The game cannot be read.");
    return verdict;
  }
  const auto promise = ReadPromise(*game, game_id, &verdict.faults);
  if (promise) Redrawing(*game, *meaning, *promise, &verdict).Run();
  return verdict;
}

}  // namespace chess::chessctl
