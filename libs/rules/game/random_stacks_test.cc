// Random games over every legal stack of rules: whatever the rules, the parts agree with each
// other. The printed seed replays a failure (CHESS_SEED sets it).

#include <gtest/gtest.h>

#include <set>

#include "rules/core/bitboard.h"
#include "rules/core/kernel.h"
#include "rules/game/reject.h"
#include "rules/game/test_stacks.h"
#include "rules/notation/san.h"

namespace chess::rules {
namespace {

using testing::Any;

bool KeepsMarks(const RuleSet& rules) {
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->mark != 0) return true;
  }
  return false;
}

void ExpectSoundBoard(const Position& p, const RuleSet& rules) {
  ASSERT_EQ(p.colors[0] & p.colors[1], 0u);
  Bitboard men = 0;
  for (const Bitboard board : p.roles) men |= board;
  ASSERT_EQ(men, p.occupied()) << "a man without powers, or powers without a man";
  ASSERT_EQ(p.royal & ~p.occupied(), 0u);
  for (const Color c : kColors) ASSERT_FALSE(MoreThanOne(p.royal & p.of(c)));
  ASSERT_EQ(p.unmoved & ~p.of(Role::kRook), 0u);
  for (const Color c : kColors) {
    if ((p.unmoved & p.of(c)) == 0) continue;
    const Square king = p.RoyalSquare(c);
    ASSERT_NE(king, kNoSquare);
    ASSERT_TRUE(p.of(Role::kKing) & Bit(king)) << "only a king that moves as one may castle";
    ASSERT_EQ(RelativeRank(c, king), 0);
    for (Bitboard b = p.unmoved & p.of(c); b;) ASSERT_EQ(RelativeRank(c, PopFirst(&b)), 0);
  }
  if (KeepsMarks(rules)) {
    ASSERT_EQ(p.slots[kMarksSlot] & ~p.occupied(), 0u) << "a mark outlived its man";
  }
  ASSERT_EQ(p.key, FullKey(p));
}

void ExpectFenReadsBack(const Position& p, const RuleSet& rules) {
  for (const std::string& fen : {WriteFen(p, rules), WriteShredderFen(p, rules)}) {
    base::Result<ParsedFen> read = ReadFen(fen, rules);
    ASSERT_TRUE(read.ok()) << fen << ": " << read.error().message;
    ASSERT_EQ(WriteFen(read->position, rules), WriteFen(p, rules));
    ASSERT_EQ(read->position.key, p.key) << fen;
    ASSERT_EQ(read->position, p) << fen;
    // What can arise can be set up (but that a draft is judged by its armies alone).
    if (rules.Has(kTraitDraftedSetup)) continue;
    ASSERT_TRUE(read->faults.empty()) << fen << ": " << NameOf(read->faults[0]);
  }
}

// What the list, the finders, the notation and the questions say of each legal move.
void ExpectMovesAgree(const Position& p, const RuleSet& rules, const MoveList& moves) {
  ASSERT_EQ(CountLegalMoves(p, rules), static_cast<int>(moves.size()));
  ASSERT_EQ(HasLegalMove(p, rules), !moves.empty());
  std::set<uint16_t> raws;
  std::set<std::string> sans;
  bool en_passant = false;
  for (const Move m : moves) {
    const std::string uci = WriteUci(m, rules);
    ASSERT_TRUE(raws.insert(m.raw()).second) << uci << " twice";
    ASSERT_TRUE(IsLegal(p, rules, m)) << uci;
    for (const std::string& text : {uci, WriteUciKingTakesRook(m)}) {
      base::Result<Move> read = ParseUci(p, rules, text);
      ASSERT_TRUE(read.ok()) << text << ": " << read.error().message;
      ASSERT_EQ(read->raw(), m.raw()) << text;
    }
    const std::string san = WriteSan(p, rules, m);
    ASSERT_TRUE(sans.insert(san).second) << san << " twice";
    base::Result<Move> read = ReadSan(p, rules, san);
    ASSERT_TRUE(read.ok()) << san << ": " << read.error().message;
    ASSERT_EQ(read->raw(), m.raw()) << san;

    const Position after = After(p, rules, m);
    ASSERT_EQ(after.turn, !p.turn);
    ASSERT_EQ(GivesCheck(p, rules, m), InCheck(after, rules)) << uci;
    ASSERT_EQ(IsCapture(p, m), Count(after.of(!p.turn)) < Count(p.of(!p.turn))) << uci;
    ASSERT_FALSE(m.kind() == MoveKind::kBonus && IsCapture(p, m)) << uci;
    en_passant = en_passant || m.kind() == MoveKind::kEnPassant;
  }
  ASSERT_EQ(p.ep != kNoSquare, en_passant) << "an en passant square means a legal capture";
}

