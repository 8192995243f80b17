#include "rules/wasm/signature.h"

#include <string>
#include <vector>

#include "rules/core/zobrist.h"
#include "rules/game/game.h"
#include "rules/game/setup.h"
#include "rules/notation/fen.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"
#include "rules/wasm/describe.h"
#include "rules/wasm/table.h"

namespace chess::rules::wasm {
namespace {

constexpr int kPliesPerGame = 80;

// FNV-1a over bytes, with a last mixing.
class Hash {
 public:
  void Add(std::string_view text) {
    for (const char c : text) Byte(static_cast<unsigned char>(c));
    Byte(0);
  }
  void Add(uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) Byte(number >> shift & 0xff);
  }
  uint64_t value() const { return Mix(value_); }

 private:
  void Byte(uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3ull; }
  uint64_t value_ = 0xcbf29ce484222325ull;
};

// A sequence that is the same everywhere (splitmix64).
class Sequence {
 public:
  explicit Sequence(uint64_t seed) : state_(seed) {}
  uint64_t Below(uint64_t bound) { return Mix(state_ += 0x9e3779b97f4a7c15ull) % bound; }

 private:
  uint64_t state_;
};

// Every rule alone, and every two and some three that go together.
std::vector<RuleSet> Sets() {
  std::vector<RuleSet> sets;
  const auto add = [&sets](std::initializer_list<RuleSet::Member> members) {
    if (auto set = RuleSet::Of({members.begin(), members.size()}); set.ok()) sets.push_back(*set);
  };
  const auto rules = AllRules();
  for (size_t a = 0; a < rules.size(); ++a) {
    add({{rules[a]}});
    for (size_t b = a + 1; b < rules.size(); ++b) {
      add({{rules[a]}, {rules[b]}});
      const size_t c = (a + 3 * b) % rules.size();
      if (c > b) add({{rules[a]}, {rules[b]}, {rules[c]}});
    }
  }
  return sets;
}

Game StartOf(const RuleSet& rules, Sequence* sequence) {
  RuleSet set = rules;
  if (set.Has(kTraitDrawnSetup)) {
    set = set.WithSetupParameter(static_cast<int>(sequence->Below(960)));
  }
  if (auto game = Game::Start(set); game.ok()) return *std::move(game);
  return Game::StartAt(set,
                       StandardArray());  // a drafted set-up: the army of one who chose nothing
}

// Rolls and names where the set wants them, any that the rules allow.
void Choose(Table* table, Sequence* sequence) {
  if (table->game().RollAwaited()) table->Roll(static_cast<uint32_t>(sequence->Below(1 << 20)));
  if (!table->game().NameAwaited()) return;
  const Powers nameable = table->game().NameableTypes();
  int role = static_cast<int>(sequence->Below(kRoles));
  while ((nameable >> role & 1) == 0) role = (role + 1) % kRoles;
  table->SetName(static_cast<Role>(role));
}

void AddMoves(const Game& game, const MoveList& moves, Hash* hash) {
  for (const Move move : moves) {
    hash->Add(move.raw());
    hash->Add(WriteUci(move, game.rules()));
    const std::string san = WriteSan(game.position(), game.rules(), move);
    hash->Add(san);
    const auto read = ReadSan(game.position(), game.rules(), san);
    hash->Add(read.ok() ? uint64_t{read->raw()} : ~uint64_t{0});
    hash->Add(GivesCheck(game.position(), game.rules(), move));
  }
}

void AddPosition(const Game& game, Hash* hash) {
  hash->Add(game.position().key);
  hash->Add(WriteFen(game.position(), game.rules()));
  hash->Add(Checkers(game.position(), game.rules()));
  hash->Add(static_cast<uint64_t>(game.Occurrences()));
}

void AddViews(const Game& game, Hash* hash) {
  hash->Add(static_cast<uint64_t>(CanWin(game.position(), game.rules(), Color::kWhite)));
  hash->Add(static_cast<uint64_t>(CanWin(game.position(), game.rules(), Color::kBlack)));
  std::string view;
  for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
    view.clear();
    DescribeView(game, seat, &view);
    hash->Add(view);
  }
}

// Now and then: what computer players would do.
void AddReplies(const Table& table, Hash* hash) {
  for (const uint32_t player : {2u, 10u, 11u, 12u}) {
    const auto reply = table.Reply(player, 7);
    hash->Add(reply.ok() ? uint64_t{reply->raw()} : ~uint64_t{0});
  }
}

uint32_t AddGame(const RuleSet& rules, Sequence* sequence, Hash* hash) {
  Table table(StartOf(rules, sequence));
  const Game& game = table.game();
  hash->Add(game.rules().Name());
  uint32_t positions = 0;
  while (!game.over() && game.ply() < kPliesPerGame) {
    Choose(&table, sequence);
    const MoveList moves = game.LegalMoves();
    AddPosition(game, hash);
    AddMoves(game, moves, hash);
    if (game.ply() % 8 == 0) AddViews(game, hash);
    if (game.ply() % 16 == 9) AddReplies(table, hash);
    ++positions;
    CHESS_CHECK(table.Play(moves[sequence->Below(moves.size())]).ok());
  }
  AddPosition(game, hash);
  AddViews(game, hash);
  hash->Add(NameOf(game.outcome().reason));
  hash->Add(static_cast<uint64_t>(game.outcome().result));
  return positions;
}

}  // namespace

uint64_t Signature(uint32_t games, uint32_t* positions) {
  Hash hash;
  Sequence sequence(20261129);
  uint32_t seen = 0;
  for (const RuleSet& rules : Sets()) {
    for (uint32_t i = 0; i < games; ++i) seen += AddGame(rules, &sequence, &hash);
  }
  if (positions != nullptr) *positions = seen;
  return hash.value();
}

}  // namespace chess::rules::wasm
