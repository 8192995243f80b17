// Nothing hidden leaves: two games that differ only where a seat cannot see give it equal views,
// legal moves and reasons. Two worlds are walked side by side; as long as what the seat observes in
// both is the same (worked out here, apart from the code under test), all that it is told must be.
// The printed seed replays a failure (CHESS_SEED sets it).

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/core/bitboard.h"
#include "rules/core/edit.h"
#include "rules/game/reject.h"
#include "rules/game/test_stacks.h"
#include "rules/game/view.h"

namespace chess::rules {
namespace {

using testing::Any;

std::vector<RuleSet> HidingSets() {
  std::vector<RuleSet> sets;
  for (const RuleSet& set : testing::AllRuleSets()) {
    if (set.Has(kTraitHidden)) sets.push_back(set);
  }
  return sets;
}

Bitboard Visible(const Position& p, const RuleSet& rules, Color seat) {
  Bitboard visible = ~Bitboard{0};
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->visible != nullptr) visible &= m.rule->visible(p, rules, seat);
  }
  return visible;
}

// What the rulebook lets a seat know of a position: what stands on the squares that it sees, its
// castling rights, and its legal moves if it is to move.
std::string Observed(const Position& p, const RuleSet& rules, Color seat) {
  const Bitboard visible = Visible(p, rules, seat);
  std::string text = std::to_string(visible);
  for (Bitboard b = visible & p.occupied(); b;) {
    const Square s = PopFirst(&b);
    text += ' ' + ToText(s) + (p.ColorAt(s) == Color::kWhite ? 'w' : 'b');
    text += std::to_string(p.PowersAt(s)) + (p.royal & Bit(s) ? "k" : "");
    text += p.slots[kMarksSlot] & Bit(s) ? "+" : "";
    text += p.unmoved & p.of(seat) & Bit(s) ? "u" : "";
  }
  if (p.turn != seat) return text;
  std::vector<uint16_t> moves;
  for (const Move m : LegalMoves(p, rules)) moves.push_back(m.raw());
  std::sort(moves.begin(), moves.end());
  for (const uint16_t raw : moves) text += ' ' + std::to_string(raw);
  return text;
}

// And of a move of the opponent: the squares seen before or after, and the man seen there.
std::string ObservedMove(const Position& before, Move move, const Position& after,
                         const RuleSet& rules, Color seat) {
  const Bitboard saw_before = Visible(before, rules, seat), saw_after = Visible(after, rules, seat);
  const Square from = move.from();
  const Square to = move.is_castle() ? CastleTargets(move).king : move.to();
  std::string text;
  if ((saw_before | saw_after) & Bit(from)) text += " from " + ToText(from);
  if ((saw_before | saw_after) & Bit(to)) text += " to " + ToText(to);
  return text + ' ' + Observed(after, rules, seat);
}

// A position that differs from p in men of the opponent where `seat` does not see, and in what
// else is hidden from it.
Position OtherWorld(Position p, const RuleSet& rules, Color seat, base::SeededRandom* random) {
  const Bitboard hidden = ~Visible(p, rules, seat);
  for (uint64_t changes = 1 + random->Below(3); changes > 0; --changes) {
    std::vector<Square> men, free;
    for (Bitboard b = hidden & p.of(!seat) & ~p.royal; b;) men.push_back(PopFirst(&b));
    // Every second man on the rank where pawns take en passant.
    Bitboard squares = hidden & ~p.occupied();
    const Bitboard fourth = RankBoard(seat == Color::kWhite ? 3 : 4);
    if ((squares & fourth) && random->Below(2) == 0) squares &= fourth;
    for (Bitboard b = squares; b;) free.push_back(PopFirst(&b));
    const uint64_t kind = random->Below(4);
    if (kind < 3 && !men.empty()) RemoveMan(&p, Any(men, random), true);
    if (kind > 0 && !free.empty()) {
      const Square s = Any(free, random);
      const bool back = RankOf(s) == 0 || RankOf(s) == 7;
      const Role role = static_cast<Role>(back ? 1 + random->Below(4) : random->Below(5));
      Put(&p, !seat, role, s);
    }
  }
  if (random->Below(2) == 0) p.unmoved &= p.of(seat);
  p.halfmoves = static_cast<uint16_t>(random->Below(60));
  p.key = FullKey(p);
  return p;
}

