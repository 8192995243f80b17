// What the search finds, and that it is reproducible and obedient.

#include <gtest/gtest.h>

#include "rules/game/test_support.h"
#include "search/hash_table.h"
#include "search/searcher.h"

namespace chess::search {
namespace {

using rules::Game;
using rules::Move;
using rules::Position;
using rules::testing::After;

Knowledge Known(const Game& game) {
  base::Result<Knowledge> known = Knowledge::Of(game);
  CHESS_CHECK(known.ok());
  return *known;
}

Knowledge At(std::string_view fen, std::string_view set = "standard") {
  return Known(After(fen, {}, set));
}

std::string Best(const Result& result) { return rules::WriteUciKingTakesRook(result.best); }

Result Find(const Knowledge& known, uint64_t nodes) {
  Searcher searcher(size_t{1} << 21);
  return searcher.Search(known, {.nodes = nodes});
}

std::string BestOf(const Knowledge& known, uint64_t nodes = 100'000) {
  return Best(Find(known, nodes));
}

// The fewest moves in which the side to move mates, by trying everything; 0 if more than `most`.
bool Mates(const Position& p, int moves);

bool IsMated(const Position& p, int moves) {
  const rules::RuleSet rules;
  const rules::MoveList replies = rules::LegalMoves(p, rules);
  if (replies.empty()) return rules::InCheck(p, rules);
  if (moves == 0) return false;
  for (const Move m : replies) {
    if (!Mates(rules::After(p, rules, m), moves)) return false;
  }
  return true;
}

bool Mates(const Position& p, int moves) {
  const rules::RuleSet rules;
  for (const Move m : rules::LegalMoves(p, rules)) {
    if (IsMated(rules::After(p, rules, m), moves - 1)) return true;
  }
  return false;
}

int ShortestMate(const Position& p, int most) {
  for (int moves = 1; moves <= most; ++moves) {
    if (Mates(p, moves)) return moves;
  }
  return 0;
}

TEST(Search, FindsTheShortestMateInOneToFour) {
  const char* fens[] = {
      "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
      "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
      "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
      "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
      "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
      "8/8/8/8/8/2k5/4r3/K7 b - - 0 1",
      "7k/8/4K3/8/8/8/8/6R1 w - - 0 1",
      "5r1k/6pp/8/6N1/2Q5/8/6PP/6K1 w - - 0 1",
      "k7/8/3K4/8/8/8/8/6Q1 w - - 0 1",
      "k7/8/4K3/8/8/8/8/6Q1 w - - 0 1",
  };
  int seen[5] = {};
  for (const char* fen : fens) {
    const Knowledge known = At(fen);
    const int shortest = ShortestMate(known.boards()[0], 4);
    ASSERT_GT(shortest, 0) << fen;
    ++seen[shortest];
    const Result result = Find(known, 1'000'000);
    EXPECT_EQ(MovesToEnd(result.score), shortest) << fen;
    EXPECT_EQ(result.line.size(), static_cast<size_t>(2 * shortest - 1)) << fen;
    // The move that it plays keeps the mate.
    EXPECT_TRUE(IsMated(rules::After(known.boards()[0], {}, result.best), shortest - 1)) << fen;
  }
  for (int moves = 1; moves <= 4; ++moves) EXPECT_GT(seen[moves], 0) << moves;
}

TEST(Search, SeesTheMateAgainstItself) {
  // Wherever the king goes, a rook mates on the next move: 7k/R7/8/8/8/8/8/1R4K1 b.
  const Result result = Find(At("7k/R7/8/8/8/8/8/1R4K1 b - - 0 1"), 10'000);
  EXPECT_EQ(MovesToEnd(result.score), -1);
}

TEST(Search, FindsTactics) {
  const std::pair<const char*, const char*> puzzles[] = {
      {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7"},   // fork
      {"8/5P1k/4q3/8/8/8/P7/K7 w - - 0 1", "f7f8n"},  // only the knight forks
      {"3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"},    // a queen for nothing
      {"4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", ""},     // d5 is protected
      {"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "f3f7"},
  };
  for (const auto& [fen, best] : puzzles) {
    const std::string found = BestOf(At(fen));
    if (best[0] == 0) {
      EXPECT_NE(found, "d1d5") << fen;
    } else {
      EXPECT_EQ(found, best) << fen;
    }
  }
}

TEST(Search, AvoidsStalemateAndRepetitionWhenAhead) {
  // Queen takes or blocks carelessly and Black is stalemated: keep the win.
  const Result queen = Find(At("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"), 50'000);
  EXPECT_GT(MovesToEnd(queen.score), 0);
  // The rooks have shuffled; a third time would be a draw.
  const Game game =
      After("7k/8/8/8/8/8/1R6/R5K1 w - - 0 1", {"a1a3", "h8g8", "a3a1", "g8h8", "a1a3", "h8g8"});
  const Knowledge known = Known(game);
  const Result rook = Find(known, 50'000);
  EXPECT_NE(Best(rook), "a3a1");
  EXPECT_GT(rook.score, 500);
}

TEST(Search, TakesThePerpetualWhenBehind) {
  // Black threatens mate and has two rooks more; the queen checks for ever from e8 and h5.
  const Knowledge known = At("5rk1/5p2/8/7Q/8/1r6/r7/7K w - - 0 1");
  const Result result = Find(known, 300'000);
  EXPECT_EQ(result.score, 0);
  EXPECT_EQ(Best(result), "h5g5");
}

TEST(Search, MovesAPawnBeforeFiftyMovesDraw) {
  const Result result = Find(At("7k/8/8/8/8/8/P7/KR6 w - - 99 90"), 50'000);
  EXPECT_EQ(result.best.from(), *rules::ParseSquare("a2"));
  EXPECT_GT(result.score, 400);
}

TEST(Search, TakesTheLastPawnToDraw) {
  const Result result = Find(At("8/8/8/3k4/8/8/3pK3/8 w - - 0 1"), 5'000);
  EXPECT_EQ(Best(result), "e2d2");
  EXPECT_EQ(result.score, 0);
}

TEST(Search, IsDeterministicGivenItsLimits) {
  const Knowledge known = At("r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6");
  const Result one = Find(known, 40'000);
  const Result two = Find(known, 40'000);
  EXPECT_EQ(one.best, two.best);
  EXPECT_EQ(one.score, two.score);
  EXPECT_EQ(one.line, two.line);
  EXPECT_EQ(one.nodes, two.nodes);
  // Also after having searched something else, if told to start afresh.
  Searcher searcher(size_t{1} << 21);
  searcher.Search(At("8/8/8/8/8/5k2/4r3/7K b - - 0 1"), {.nodes = 10'000});
  searcher.Search(known, {.nodes = 10'000});
  const Result three = searcher.Search(known, {.nodes = 40'000}, {.fresh = true});
  EXPECT_EQ(three.line, one.line);
  EXPECT_EQ(three.score, one.score);
}

TEST(Search, KeepsToItsNodesAndDepth) {
  const Knowledge known = Known(After("", {}));
  for (const uint64_t nodes : {1, 7, 50, 1000, 12345}) {
    const Result result = Find(known, nodes);
    EXPECT_LE(result.nodes, nodes);
    EXPECT_TRUE(known.moves().Contains(result.best));
  }
  Searcher searcher(size_t{1} << 20);
  EXPECT_EQ(searcher.Search(known, {.depth = 3}).depth, 3);
}

TEST(Search, StopsWhenToldAndStillHasAMove) {
  const Knowledge known = Known(After("", {}));
  int asked = 0;
  Limits limits;
  limits.should_stop = [&asked] { return ++asked > 20; };
  Searcher searcher(size_t{1} << 20);
  const Result result = searcher.Search(known, limits);
  EXPECT_LE(result.nodes, 21u * 256);
  EXPECT_TRUE(known.moves().Contains(result.best));
  limits.should_stop = [] { return true; };
  EXPECT_TRUE(known.moves().Contains(searcher.Search(known, limits).best));
}

TEST(Search, LooksOnlyAtTheAllowedRootMoves) {
  const Knowledge known = At("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1");
  const Move king = rules::testing::Uci(known.boards()[0], known.rules(), "e1e2");
  Searcher searcher(size_t{1} << 20);
  EXPECT_EQ(searcher.Search(known, {.nodes = 2000}, {.root_moves = {king}}).best, king);
}

TEST(Search, TellsEachFinishedDepth) {
  std::vector<int> depths;
  Options options;
  options.on_depth = [&depths](const Result& r) { depths.push_back(r.depth); };
  Searcher searcher(size_t{1} << 20);
  searcher.Search(Known(After("", {})), {.depth = 4}, options);
  EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4}));
}

TEST(Search, WalksTheKingToTheHill) {
  EXPECT_EQ(BestOf(At("4k3/8/8/8/8/3K4/7q/8 w - - 0 1", "king_of_the_hill")).substr(0, 2), "d3");
  const Result result = Find(At("7k/8/8/8/8/8/3K4/8 w - - 0 1", "king_of_the_hill"), 20'000);
  EXPECT_EQ(MovesToEnd(result.score), 2);
}

TEST(Knowledge, RefusesAGameThatIsOver) {
  const Game game = After("", {"f2f3", "e7e5", "g2g4", "d8h4"});
  EXPECT_EQ(Knowledge::Of(game).error().reason, "GAME_OVER");
}

TEST(Knowledge, DigestsTheWayAGameCame) {
  const Knowledge a = Known(After("", {"e2e4", "e7e5", "g1f3"}));
  const Knowledge b = Known(After("", {"g1f3", "e7e5", "e2e4"}));
  EXPECT_NE(a.digest(), b.digest());
  Game game = After("", {"e2e4", "e7e5", "g1f3", "b8c6"});
  game.Undo(1);
  EXPECT_EQ(Known(game).digest(), a.digest());
}

TEST(Draw, IsEvenAndPure) {
  int counts[7] = {};
  for (uint64_t i = 0; i < 7000; ++i) ++counts[Draw(5, i, 7)];
  for (const int n : counts) EXPECT_NEAR(n, 1000, 150);
  EXPECT_EQ(Draw(1, 2, 1000), Draw(1, 2, 1000));
  EXPECT_NE(Draw(1, 2, uint64_t{1} << 60), Draw(2, 2, uint64_t{1} << 60));
  EXPECT_EQ(Draw(1, 2, 1), 0u);
}

TEST(HashTable, KeepsWhatIsDeepAndForgetsWhatIsOld) {
  HashTable table(1);  // one bucket of four
  for (rules::Key key = 1; key <= 4; ++key) table.Store(key, Move(), 10, 5, Bound::kExact);
  table.Store(9, Move(), 20, 6, Bound::kExact);
  EXPECT_NE(table.Find(9), nullptr);
  int kept = 0;
  for (rules::Key key = 1; key <= 4; ++key) kept += table.Find(key) != nullptr;
  EXPECT_EQ(kept, 3);
  table.Clear();
  EXPECT_EQ(table.Find(9), nullptr);
}

TEST(HashTable, CollisionsCostNothingButTime) {
  // Four entries for the whole search: everything collides.
  const Knowledge known = At("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  Searcher tiny(1);
  const Result result = tiny.Search(known, {.nodes = 200'000});
  EXPECT_EQ(MovesToEnd(result.score), 2);
  EXPECT_EQ(Best(result), "a1a6");
  // A searcher that has seen other rule sets plays by the present one.
  Searcher searcher(1 << 16);
  const char* fen = "7k/8/8/8/8/8/3K4/8 w - - 0 1";
  searcher.Search(At(fen, "king_of_the_hill"), {.nodes = 20'000});
  EXPECT_EQ(MovesToEnd(searcher.Search(At("7k/8/8/8/8/8/3K1P2/8 w - - 0 1"), {.depth = 2}).score),
            0);
}

}  // namespace
}  // namespace chess::search
