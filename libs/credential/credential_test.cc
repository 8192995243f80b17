#include <gtest/gtest.h>

#include "base/ids.h"
#include "credential/operator.h"
#include "credential/token.h"

namespace chess::credential {
namespace {

TEST(Token, IsDrawnAnewAndHashedAsEverybodyHashes) {
  EXPECT_EQ(NewToken().size(), 43u);
  EXPECT_NE(NewToken(), NewToken());
  EXPECT_EQ(base::ToHex(Sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(OperatorToken, IsToldFromOtherTexts) {
  const std::string token = NewOperatorToken();
  EXPECT_TRUE(IsOperatorToken(token)) << token;
  for (const std::string& other : {NewToken(), token + "x", token.substr(0, 45), std::string(),
                                   std::string("op_"), "op_" + std::string(43, ' ')}) {
    EXPECT_FALSE(IsOperatorToken(other)) << other;
  }
}

TEST(OperatorName, IsShortAndPlain) {
  for (const char* good : {"ann", "on-call.2", "a_b", "jo"}) EXPECT_TRUE(IsOperatorName(good));
  for (const std::string& bad :
       {std::string(), std::string("a"), std::string("Ann"), std::string("2nd"),
        std::string("an n"), std::string("ann\n"), std::string("jürgen"), std::string(33, 'a')}) {
    EXPECT_FALSE(IsOperatorName(bad)) << bad;
  }
}

}  // namespace
}  // namespace chess::credential