// Double steps more often than chance would have it: what they allow the other side is hidden.
Move AnyOwnMove(const MoveList& moves, base::SeededRandom* random) {
  MoveList steps;
  for (const Move m : moves) {
    if (m.kind() == MoveKind::kDoubleStep) steps.Add(m);
  }
  const MoveList& from = steps.empty() || random->Below(2) == 0 ? moves : steps;
  return from[random->Below(from.size())];
}

// Two games that the seat cannot tell apart.
struct Worlds {
  Game a, b;
};

// Everything that the seat is told in both.
void ExpectToldTheSame(const Worlds& worlds, Color color, base::SeededRandom* random, int* told) {
  const Seat seat = SeatOf(color);
  const View a = ViewOf(worlds.a, seat), b = ViewOf(worlds.b, seat);
  ASSERT_EQ(a.fen, b.fen);
  ASSERT_EQ(a.moves, b.moves);
  ASSERT_EQ(a.last_move, b.last_move);
  ASSERT_EQ(a.last_man, b.last_man);
  ASSERT_EQ(a.captured, b.captured);
  ASSERT_TRUE(a == b);
  ASSERT_FALSE(a.complete);
  ASSERT_TRUE(ViewOf(worlds.a, Seat::kSpectator) == ViewOf(worlds.b, Seat::kSpectator));
  ASSERT_EQ(SeenMoves(worlds.a, seat), SeenMoves(worlds.b, seat));
  ASSERT_EQ(worlds.a.ClaimableDraw().has_value() && worlds.b.ClaimableDraw().has_value(), false);
  ++*told;
  if (worlds.a.turn() != color) return;
  ASSERT_EQ(MovableTypes(worlds.a.position(), worlds.a.rules()),
            MovableTypes(worlds.b.position(), worlds.b.rules()));
  const bool all = random->Below(16) == 0;
  for (int i = 0; i < (all ? 64 * 64 : 64); ++i) {
    const Square from = static_cast<Square>(all ? i / 64 : random->Below(64));
    const Square to = static_cast<Square>(all ? i % 64 : random->Below(64));
    std::optional<Role> promotion;
    if (!all && random->Below(4) == 0) promotion = static_cast<Role>(random->Below(kRoles));
    const Rejection why = Explain(worlds.a, from, to, promotion);
    const Rejection also = Explain(worlds.b, from, to, promotion);
    ASSERT_EQ(NameOf(why.reason), NameOf(also.reason)) << ToText(from) << ToText(to);
    ASSERT_EQ(why.message, also.message);
    ASSERT_EQ(why.squares, also.squares);
  }
}

// The roll and the name are public: the same in both worlds.
void BeginTurns(Worlds* worlds, base::SeededRandom* random) {
  testing::BeginTurn(&worlds->a, random);
  worlds->b.SetRoll(worlds->a.choice().rolled);
  if (worlds->a.choice().named) worlds->b.SetName(*worlds->a.choice().named);
}

// One move further in both, if there are moves that the seat cannot tell apart.
bool Step(Worlds* worlds, Color seat, base::SeededRandom* random) {
  const RuleSet& rules = worlds->a.rules();
  const Position a = worlds->a.position(), b = worlds->b.position();
  if (a.turn == seat) {
    const MoveList own = worlds->a.LegalMoves();
    if (own.empty()) return false;
    const Move move = AnyOwnMove(own, random);
    if (Observed(After(a, rules, move), rules, seat) !=
        Observed(After(b, rules, move), rules, seat)) {
      return false;
    }
    worlds->a.PlayLegal(move);
    worlds->b.PlayLegal(move);
  } else {
    std::map<std::string, std::vector<Move>> seen;
    for (const Move m : LegalMoves(b, rules)) {
      seen[ObservedMove(b, m, After(b, rules, m), rules, seat)].push_back(m);
    }
    std::vector<std::pair<Move, const std::vector<Move>*>> pairs;
    for (const Move m : LegalMoves(a, rules)) {
      const auto it = seen.find(ObservedMove(a, m, After(a, rules, m), rules, seat));
      if (it != seen.end()) pairs.emplace_back(m, &it->second);
    }
    if (pairs.empty()) return false;
    const auto& [move, others] = Any(pairs, random);
    worlds->a.PlayLegal(move);
    worlds->b.PlayLegal(Any(*others, random));
  }
  // The end of a game is public; then everything is shown.
  return !worlds->a.over() && !worlds->b.over();
}

