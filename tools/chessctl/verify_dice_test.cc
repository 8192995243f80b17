#include "chessctl/verify_dice.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/random.h"
#include "chance/draw.h"
#include "rules/game/choice.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"

namespace chess::chessctl {
namespace {

using rules::PgnGame;

// A game as the server plays it: its draws by the secret, its moves by the seed.
class Played {
 public:
  Played(std::string_view set, uint64_t seed, int plies) : random_(seed) {
    for (uint8_t& byte : secret_) byte = static_cast<uint8_t>(random_.Below(256));
    for (chance::Nonce& nonce : nonces_) {
      for (uint8_t& byte : nonce) byte = static_cast<uint8_t>(random_.Below(256));
    }
    rules::Game game = Start(*rules::ParseRuleSet(set));
    std::vector<rules::PgnRoll> rolls;
    while (true) {
      if (!game.over() && game.rules().Has(rules::kTraitRolls)) rolls.push_back(Roll(&game));
      if (game.over() || game.ply() >= plies) break;
      const rules::MoveList moves = game.LegalMoves();
      game.PlayLegal(moves[random_.Below(moves.size())]);
    }
    pgn = rules::PgnOf(game);
    const std::vector<uint32_t> line = pgn.MainLine();
    for (size_t i = 0; i < rolls.size(); ++i) {
      pgn.nodes[i == 0 ? 0 : line[i - 1]].next_roll = rolls[i];
    }
    pgn.SetTag("Site", "Castellan gAmE0001");
    pgn.SetTag("DiceCommit", chance::ToHex(chance::CommitOf(secret_)));
    pgn.SetTag("DiceSeed", chance::ToHex(secret_));
    pgn.SetTag("DiceNonces", chance::ToHex(nonces_[0]) + " " + chance::ToHex(nonces_[1]));
  }

  // Through text, as a reader of the record gets it.
  DiceVerdict Verify(const std::string& game_id = "") const {
    const std::string text = rules::WritePgn(pgn);
    rules::PgnReader reader(rules::PgnFromText(text));
    std::optional<PgnGame> read = reader.Next();
    CHESS_CHECK(read.has_value());
    return VerifyDice(&*read, game_id);
  }
  std::string FirstFault() const {
    const DiceVerdict verdict = Verify();
    return verdict.faults.empty() ? "" : verdict.faults[0];
  }
  int draws() const { return static_cast<int>(draws_); }

  PgnGame pgn;

 private:
  uint64_t Draw(std::string_view purpose, uint64_t n) {
    return chance::SecretChance(secret_, "gAmE0001").Draw(nonces_, ++draws_, purpose, n);
  }
  rules::Game Start(rules::RuleSet set) {
    if (set.setup() != nullptr && set.setup()->parameter < 0 && set.Has(rules::kTraitDrawnSetup)) {
      set = set.WithSetupParameter(static_cast<int>(Draw("setup", 960)));
    }
    return *rules::Game::Start(set);
  }
  rules::PgnRoll Roll(rules::Game* game) {
    const rules::Powers movable = rules::MovableTypes(game->position(), game->rules());
    rules::PgnRoll roll{draws_ + 1, movable};
    if (rules::RollMatters(game->position(), game->rules(), movable)) {
      const auto pairs = static_cast<uint64_t>(rules::RollChoices(movable));
      roll.types = rules::RollAt(movable, static_cast<int>(Draw("roll", pairs)));
    } else {
      ++draws_;
    }
    game->SetRoll(roll.types);
    return roll;
  }

