#include <gtest/gtest.h>

#include "redis/address.h"
#include "redis/keys.h"
#include "redis/reply.h"

namespace chess::redis {
namespace {

TEST(Address, ReadsTcpForms) {
  Address a;
  ASSERT_TRUE(ParseAddress("redis://cache", &a));
  EXPECT_EQ(a.host, "cache");
  EXPECT_EQ(a.port, 6379);
  ASSERT_TRUE(ParseAddress("redis://:s3c@ret@127.0.0.1:7000/2", &a));
  EXPECT_EQ(a.password, "s3c@ret");
  EXPECT_EQ(a.host, "127.0.0.1");
  EXPECT_EQ(a.port, 7000);
  EXPECT_EQ(a.database, 2);
  ASSERT_TRUE(ParseAddress("redis://[::1]:7001", &a));
  EXPECT_EQ(a.host, "::1");
  EXPECT_EQ(a.port, 7001);
}

TEST(Address, ReadsUnixForms) {
  Address a;
  ASSERT_TRUE(ParseAddress("unix:///run/redis.sock?db=3", &a));
  EXPECT_TRUE(a.unix_socket);
  EXPECT_EQ(a.host, "/run/redis.sock");
  EXPECT_EQ(a.database, 3);
}

TEST(Address, RefusesTheRest) {
  Address a;
  for (const char* bad : {"", "cache:6379", "redis://", "redis://h:0", "redis://h:99999",
                          "redis://h:6379/x", "unix://relative", "unix:///s?x=1",
                          "rediss://cache:6379"}) {
    EXPECT_FALSE(ParseAddress(bad, &a)) << bad;
  }
}

TEST(Address, OfASettingMayBeLeftEmpty) {
  EXPECT_TRUE(IsAddressOrNone(""));
  EXPECT_TRUE(IsAddressOrNone("redis://cache"));
  EXPECT_FALSE(IsAddressOrNone("rediss://cache"));
}

TEST(Keys, OfOneThingShareAClusterSlot) {
  EXPECT_EQ(GameEventsChannel("AbCd1234"), "chess.game.v1.events.{AbCd1234}");
  EXPECT_EQ(PresenceKey("p1"), "chess:lobby:{p1}:presence");
  EXPECT_EQ(RateKey("chat", "p1"), "chess:lobby:{p1}:rate:chat");
}

}  // namespace
}  // namespace chess::redis
