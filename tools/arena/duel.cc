#include "arena/duel.h"

#include <time.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "arena/openings.h"
#include "rules/notation/uci.h"
#include "search/brain.h"
#include "search/glimpse.h"

namespace chess::arena {

using rules::Color;
using rules::Game;

namespace {

// A game and what its players remember of it.
struct Table {
  Game game;
  search::Memory memories[2];
};

// What the player to move knows: everything, or what it sees and has seen.
search::Knowledge KnownTo(const Table& table, uint64_t seed) {
  const Game& game = table.game;
  base::Result<search::Knowledge> known = search::Knowledge::Of(game);
  if (!known.ok()) {
    known = search::Glimpse::Of(rules::ViewOf(game, rules::SeatOf(game.turn())), game.rules(),
                                table.memories[Index(game.turn())], seed);
  }
  CHESS_CHECK(known.ok());
  return *known;
}

// Rolls and names where the rules ask for them.
void SettleChoice(Table* table, uint64_t seed, search::Searcher* brain) {
  Game* game = &table->game;
  if (game->RollAwaited()) {
    const rules::Powers movable = rules::MovableTypes(game->position(), game->rules());
    rules::Powers rolled = movable;
    if (rules::RollMatters(game->position(), game->rules(), movable)) {
      const uint64_t choices = static_cast<uint64_t>(rules::RollChoices(movable));
      const uint64_t draw = search::Draw(seed, static_cast<uint64_t>(game->ply()), choices);
      rolled = rules::RollAt(movable, static_cast<int>(draw));
    }
    game->SetRoll(rolled);
  }
  if (game->NameAwaited()) {
    const search::Knowledge known = KnownTo(*table, seed);
    game->SetName(search::NameType(brain, known, game->NameableTypes(), 500));
  }
}

// Processor time of this thread: other programs on the machine do not count.
double ThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Half points of a colour.
int Halves(const Game& game, Color color) {
  const std::optional<Color> winner = game.outcome().winner();
  if (!winner) return 1;
  return *winner == color ? 2 : 0;
}

}  // namespace

Game PlayGame(const DuelOptions& options, uint64_t opening, Player* white, Player* black,
              uint64_t seed) {
  Table table{Open(options.rules, opening), {}};
  Game& game = table.game;
  const bool hidden = rules::HidesBoard(game.rules());
  search::Searcher brain(size_t{1} << 16);
  while (!game.over() && game.ply() < options.max_plies) {
    const int side = Index(game.turn());
    if (hidden) {
      table.memories[side].Note(rules::ViewOf(game, rules::SeatOf(game.turn())), game.rules());
    }
    SettleChoice(&table, seed, &brain);
    Player* player = game.turn() == Color::kWhite ? white : black;
    const uint64_t own_seed = seed * 2 + static_cast<uint64_t>(side);
    game.PlayLegal(player->Choose(KnownTo(table, own_seed), own_seed));
  }
  return game;
}

PairResult PlayPair(const DuelOptions& options, Player* first, Player* second, uint64_t pair) {
  const uint64_t seed = search::Draw(options.seed, pair, uint64_t{1} << 40);
  return {PlayGame(options, pair, first, second, seed),
          PlayGame(options, pair, second, first, seed)};
}

PairResult PlayPair(const DuelOptions& options, const std::string& first, const std::string& second,
                    uint64_t pair) {
  base::Result<Player> a = Player::Parse(first), b = Player::Parse(second);
  CHESS_CHECK(a.ok() && b.ok());
  return PlayPair(options, &*a, &*b, pair);
}

std::string MovesText(const Game& game) {
  std::string text;
  for (const rules::Move m : game.moves()) text += rules::WriteUci(m, game.rules()) + ' ';
  return text + std::string(rules::ResultText(game.outcome().result));
}

DuelResult PlayDuel(const DuelOptions& options, const std::string& first,
                    const std::string& second) {
  DuelResult result;
  std::mutex mutex;
  std::atomic<int> next{0};
  const auto work = [&] {
    base::Result<Player> a = Player::Parse(first), b = Player::Parse(second);
    CHESS_CHECK(a.ok() && b.ok());
    const double begin = ThreadSeconds();
    for (int pair = next++; pair < options.pairs; pair = next++) {
      const auto [one, two] = PlayPair(options, &*a, &*b, static_cast<uint64_t>(pair));
      const std::lock_guard<std::mutex> lock(mutex);
      result.tally.Add(Halves(one, Color::kWhite), Halves(two, Color::kBlack));
      result.plies += static_cast<uint64_t>(one.ply() + two.ply());
    }
    const std::lock_guard<std::mutex> lock(mutex);
    result.nodes += a->nodes() + b->nodes();
    result.seconds += ThreadSeconds() - begin;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return result;
}

}  // namespace chess::arena