  base::SeededRandom random_;
  chance::Bytes32 secret_{};
  std::array<chance::Nonce, 2> nonces_{};
  uint32_t draws_ = 0;
};

TEST(VerifyDice, HonestGamesPass) {
  int draws = 0;
  for (const char* set :
       {"dice", "chess960+dice", "chess960:17+dice", "dice+fog_of_war", "crazyhouse+dice",
        "dice+identity_append+king_of_the_hill", "chess960", "cannibal+dice+three_check"}) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const Played game(set, seed, 60);
      const DiceVerdict verdict = game.Verify();
      EXPECT_TRUE(verdict.has_chance) << set;
      EXPECT_EQ(game.FirstFault(), "") << set;
      EXPECT_EQ(verdict.draws, game.draws()) << set;
      draws += verdict.draws;
    }
  }
  EXPECT_GT(draws, 1'000);
}

TEST(VerifyDice, AnotherSecretIsNotThePromisedOne) {
  Played game("dice", 1, 20);
  game.pgn.SetTag("DiceSeed", std::string(64, '0'));
  EXPECT_EQ(game.FirstFault().substr(0, 42), "The commit is not the hash of the seed: SH");
  // With the commit changed along, the rolls betray it.
  game.pgn.SetTag("DiceCommit", chance::ToHex(chance::CommitOf({})));
  EXPECT_NE(game.FirstFault().find("the draw gives"), std::string::npos);
}

TEST(VerifyDice, AChangedRollIsFoundWithItsPlace) {
  Played game("dice", 2, 60);
  const uint32_t node = game.pgn.MainLine()[40];
  rules::PgnRoll& roll = *game.pgn.nodes[node].next_roll;
  const uint32_t draw = roll.draw;
  roll.types = roll.types == 3 ? 5 : 3;
  const std::string fault = game.FirstFault();
  EXPECT_NE(fault.find("before 21... (draw " + std::to_string(draw) + ")"), std::string::npos)
      << fault;
}

TEST(VerifyDice, AMissingOrRenumberedRollIsFound) {
  Played missing("dice", 3, 20);
  missing.pgn.nodes[missing.pgn.MainLine()[4]].next_roll.reset();
  EXPECT_EQ(missing.FirstFault(), "There is no roll before 3... (draw 6).");
  Played skipped("dice", 3, 20);
  ++skipped.pgn.nodes[skipped.pgn.MainLine()[4]].next_roll->draw;
  EXPECT_EQ(skipped.FirstFault(), "The roll before 3... (draw 6) is numbered 7.");
}

TEST(VerifyDice, OtherNoncesOrAnotherGameGiveOtherDraws) {
  Played game("dice", 4, 60);
  EXPECT_FALSE(game.Verify("gAmE0002").ok());
  std::string nonces = *game.pgn.Tag("DiceNonces");
  nonces.back() = nonces.back() == '0' ? '1' : '0';
  game.pgn.SetTag("DiceNonces", nonces);
  EXPECT_NE(game.FirstFault().find("the draw gives"), std::string::npos);
}

TEST(VerifyDice, ASetUpThatWasNotDrawnIsFound) {
  Played game("chess960", 5, 10), other("chess960", 6, 10);
  for (const char* tag : {"DiceCommit", "DiceSeed", "DiceNonces"}) {
    game.pgn.SetTag(tag, *other.pgn.Tag(tag));
  }
  EXPECT_EQ(game.FirstFault().substr(0, 20), "The set-up (draw 1):");
}

TEST(VerifyDice, SaysWhatIsMissing) {
  Played game("dice", 7, 10);
  game.pgn.SetTag("Site", "somewhere");
  EXPECT_NE(game.FirstFault().find("--game-id"), std::string::npos);
  EXPECT_TRUE(game.Verify("gAmE0001").ok());
  game.pgn.SetTag("DiceNonces", "00");
  EXPECT_NE(game.FirstFault().find("DiceNonces"), std::string::npos);
  game.pgn.SetTag("DiceSeed", "");
  EXPECT_NE(game.FirstFault().find("told when the game is over"), std::string::npos);
}

TEST(VerifyDice, GamesWithoutChanceArePassedOver) {
  const std::string text = "[Event \"a\"]\n\n1. e4 e5 *\n";
  rules::PgnReader reader(rules::PgnFromText(text));
  std::optional<PgnGame> game = reader.Next();
  ASSERT_TRUE(game);
  EXPECT_FALSE(VerifyDice(&*game).has_chance);
}

}  // namespace
}  // namespace chess::chessctl
