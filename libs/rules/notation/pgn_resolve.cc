#include "rules/notation/pgn_resolve.h"

#include <algorithm>
#include <string>
#include <utility>

#include "rules/game/setup.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/variant_names.h"

namespace chess::rules {
namespace {

class Resolver {
 public:
  Resolver(PgnGame* game, const PgnResolveOptions& options) : game_(game), options_(options) {}

  std::optional<PgnMeaning> Run();

 private:
  // A node that waits for the position before it.
  struct Pending {
    uint32_t node;
    int ply;
    bool main;
    Position before;
  };

  bool FindRules();
  bool FindStart();
  bool ReadStartFen(const std::string& fen);
  bool StartOfSet();
  void ResolveMoves();
  bool ResolveNode(const Pending& at, Position* after);
  void CutOff(uint32_t node, bool main);
  void CheckResult();
  void WriteTags();
  // Where a tag stands, or the game if it has no such tag.
  PgnPlace TagPlace(std::string_view name) const;
  void Report(PgnSeverity severity, const PgnPlace& place, int ply, std::string_view reason,
              std::string message);

  PgnGame* game_;
  const PgnResolveOptions& options_;
  PgnMeaning meaning_;
  uint32_t last_main_ = 0;
};

std::optional<PgnMeaning> Resolver::Run() {
  const bool known = FindRules() && FindStart();
  if (known) {
    ResolveMoves();
    CheckResult();
    if (options_.canonical) WriteTags();
  }
  std::stable_sort(
      game_->problems.begin(), game_->problems.end(),
      [](const PgnProblem& a, const PgnProblem& b) { return a.place.offset < b.place.offset; });
  return known ? std::optional(meaning_) : std::nullopt;
}

PgnPlace Resolver::TagPlace(std::string_view name) const {
  for (const PgnTag& tag : game_->tags) {
    if (tag.name == name) return tag.place;
  }
  return game_->place;
}

void Resolver::Report(PgnSeverity severity, const PgnPlace& place, int ply, std::string_view reason,
                      std::string message) {
  game_->problems.push_back({severity, place, ply, std::string(reason), std::move(message)});
}

bool Resolver::FindRules() {
  if (options_.rules) {
    meaning_.rules = *options_.rules;
    return true;
  }
  std::vector<std::string_view> names;
  for (const PgnTag& tag : game_->tags) {
    if (tag.name == "Variant" && !tag.value.empty() && tag.value != "?") names.push_back(tag.value);
  }
  auto rules = ReadVariantNames(names);
  if (!rules) {
    Report(PgnSeverity::kError, TagPlace("Variant"), 0, "PGN_UNKNOWN_VARIANT",
           rules.error().message);
    return false;
  }
  meaning_.rules = *rules;
  return true;
}

bool Resolver::FindStart() {
  const std::string* fen = game_->Tag("FEN");
  if (fen != nullptr && !fen->empty()) return ReadStartFen(*fen);
  const std::string* setup = game_->Tag("SetUp");
  if (setup != nullptr && *setup == "1") {
    Report(PgnSeverity::kWarning, TagPlace("SetUp"), 0, "PGN_SETUP_WITHOUT_FEN",
           "SetUp promises a FEN tag; the usual start is taken");
  }
  return StartOfSet();
}

// Composed positions are welcome; what no rule can play on from is not.
bool Resolver::ReadStartFen(const std::string& fen) {
  auto parsed = ReadFen(fen, meaning_.rules);
  if (!parsed) {
    Report(PgnSeverity::kError, TagPlace("FEN"), 0, "PGN_BAD_FEN", parsed.error().message);
    return false;
  }
  bool playable = true;
  std::string faults;
  for (const SetupFault fault : parsed->faults) {
    playable = playable && fault != SetupFault::kKingCount &&
               fault != SetupFault::kOpponentInCheck && fault != SetupFault::kPawnOnBackRank &&
               fault != SetupFault::kImpossibleCastling;
    if (!faults.empty()) faults += ", ";
    faults += NameOf(fault);
  }
  if (!faults.empty()) {
    Report(playable ? PgnSeverity::kWarning : PgnSeverity::kError, TagPlace("FEN"), 0,
           "PGN_BAD_FEN", "the position is not legal: " + faults);
  }
  meaning_.start = parsed->position;
  meaning_.from_fen = true;
  return playable;
}

bool Resolver::StartOfSet() {
  if (meaning_.rules.Has(kTraitDrawnSetup) && meaning_.rules.setup()->parameter < 0) {
    // Where the number is neither in the Position tag nor in a FEN, the usual array was meant.
    int number = 518;
    const std::string* position = game_->Tag("Position");
    if (position != nullptr && position->size() <= 3) {
      number = 0;
      for (const char c : *position) number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 1000;
    }
    if (number > 959) {
      Report(PgnSeverity::kError, TagPlace("Position"), 0, "PGN_BAD_FEN",
             "Position is a number to 959");
      return false;
    }
    meaning_.rules = meaning_.rules.WithSetupParameter(number);
  }
  const auto start = Game::Start(meaning_.rules);
  if (!start) {
    Report(PgnSeverity::kError, TagPlace("FEN"), 0, "PGN_BAD_FEN", start.error().message);
    return false;
  }
  meaning_.start = start->start();
  return true;
}

void Resolver::ResolveMoves() {
  meaning_.end = meaning_.start;
  std::vector<Pending> stack;
  // In reverse, so that the main line is resolved before its variations.
  const auto push_children = [&](uint32_t parent, const Position& position, int ply, bool main) {
    std::vector<uint32_t>& children = game_->nodes[parent].children;
    if (!options_.variations && children.size() > 1) children.resize(1);
    for (size_t i = children.size(); i-- > 0;) {
      stack.push_back({children[i], ply, main && i == 0, position});
    }
  };
  push_children(0, meaning_.start, 1, true);
  while (!stack.empty()) {
    const Pending at = stack.back();
    stack.pop_back();
    // A variation of a move that was cut off went with it.
    const std::vector<uint32_t>& siblings = game_->nodes[game_->nodes[at.node].parent].children;
    if (std::find(siblings.begin(), siblings.end(), at.node) == siblings.end()) continue;
    Position after = at.before;
    if (!ResolveNode(at, &after)) {
      CutOff(at.node, at.main);
      continue;
    }
    if (at.main) {
      meaning_.end = after;
      last_main_ = at.node;
    }
    push_children(at.node, after, at.ply + 1, at.main);
  }
}

bool Resolver::ResolveNode(const Pending& at, Position* after) {
  PgnNode& node = game_->nodes[at.node];
  const PgnSeverity severity = at.main ? PgnSeverity::kError : PgnSeverity::kVariationError;
  const Position& before = at.before;
  if (node.null_move) {
    if (at.main || InCheck(before, meaning_.rules)) {
      Report(severity, node.place, at.ply, "MOVE_MALFORMED", "a pass is no move");
      return false;
    }
    after->turn = !after->turn;
    after->ep = kNoSquare;
    after->fullmove += after->turn == Color::kWhite;
    after->key = FullKey(*after);
    node.resolved = true;
    return true;
  }
  const PgnNode& parent = game_->nodes[node.parent];
  const Move last = parent.resolved ? parent.move : Move();
  if (meaning_.rules.VariantEnding(before, last)) {
    Report(severity, node.place, at.ply, "PGN_MOVE_AFTER_END",
           "\"" + node.text + "\" follows the end of the game");
    return false;
  }
  const auto move = ReadSan(before, meaning_.rules, node.text);
  if (!move) {
    Report(severity, node.place, at.ply, move.error().reason,
           "\"" + node.text + "\": " + move.error().message);
    return false;
  }
  node.move = *move;
  node.resolved = true;
  if (options_.canonical) node.text = WriteSan(before, meaning_.rules, *move);
  Play(after, meaning_.rules, *move);
  return true;
}

// With a move of the main line its alternatives go too: none of them may pose as the main line.
void Resolver::CutOff(uint32_t node, bool main) {
  std::vector<uint32_t>& siblings = game_->nodes[game_->nodes[node].parent].children;
  if (main) {
    siblings.clear();
  } else {
    siblings.erase(std::remove(siblings.begin(), siblings.end(), node), siblings.end());
  }
}

void Resolver::CheckResult() {
  if (game_->result == "*") return;
  const Game end = Game::StartAt(meaning_.rules, meaning_.end);
  Outcome outcome = end.outcome();
  if (const auto ending =
          meaning_.rules.VariantEnding(meaning_.end, game_->nodes[last_main_].move)) {
    outcome = *ending;
  }
  const bool decisive = outcome.reason == EndReason::kCheckmate ||
                        outcome.reason == EndReason::kStalemate ||
                        outcome.reason == EndReason::kVariant;
  if (!decisive || ResultText(outcome.result) == game_->result) return;
  Report(PgnSeverity::kWarning, game_->nodes[last_main_].place, 0,
         "PGN_RESULT_CONTRADICTS_POSITION",
         "the result is " + game_->result + ", but the board says " +
             std::string(ResultText(outcome.result)));
}

void Resolver::WriteTags() {
  std::erase_if(game_->tags, [](const PgnTag& tag) {
    return tag.name == "Variant" || tag.name == "FEN" || tag.name == "SetUp";
  });
  SetPgnRuleTags(game_, meaning_.rules, meaning_.start);
}

// The title of the set, without a number that the tags of the start position tell.
std::string VariantTag(const RuleSet& rules) {
  return (rules.Has(kTraitDrawnSetup) ? rules.WithSetupParameter(-1) : rules).Title();
}

}  // namespace

void SetPgnRuleTags(PgnGame* game, const RuleSet& rules, const Position& start) {
  if (!(rules == RuleSet())) game->SetTag("Variant", VariantTag(rules));
  // Where kings are men like others the usual array has no rights, but it is the usual array.
  const auto usual = StartPosition(rules);
  const bool array = usual && start == *usual && WriteBoard(start) == WriteBoard(StandardArray());
  const RuleSet::Member* setup = rules.setup();
  const bool named = setup != nullptr && setup->rule->axis == Axis::kSetup;
  if (named || !array) {
    game->SetTag("FEN", WriteFen(start, rules));
    game->SetTag("SetUp", "1");
  }
  if (named && rules.Has(kTraitDrawnSetup) && setup->parameter >= 0) {
    game->SetTag("Position", std::to_string(setup->parameter));
  }
}

std::optional<PgnMeaning> ResolvePgn(PgnGame* game, const PgnResolveOptions& options) {
  return Resolver(game, options).Run();
}

PgnGame PgnOf(const Game& game) {
  PgnGame pgn;
  SetPgnRuleTags(&pgn, game.rules(), game.start());
  Position position = game.start();
  uint32_t at = 0;
  for (const Move move : game.moves()) {
    at = pgn.Add(at, WriteSan(position, game.rules(), move));
    pgn.nodes[at].move = move;
    pgn.nodes[at].resolved = true;
    Play(&position, game.rules(), move);
  }
  pgn.result = ResultText(game.outcome().result);
  return pgn;
}

}  // namespace chess::rules
