#include "rpc/call_context.h"

#include <gtest/gtest.h>

#include "rpc/client.h"

namespace chess::rpc {
namespace {

TEST(CallContext, ScopesAndSignInAreRequiredByName) {
  CallContext context;
  EXPECT_EQ(RequirePlayer(context).error().reason, "UNAUTHENTICATED");
  EXPECT_EQ(RequireService(context).error().reason, "SERVICE_ONLY");
  context.player_id = {"p1"};
  context.scopes = {"play", "read"};
  EXPECT_TRUE(RequirePlayer(context).ok());
  EXPECT_TRUE(RequireScope(context, "play").ok());
  const auto missing = RequireScope(context, "bot");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().reason, "SCOPE_MISSING");
  EXPECT_EQ(missing.error().metadata[0].second, "bot");
}

TEST(ConstantTimeEquals, IsEquality) {
  EXPECT_TRUE(ConstantTimeEquals("", ""));
  EXPECT_TRUE(ConstantTimeEquals("secret", "secret"));
  for (const char* wrong : {"", "s", "secre", "secrets", "Secret", "secresecret"}) {
    EXPECT_FALSE(ConstantTimeEquals(wrong, "secret")) << wrong;
    EXPECT_FALSE(ConstantTimeEquals("secret", wrong)) << wrong;
  }
}

}  // namespace
}  // namespace chess::rpc
