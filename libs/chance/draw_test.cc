// The vectors were computed with the openssl command line; docs/chance.md shows how.
#include "chance/draw.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"

namespace chess::chance {
namespace {

constexpr std::string_view kGame = "gAmE0001";

Bytes32 CountingSecret() {
  Bytes32 secret;
  for (size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<uint8_t>(i);
  return secret;
}

std::array<Nonce, 2> CountingNonces() {
  std::array<Nonce, 2> nonces;
  for (size_t i = 0; i < 16; ++i) {
    nonces[0][i] = static_cast<uint8_t>(i);
    nonces[1][i] = static_cast<uint8_t>(0xf0 + i);
  }
  return nonces;
}

std::string DigestHex(uint32_t k, std::string_view purpose, uint32_t counter = 0) {
  return ToHex(Digest(CountingSecret(), kGame, CountingNonces(), k, purpose, counter));
}

uint64_t DrawOf(uint32_t k, std::string_view purpose, uint64_t n) {
  return SecretChance(CountingSecret(), kGame).Draw(CountingNonces(), k, purpose, n);
}

TEST(Chance, TheCommitIsTheHashOfTheSecret) {
  EXPECT_EQ(ToHex(CommitOf(CountingSecret())),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

TEST(Chance, DigestsAreThoseOfAnIndependentTool) {
  EXPECT_EQ(DigestHex(1, "setup"),
            "ee8edb03382792c5dfbd7670f8cf713a2703bf2a9f420b77c36d0c30143eb090");
  EXPECT_EQ(DigestHex(2, "roll"),
            "ce22bd02ab969d2f3b2054992eb9ef0724a57b2249d1695c742ec0d25f852168");
  EXPECT_EQ(DigestHex(3, "roll"),
            "c58871a39f1e28f2cf7cd55d26089c365f15f8ca7036e1e84f758ca4d3629097");
  EXPECT_EQ(DigestHex(2, "roll", 1),
            "adb9456e1b335597e78b90cea036c8eb795d71d9acd64f4ed95fd8db96620553");
}

TEST(Chance, NumbersAreTheDigestsWordsModuloTheChoices) {
  EXPECT_EQ(DrawOf(1, match::kSetupPurpose, 960), 5u);
  EXPECT_EQ(DrawOf(2, match::kRollPurpose, 15), 11u);
  EXPECT_EQ(DrawOf(3, match::kRollPurpose, 10), 0u);
  EXPECT_EQ(DrawOf(4, match::kRollPurpose, 6), 1u);
}

TEST(Chance, WordsThatWouldFavourSmallNumbersAreRejected) {
  // Half of all words are too large for this many choices. Of draw 19 the four words of the first
  // digest and the first of the second.
  const uint64_t n = (uint64_t{1} << 63) + 1;
  const auto digest = Digest(CountingSecret(), kGame, CountingNonces(), 19, "roll");
  EXPECT_FALSE(Choose(digest, n).has_value());
  EXPECT_EQ(DrawOf(19, "roll", n), 2186248266107326530u);
  // Draw 2: the first word is rejected, the second taken as it is.
  EXPECT_EQ(DrawOf(2, "roll", n), 0x3b2054992eb9ef07u);
}

TEST(Chance, TheGreatestWordsAreTakenWhereNothingIsFavoured) {
  Bytes32 digest;
  digest.fill(0xff);
  EXPECT_EQ(Choose(digest, 1), 0u);
  EXPECT_EQ(Choose(digest, 2), 1u);  // 2 divides 2^64
  EXPECT_FALSE(Choose(digest, 3));   // 2^64 = 1 modulo 3: the last word is one too many
  digest[7] = 0xfe;
  EXPECT_EQ(Choose(digest, 3), 2u);
}

TEST(Chance, OneChoiceIsNoQuestion) { EXPECT_EQ(DrawOf(7, "roll", 1), 0u); }

TEST(Chance, EverythingThatIsHashedMatters) {
  const uint64_t n = uint64_t{1} << 32;
  const uint64_t drawn = DrawOf(2, "roll", n);
  EXPECT_NE(drawn, DrawOf(3, "roll", n));
  EXPECT_NE(drawn, DrawOf(2, "setup", n));
  EXPECT_NE(drawn, SecretChance(CountingSecret(), "gAmE0002").Draw(CountingNonces(), 2, "roll", n));
  auto nonces = CountingNonces();
  nonces[1][15] ^= 1;
  EXPECT_NE(drawn, SecretChance(CountingSecret(), kGame).Draw(nonces, 2, "roll", n));
  std::swap(nonces[0], nonces[1]);
  EXPECT_NE(drawn, SecretChance(CountingSecret(), kGame).Draw(nonces, 2, "roll", n));
  auto secret = CountingSecret();
  secret[0] ^= 1;
  EXPECT_NE(drawn, SecretChance(secret, kGame).Draw(CountingNonces(), 2, "roll", n));
}

TEST(Chance, PairsComeUpEquallyOften) {
  base::SeededRandom random(1);
  Bytes32 secret;
  for (uint8_t& byte : secret) byte = static_cast<uint8_t>(random.Below(256));
  const SecretChance chance(secret, kGame);
  std::map<uint64_t, int> counts;
  for (uint32_t k = 1; k <= 15'000; ++k) ++counts[chance.Draw(CountingNonces(), k, "roll", 15)];
  ASSERT_EQ(counts.size(), 15u);
  // Expected 1,000 each, standard deviation 31.
  for (const auto& [index, count] : counts) EXPECT_NEAR(count, 1'000, 155) << index;
}

TEST(Hex, GoesBothWaysAndRefusesWhatIsNone) {
  Nonce nonce;
  ASSERT_TRUE(FromHex("00112233445566778899aAbBcCdDeEfF", nonce));
  EXPECT_EQ(ToHex(nonce), "00112233445566778899aabbccddeeff");
  EXPECT_FALSE(FromHex("00112233445566778899aabbccddee", nonce));
  EXPECT_FALSE(FromHex("00112233445566778899aabbccddeef", nonce));
  EXPECT_FALSE(FromHex("00112233445566778899aabbccddeefg", nonce));
  EXPECT_FALSE(FromHex("", nonce));
}

}  // namespace
}  // namespace chess::chance
