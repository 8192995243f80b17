#include "rpc/log_key.h"

#include <gtest/gtest.h>

namespace chess::rpc {
namespace {

// The vectors of the paper's reference: key 00 01 … 0f, input 00 01 … .
TEST(SipHash24, GivesThePublishedNumbers) {
  std::string input;
  EXPECT_EQ(SipHash24(0x0706050403020100, 0x0f0e0d0c0b0a0908, input), 0x726fdb47dd0e0e31u);
  for (char c = 0; c < 15; ++c) input += c;
  EXPECT_EQ(SipHash24(0x0706050403020100, 0x0f0e0d0c0b0a0908, input), 0xa129ca6149be45e5u);
}

TEST(LogKey, GivesAPlayerTheSameNameInAllServicesOfOneInstallation) {
  const LogKey game("secret one"), lobby("secret one"), elsewhere("secret two");
  const std::string id = game.PlayerLogId("AbCdEfGh1234");
  EXPECT_EQ(id, lobby.PlayerLogId("AbCdEfGh1234"));
  EXPECT_NE(id, elsewhere.PlayerLogId("AbCdEfGh1234"));
  EXPECT_NE(id, game.PlayerLogId("AbCdEfGh1235"));
  EXPECT_EQ(id.size(), 18u);
  EXPECT_EQ(id.rfind("p-", 0), 0u);
  EXPECT_EQ(game.PlayerLogId(""), "");
}

TEST(LogKey, ChoosesOneTraceInSoManyAndTheSameOnesEverywhere) {
  const LogKey game("secret one"), lobby("secret one"), elsewhere("secret two");
  int chosen = 0, alike = 0;
  for (uint64_t i = 0; i < 20'000; ++i) {
    const bool sampled = game.Sampled(7, i, 10);
    EXPECT_EQ(sampled, lobby.Sampled(7, i, 10));
    chosen += sampled ? 1 : 0;
    alike += sampled && elsewhere.Sampled(7, i, 10) ? 1 : 0;
    // Whoever logs less logs a part of what the others log, where the numbers divide.
    EXPECT_TRUE(sampled || !game.Sampled(7, i, 100));
    EXPECT_TRUE(game.Sampled(7, i, 1));
    EXPECT_FALSE(game.Sampled(7, i, 0));
  }
  EXPECT_NEAR(chosen, 2000, 250);
  EXPECT_LT(alike, 400);
}

}  // namespace
}  // namespace chess::rpc