// Any from, to and promotion: found if and only if listed, and explained if and only if not found.
void ExpectQuestionsAnswered(const Position& p, const RuleSet& rules, const MoveList& moves,
                             base::SeededRandom* random, int questions) {
  for (int i = 0; i < questions; ++i) {
    const Square from = static_cast<Square>(random->Below(64));
    const Square to = static_cast<Square>(random->Below(64));
    std::optional<Role> promotion;
    if (random->Below(4) == 0) promotion = static_cast<Role>(random->Below(kRoles));
    const std::optional<Move> found = Find(p, rules, from, to, promotion);
    ASSERT_TRUE(!found || moves.Contains(*found)) << ToText(from) << ToText(to);
    const Rejection why = Explain(p, rules, from, to, promotion);
    ASSERT_EQ(why.reason == RejectReason::kNone, found.has_value()) << why.message;
    ASSERT_EQ(why.message.empty(), found.has_value());

    const Role role = static_cast<Role>(random->Below(kRoles));
    const std::optional<Move> drop = FindDrop(p, rules, role, to);
    ASSERT_EQ(drop.has_value(), moves.Contains(Move::Drop(role, to)));
    ASSERT_EQ(ExplainDrop(p, rules, role, to).reason == RejectReason::kNone, drop.has_value());
  }
  for (const Move m : moves) {
    if (m.is_drop()) continue;
    std::optional<Role> promotion;
    if (m.is_promotion()) promotion = m.promotion();
    const std::optional<Move> found = Find(p, rules, m.from(), m.to(), promotion);
    ASSERT_TRUE(found && *found == m) << WriteUci(m, rules);
  }
}

// Under dice and brain, too, a move is explained if and only if it may not be played.
void ExpectChoiceObeyed(const Game& game, base::SeededRandom* random) {
  const MoveList may = game.LegalMoves();
  for (const Move m : LegalMoves(game.position(), game.rules())) {
    std::optional<Role> promotion;
    if (m.is_promotion()) promotion = m.promotion();
    const Rejection why = m.is_drop() ? ExplainDrop(game, m.dropped(), m.to())
                                      : Explain(game, m.from(), m.to(), promotion);
    ASSERT_EQ(why.reason == RejectReason::kNone, may.Contains(m)) << WriteUci(m, game.rules());
    if (random->Below(8) != 0) continue;
    Game next = game;
    ASSERT_EQ(next.Play(m).ok(), may.Contains(m));
  }
}

void ExpectNobodyLosesAKing(const Game& game, const Position& before) {
  if (game.over() || game.rules().kernel() == Kernel::kUnguarded) return;
  for (const Color c : kColors) {
    ASSERT_EQ(Count(before.of(c) & before.royal),
              Count(game.position().of(c) & game.position().royal));
  }
  Position turned = game.position();
  turned.turn = !turned.turn;
  turned.ep = kNoSquare;
  ASSERT_FALSE(InCheck(turned, game.rules())) << "the mover left its own king attacked";
}