void WalkFrom(const Position& p, const RuleSet& rules, Color seat, base::SeededRandom* random,
              int* told) {
  const Position other = OtherWorld(p, rules, seat, random);
  if (other == p || Observed(p, rules, seat) != Observed(other, rules, seat)) return;
  Worlds worlds{Game::StartAt(rules, p), Game::StartAt(rules, other)};
  if (worlds.a.over() || worlds.b.over()) return;
  for (int ply = 0; ply < 8; ++ply) {
    SCOPED_TRACE(rules.Name() + " | " + WriteFen(worlds.a.position(), rules) + " | " +
                 WriteFen(worlds.b.position(), rules) + " | " + std::string(NameOf(seat)));
    if (random->Below(4) != 0) BeginTurns(&worlds, random);
    ASSERT_NO_FATAL_FAILURE(ExpectToldTheSame(worlds, seat, random, told));
    BeginTurns(&worlds, random);
    if (!Step(&worlds, seat, random)) return;
  }
}

TEST(NonInterference, WhatASeatIsToldFollowsFromWhatItSees) {
  const uint64_t seed = testing::Seed(4711);
  SCOPED_TRACE("CHESS_SEED=" + std::to_string(seed));
  base::SeededRandom random(seed);
  const std::vector<RuleSet> sets = HidingSets();
  ASSERT_GT(sets.size(), 100u);
  int told = 0, games = 0;
  for (; told < 6000; ++games) {
    ASSERT_LT(games, 5000);
    Game game = testing::StartAtRandom(Any(sets, &random), &random);
    while (!game.over() && game.ply() < 90) {
      if (random.Below(4) == 0) {
        const Color seat = random.Below(2) ? Color::kWhite : Color::kBlack;
        ASSERT_NO_FATAL_FAILURE(WalkFrom(game.position(), game.rules(), seat, &random, &told));
      }
      testing::BeginTurn(&game, &random);
      testing::PlayAtRandom(&game, &random);
    }
  }
  std::printf("CHESS_SEED=%llu: %d pairs of positions from %d games over %zu sets\n",
              static_cast<unsigned long long>(seed), told, games, sets.size());
}

TEST(NonInterference, ADraftShowsNothingOfTheOtherArmyButItsLock) {
  const uint64_t seed = testing::Seed(815);
  SCOPED_TRACE("CHESS_SEED=" + std::to_string(seed));
  base::SeededRandom random(seed);
  const RuleSet rules = testing::Set("draft");
  for (int n = 0; n < 500; ++n) {
    Draft a(rules), b(rules);
    testing::DraftAtRandom(&a.of(Color::kWhite), &random);
    b.of(Color::kWhite) = a.of(Color::kWhite);
    testing::DraftAtRandom(&a.of(Color::kBlack), &random);
    testing::DraftAtRandom(&b.of(Color::kBlack), &random);
    ASSERT_EQ(ViewOf(a, Seat::kWhite), ViewOf(b, Seat::kWhite));
    ASSERT_EQ(ViewOf(a, Seat::kSpectator), ViewOf(b, Seat::kSpectator));
    Draft c(rules), d(rules);
    (void)c.of(Color::kBlack).Place(static_cast<Square>(32 + random.Below(32)), Role::kKing);
    ASSERT_EQ(ViewOf(c, Seat::kWhite), ViewOf(d, Seat::kWhite));
    ASSERT_EQ(ViewOf(c, Seat::kSpectator), ViewOf(d, Seat::kSpectator));
  }
}

TEST(NonInterference, ASecretSetupShowsTheSameForEveryNumber) {
  const uint64_t seed = testing::Seed(960);
  SCOPED_TRACE("CHESS_SEED=" + std::to_string(seed));
  base::SeededRandom random(seed);
  std::vector<RuleSet> sets;
  for (const RuleSet& set : testing::AllRuleSets()) {
    if (set.Has(kTraitDrawnSetup)) sets.push_back(set);
  }
  for (int n = 0; n < 1000; ++n) {
    const RuleSet& rules = Any(sets, &random);
    const Game a = testing::StartAtRandom(rules, &random);
    const Game b = testing::StartAtRandom(rules, &random);
    for (const Seat seat : {Seat::kWhite, Seat::kBlack, Seat::kSpectator}) {
      ASSERT_TRUE(ViewOf(a, seat, {.hide_setup = true}) == ViewOf(b, seat, {.hide_setup = true}))
          << a.rules().Name() << ' ' << b.rules().Name();
    }
  }
}

}  // namespace
}  // namespace chess::rules
