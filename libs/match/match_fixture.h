#pragma once
// A game on the table, for the tests of libs/match: commands in, rows and states out, with the time
// in the test's hand.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "match/decide.h"
#include "match/view.h"
#include "rules/notation/uci.h"

namespace chess::match {

inline constexpr TimeMs kStart = 1'800'000'000'000;  // an arbitrary instant
inline constexpr Color kWhite = Color::kWhite;
inline constexpr Color kBlack = Color::kBlack;

inline Settings TestSettings(timecontrol::TimeControl time = timecontrol::Fischer(300'000, 3'000)) {
  Settings settings;
  settings.game_id = {"gAmE0001"};
  settings.players = {base::PlayerId{"whitewhite01"}, base::PlayerId{"blackblack01"}};
  settings.time = time;
  return settings;
}

// A move that neither ends the game nor uses up what keeps it going: no captures, and pawn moves
// only when the move counter asks for one.
inline rules::Move Lingering(const rules::Game& game, base::SeededRandom& random) {
  const rules::MoveList moves = game.LegalMoves();
  const bool want_pawn = game.position().halfmoves > 90;
  rules::Move fallback = moves[0];
  for (int tries = 0; tries < 400; ++tries) {
    const rules::Move move = moves[random.Below(moves.size())];
    const bool pawn = game.position().RoleAt(move.from()) == rules::Role::kPawn;
    if (rules::IsCapture(game.position(), move)) continue;
    if (move.kind() == rules::MoveKind::kDoubleStep || pawn != want_pawn) continue;
    rules::Game after = game;
    after.PlayLegal(move);
    if (!after.over()) return move;
    if (after.ply() == rules::kMaxGamePlies) fallback = move;
  }
  return fallback;
}

// Draws that a seed decides.
class SeededChance final : public Chance {
 public:
  explicit SeededChance(uint64_t seed = 1) : seed_(seed) {}
  uint64_t Draw(const std::array<Nonce, 2>& nonces, uint32_t k, std::string_view purpose,
                uint64_t n) const override {
    uint64_t mixed = seed_ * 31 + k;
    for (const Nonce& nonce : nonces) {
      for (const uint8_t byte : nonce) mixed = mixed * 131 + byte;
    }
    for (const char c : purpose) mixed = mixed * 131 + static_cast<uint8_t>(c);
    return base::SeededRandom(mixed).Below(n);
  }
  Bytes32 Secret() const override {
    Bytes32 secret{};
    secret[0] = static_cast<uint8_t>(seed_);
    return secret;
  }

 private:
  uint64_t seed_;
};

// What stands for the hash of SeededChance's secret.
inline Bytes32 TestCommit() {
  Bytes32 commit{};
  commit.fill(0xc0);
  return commit;
}

class MatchTable {
 public:
  explicit MatchTable(Settings settings = TestSettings(), uint64_t seed = 1) : chance(seed) {
    base::Result<DecisionRow> row = Create(std::move(settings), kStart, TestCommit());
    if (!row.ok()) std::fprintf(stderr, "%s\n", row.error().message.c_str());
    CHESS_CHECK(row.ok());  // a test's own settings are always good
    Append(*row);
  }
  static MatchTable From(std::string_view fen, Settings settings = TestSettings()) {
    settings.start_fen = std::string(fen);
    return MatchTable(std::move(settings));
  }

  // A fresh request id.
  RequestId NextId() {
    RequestId id{};
    ++ids_;
    for (int i = 0; i < 8; ++i) id[i] = static_cast<uint8_t>(ids_ >> (8 * i));
    return id;
  }
  Command Make(Color seat, Action action) { return Command{NextId(), seat, 0, std::move(action)}; }

  base::Result<Decision> Ask(const Command& command) const {
    return Decide(state, command, FullContext());
  }
  // Decides and, if there is a row, appends it. The error's reason word, or "" if all went well.
  std::string Do(const Command& command) {
    last = Ask(command);
    if (!last.ok()) return last.error().reason;
    if (last->kind == Decision::Kind::kAppend || last->kind == Decision::Kind::kDeadlineFirst) {
      Append(last->row);
    }
    for (const SecretWrite& write : last->secret_writes) {
      secrets.drafts[rules::Index(write.seat)] = write.draft;
    }
    return "";
  }
  std::string Do(Color seat, Action action) { return Do(Make(seat, std::move(action))); }
  std::string Move(std::string_view text) {
    return Do(state.to_move(), PlayMove{std::string(text), std::nullopt});
  }
  // Moves by both sides in turn, all of which must be accepted.
  void Moves(std::string_view texts) {
    while (!texts.empty()) {
      const size_t end = std::min(texts.find(' '), texts.size());
      ASSERT_EQ(Move(texts.substr(0, end)), "") << texts;
      texts.remove_prefix(std::min(end + 1, texts.size()));
    }
  }
  // Plays quiet random moves until `plies` have been played.
  void Linger(int plies, base::SeededRandom& random) {
    while (!state.over() && state.ply() < plies) {
      const rules::Move move = Lingering(state.game(), random);
      ASSERT_EQ(Move(rules::WriteUci(move, state.game().rules())), "");
    }
  }
  // The context with everything that this table has.
  Context FullContext() const {
    Context context = context_;
    context.outages = &outages;
    context.chance = &chance;
    context.secrets = &secrets;
    return context;
  }
  // Both say that they are there.
  void BothReady() {
    Nonce nonce{};
    nonce.fill(1);
    ASSERT_EQ(Do(kWhite, Ready{nonce}), "");
    nonce.fill(2);
    ASSERT_EQ(Do(kBlack, Ready{nonce}), "");
  }
  // The brain answers about the present turn.
  std::string Name(rules::Role type) {
    return Do(Command{{}, std::nullopt, 0, NameType{state.turn, type, false}});
  }
  Decision::Kind Deadline() {
    EXPECT_EQ(Do(Command{{}, std::nullopt, 0, DeadlineDue{}}), "");
    return last->kind;
  }

  void Append(const DecisionRow& row) {
    const base::Status status = Apply(state, row);
    ASSERT_TRUE(status.ok()) << status.error().message;
    rows.push_back(row);
  }
  // Time passes.
  void Wait(DurationMs ms) { context_.now += ms; }
  TimeMs now() const { return context_.now; }
  Context& context() { return context_; }

  DurationMs Left(Color side) const {
    return state.clock.side[rules::Index(side)].remaining_ms;
  }
  std::string Result() const { return std::string(rules::ResultText(state.ending.result)); }
  std::string Reason() const { return std::string(NameOf(state.ending.reason)); }
  // Replaying the rows on a fresh state gives this state.
  void ExpectReplayGivesTheSame() const {
    const base::Result<State> replayed = Replay(rows);
    ASSERT_TRUE(replayed.ok()) << replayed.error().message;
    EXPECT_TRUE(SameState(*replayed, state));
  }

  State state;
  std::vector<DecisionRow> rows;
  timecontrol::Outages outages;
  SeededChance chance;
  Secrets secrets;
  base::Result<Decision> last = Decision{};

 private:
  Context context_{.now = kStart};
  uint64_t ids_ = 0;
};

// A value of an error's metadata; empty if there is none.
inline std::string MetadataOf(const base::Error& error, std::string_view key) {
  for (const auto& [name, value] : error.metadata) {
    if (name == key) return value;
  }
  return "";
}

}  // namespace chess::match