void ExpectTheSameWhenReplayed(const Game& game, base::SeededRandom* random) {
  Game again = Game::StartAt(game.rules(), game.start(), game.options());
  for (const Move m : game.moves()) {
    ASSERT_FALSE(again.over());
    again.PlayLegal(m);
  }
  ASSERT_EQ(again.position(), game.position());
  ASSERT_EQ(again.outcome(), game.outcome());
  ASSERT_EQ(again.captured(), game.captured());
  ASSERT_EQ(again.Occurrences(), game.Occurrences());
  if (game.ply() == 0) return;
  const int back = static_cast<int>(random->Below(static_cast<uint64_t>(game.ply()))) + 1;
  again.Undo(back);
  ASSERT_FALSE(again.over());
  const std::vector<Move>& moves = game.moves();
  for (size_t i = moves.size() - static_cast<size_t>(back); i < moves.size(); ++i) {
    again.PlayLegal(moves[i]);
  }
  ASSERT_EQ(again.position(), game.position());
  ASSERT_EQ(again.before_last(), game.before_last());
  ASSERT_EQ(again.outcome(), game.outcome());
  ASSERT_EQ(again.captured(), game.captured());
}

void ExpectMenCounted(const Game& game) {
  for (const Color c : kColors) {
    int lost = 0;
    for (const uint8_t n : game.captured()[Index(c)]) lost += n;
    int drops = 0;
    for (size_t i = 0; i < game.moves().size(); ++i) {
      const Color mover = i % 2 == 0 ? game.start().turn : !game.start().turn;
      drops += game.moves()[i].is_drop() && mover == c;
    }
    ASSERT_EQ(Count(game.start().of(c)) + drops - lost, Count(game.position().of(c)));
  }
}

void PlayOne(const RuleSet& rules, base::SeededRandom* random, int* positions) {
  Game game = testing::StartAtRandom(rules, random);
  const int most = 20 + static_cast<int>(random->Below(160));
  while (!game.over() && game.ply() < most) {
    const Position before = game.position();
    SCOPED_TRACE(game.rules().Name() + " | " + WriteFen(before, game.rules()) + " | after " +
                 (game.ply() == 0 ? "" : WriteUci(game.last_move(), game.rules())));
    ASSERT_NO_FATAL_FAILURE(ExpectSoundBoard(before, game.rules()));
    if (random->Below(6) == 0) {
      const MoveList moves = LegalMoves(before, game.rules());

      ASSERT_NO_FATAL_FAILURE(ExpectFenReadsBack(before, game.rules()));
      ASSERT_NO_FATAL_FAILURE(ExpectMovesAgree(before, game.rules(), moves));
      ASSERT_NO_FATAL_FAILURE(ExpectQuestionsAnswered(before, game.rules(), moves, random, 40));
      ++*positions;
    }
    testing::BeginTurn(&game, random);
    ASSERT_FALSE(game.LegalMoves().empty()) << "a roll or a name left no move";
    if (random->Below(6) == 0) {
      ASSERT_NO_FATAL_FAILURE(ExpectChoiceObeyed(game, random));
    }
    testing::PlayAtRandom(&game, random);
    ASSERT_NO_FATAL_FAILURE(ExpectNobodyLosesAKing(game, before));
  }
  SCOPED_TRACE(game.rules().Name() + " | " + WriteFen(game.start(), game.rules()));
  ASSERT_NO_FATAL_FAILURE(ExpectMenCounted(game));
  ASSERT_NO_FATAL_FAILURE(ExpectTheSameWhenReplayed(game, random));
}

TEST(RandomStacks, KeepTheirPromises) {
  const uint64_t seed = testing::Seed(20261129);
  SCOPED_TRACE("CHESS_SEED=" + std::to_string(seed));
  base::SeededRandom random(seed);
  const std::vector<RuleSet> sets = testing::AllRuleSets();
  ASSERT_GT(sets.size(), 500u);
  int positions = 0;
  for (int n = 0; n < 500; ++n) {
    ASSERT_NO_FATAL_FAILURE(PlayOne(Any(sets, &random), &random, &positions)) << "game " << n;
  }
  std::printf("CHESS_SEED=%llu: 500 games over %zu sets, %d positions\n",
              static_cast<unsigned long long>(seed), sets.size(), positions);
}

TEST(RandomStacks, HaveOneNameEach) {
  std::set<std::string> names;
  for (const RuleSet& set : testing::AllRuleSets()) {
    EXPECT_TRUE(names.insert(set.Name()).second) << set.Name();
    base::Result<RuleSet> read = ParseRuleSet(set.Name());
    ASSERT_TRUE(read.ok()) << set.Name();
    EXPECT_EQ(*read, set);
  }
}

}  // namespace
}  // namespace chess::rules
