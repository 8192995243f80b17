#include "lobby/secrets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/ids.h"

namespace chess::lobby {
namespace {

TEST(Secrets, TokensAre256BitsOfBase64Url) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) {
    const std::string token = NewToken();
    EXPECT_EQ(token.size(), 43u);
    EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789-_"),
              std::string::npos);
    tokens.insert(token);
  }
  EXPECT_EQ(tokens.size(), 100u);
}

// FIPS 180-4's example "abc".
TEST(Secrets, Sha256IsTheStandards) {
  EXPECT_EQ(base::ToHex(Sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Secrets, CodesHaveSixCharactersThatNobodyMistakes) {
  for (int i = 0; i < 2000; ++i) {
    const std::string code = NewCode();
    EXPECT_EQ(code.size(), 6u);
    EXPECT_EQ(code.find_first_of("0O1IL"), std::string::npos) << code;
    EXPECT_EQ(NormalCode(code), code);
  }
}

TEST(Secrets, CodesAreReadInEitherCaseAndWithBlanksAround) {
  EXPECT_EQ(NormalCode(" abc234 "), "ABC234");
  EXPECT_EQ(NormalCode("ABC23"), std::nullopt);
  EXPECT_EQ(NormalCode("ABC2345"), std::nullopt);
  EXPECT_EQ(NormalCode("ABC230"), std::nullopt);
  EXPECT_EQ(NormalCode("ABC 34"), std::nullopt);
  EXPECT_EQ(NormalCode(""), std::nullopt);
}

}  // namespace
}  // namespace chess::lobby
