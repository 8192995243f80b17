// Damaged PGN: whatever the bytes, reading ends, stays within its limits, and what is called good
// can be written and read again. The printed seed replays a failure (CHESS_SEED sets it).
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/random.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"

namespace chess::rules {
namespace {

constexpr std::string_view kSamples[] = {
    "[Event \"A \\\"x\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01:02.3] a} "
    "(1. d4! $5 d5 ; end\n) e5 2. Nf3 Nc6 (2... d6 3. d4 (3. Bc4) exd4) 3. Bb5 a6 "
    "4. Bxc6 dxc6 5. 0-0 1-0\n\n",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
    "[FEN \"rkrnbbqn/pppppppp/8/8/8/8/PPPPPPPP/RKRNBBQN w CAca - 0 1\"]\n\n"
    "1. g3 e5 2. g4 d6 3. h4 Bc6 4. b3 Bf3 5. Qh2 c6 *\n",
    "% hidden\n[SetUp \"1\"]\n[FEN \"8/PPPP4/8/8/8/8/8/k6K w - - 0 1\"]\n\n"
    "1. a8Q+ Kb2 2. b8(N) Kc3 3. c8=R+ Kd4 4. d8/B 1/2-1/2\n",
    "1. f3 e5 2. g4 Qh4# {fool} (2... d5 3. -- dxe4) 0-1 1. e2e4 e7e5 *\n",
};

std::string Mutate(std::string text, base::SeededRandom* random) {
  constexpr std::string_view kTempting = "{}()[]\";%$!?*.\\\n\r-0Oxe8=\x01\xE2\x99";
  const auto edits = 1 + random->Below(6);
  for (uint64_t i = 0; i < edits && !text.empty(); ++i) {
    const size_t at = random->Below(text.size());
    switch (random->Below(5)) {
      case 0: text.erase(at, 1 + random->Below(8)); break;
      case 1: text.insert(at, 1, kTempting[random->Below(kTempting.size())]); break;
      case 2: text[at] = static_cast<char>(random->Below(256)); break;
      case 3: text.insert(at, text.substr(random->Below(text.size()), random->Below(40))); break;
      case 4: text.resize(at); break;
    }
  }
  return text;
}

void CheckGood(PgnGame game, const std::string& text) {
  const std::string written = WritePgn(game);
  PgnReader reader(PgnFromText(written));
  auto back = reader.Next();
  ASSERT_TRUE(back.has_value()) << text;
  ASSERT_TRUE(ResolvePgn(&*back).has_value()) << text;
  EXPECT_TRUE(back->ok()) << text << "\n---\n" << written;
  EXPECT_EQ(back->MainLine().size(), game.MainLine().size()) << text << "\n---\n" << written;
  EXPECT_EQ(WritePgn(*back), written) << text;
}

TEST(DamagedPgn, ReadsWithoutHarmAndGoodGamesSurviveTheRoundTrip) {
  const char* setting = std::getenv("CHESS_SEED");
  const uint64_t seed = setting != nullptr ? std::strtoull(setting, nullptr, 10) : 20250501;
  SCOPED_TRACE("CHESS_SEED=" + std::to_string(seed));
  base::SeededRandom random(seed);
  PgnLimits limits;
  limits.game_bytes = 4096;
  int good = 0;
  int broken = 0;
  for (int round = 0; round < 3000 && !testing::Test::HasFailure(); ++round) {
    std::string text(kSamples[random.Below(std::size(kSamples))]);
    text += kSamples[random.Below(std::size(kSamples))];
    text = Mutate(text, &random);
    PgnReader reader(PgnFromText(text), limits);
    size_t games = 0;
    while (auto game = reader.Next()) {
      ASSERT_LE(++games, text.size()) << text;
      const auto meaning = ResolvePgn(&*game);
      ++(meaning && game->ok() ? good : broken);
      if (meaning && game->ok()) CheckGood(*game, text);
    }
  }
  // The mutations must reach both sides.
  EXPECT_GT(good, 1000);
  EXPECT_GT(broken, 1000);
}

}  // namespace
}  // namespace chess::rules
