#include "chessctl/verify_dice.h"

#include <gtest/gtest.h>

#include <bit>

#include "base/check.h"
#include "base/random.h"
#include "chance/draw.h"
#include "match/match_fixture.h"
#include "rules/game/choice.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"
#include "rules/notation/uci.h"

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

// A game as libs/match keeps it, told as its export tells it.
class Refereed {
 public:
  Refereed(std::string_view set, uint64_t seed) : random_(seed) {
    secret_.fill(static_cast<uint8_t>(seed));
    match::Settings settings = match::TestSettings();
    settings.rule_set = std::string(set);
    auto row = match::Create(settings, match::kStart, chance::CommitOf(secret_));
    CHESS_CHECK(row.ok() && match::Apply(state_, *row).ok());
    Do(rules::Color::kWhite, match::Ready{{1, 2, 3}});
    Do(rules::Color::kBlack, match::Ready{{4, 5, 6}});
    while (!state_.over() && state_.ply() < 80) Step();
    if (!state_.over()) Do(rules::Color::kWhite, match::Resign{});
  }

  std::string Pgn() const {
    const auto moves = match::MovesOf(state_, rules::Seat::kSpectator);
    const auto view = match::ViewOf(state_, rules::Seat::kSpectator);
    PgnGame pgn = rules::PgnOf(state_.game());
    for (size_t i = 0; i < moves.size(); ++i) SetRoll(moves[i].roll, &pgn.nodes[i]);
    SetRoll(view.roll, &pgn.nodes.back());
    pgn.SetTag("Site", "Castellan " + state_.settings->game_id.value);
    pgn.SetTag("DiceCommit", chance::ToHex(view.chance->commit));
    pgn.SetTag("DiceSeed", chance::ToHex(*view.chance->secret));
    pgn.SetTag("DiceNonces", chance::ToHex((*view.chance->nonces)[0]) + " " +
                                 chance::ToHex((*view.chance->nonces)[1]));
    return rules::WritePgn(pgn);
  }
  int draws() const { return static_cast<int>(state_.draws); }

 private:
  static void SetRoll(const std::optional<match::RollView>& roll, rules::PgnNode* node) {
    if (roll) node->next_roll = rules::PgnRoll{roll->draw, roll->allowed};
  }
  void Step() {
    if (state_.phase == match::Phase::kDrafting) {
      Do(rules::Color::kWhite, match::LockDraft{"8/8/PPPPPPPP/RNBQKBNR"});
      Do(rules::Color::kBlack, match::LockDraft{"nnnnk2n/pppppppp/8/8"});
      return;
    }
    if (state_.brain_due) {
      const auto type = static_cast<rules::Role>(std::countr_zero(state_.game().NameableTypes()));
      Do(std::nullopt, match::NameType{state_.turn, type, false});
      return;
    }
    const rules::MoveList moves = state_.game().LegalMoves();
    const rules::Move move = moves[random_.Below(moves.size())];
    Do(state_.to_move(), match::PlayMove{rules::WriteUci(move, state_.game().rules()), {}});
  }
  void Do(std::optional<rules::Color> seat, match::Action action) {
    match::Command command{{}, seat, 0, std::move(action)};
    if (seat) command.request_id[0] = static_cast<uint8_t>(state_.seq % 250 + 1);
    if (seat) command.request_id[1] = static_cast<uint8_t>(state_.seq / 250 + 1);
    const chance::SecretChance chance(secret_, state_.settings->game_id.value);
    match::Context context{.now = match::kStart};
    context.chance = &chance;
    context.secrets = &secrets_;
    const auto decision = match::Decide(state_, command, context);
    CHESS_CHECK(decision.ok() && decision->kind == match::Decision::Kind::kAppend);
    for (const match::SecretWrite& write : decision->secret_writes) {
      secrets_.drafts[static_cast<size_t>(rules::Index(write.seat))] = write.draft;
    }
    CHESS_CHECK(match::Apply(state_, decision->row).ok());
  }

  base::SeededRandom random_;
  chance::Bytes32 secret_{};
  match::Secrets secrets_;
  match::State state_;
};

TEST(VerifyDice, GamesOfTheRefereePass) {
  for (const char* set :
       {"dice", "chess960+dice", "chess960", "dice+draft", "dice+fog_of_war", "dice+hand_and_brain",
        "antichess+dice", "atomic+chess960+dice", "dice+identity_steal+king_of_the_hill"}) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const Refereed game(set, seed);
      const std::string text = game.Pgn();
      rules::PgnReader reader(rules::PgnFromText(text));
      std::optional<PgnGame> read = reader.Next();
      const DiceVerdict verdict = VerifyDice(&*read);
      EXPECT_TRUE(verdict.ok()) << set << ": " << verdict.faults[0] << "\n" << text;
      EXPECT_EQ(verdict.draws, game.draws()) << set;
    }
  }
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
