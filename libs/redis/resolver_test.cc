#include "redis/resolver.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace chess::redis {
namespace {

TEST(Resolver, AnAddressIsItsOwnAnswer) {
  Resolver resolver([](const std::string&) -> Resolved { return {{}, "was asked"}; });
  EXPECT_EQ(resolver.Resolve("192.0.2.7", 1).addresses, std::vector<std::string>{"192.0.2.7"});
  EXPECT_EQ(resolver.Resolve("2001:db8::7", 1).addresses, std::vector<std::string>{"2001:db8::7"});
}

TEST(Resolver, AsksTheSystem) {
  const Resolved found = LookUp("localhost");
  EXPECT_FALSE(found.addresses.empty()) << found.why;
  const Resolved none = Resolver().Resolve("not a name", 10'000);
  EXPECT_TRUE(none.addresses.empty());
  EXPECT_FALSE(none.why.empty());
}

TEST(Resolver, DoesNotWaitForASilentNameServerAndUsesItsLateAnswer) {
  std::promise<void> release;
  const std::shared_future<void> released(release.get_future());
  std::atomic<int> asked = 0;
  Resolver resolver([&, released](const std::string&) -> Resolved {
    ++asked;
    released.wait();
    return {{"192.0.2.7"}, ""};
  });
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(resolver.Resolve("cache", 1).why, "the name cache was not resolved in time");
  }
  EXPECT_EQ(asked, 1);  // one lookup is under way, however many ask
  release.set_value();
  EXPECT_EQ(resolver.Resolve("cache", 10'000).addresses, std::vector<std::string>{"192.0.2.7"});
  EXPECT_EQ(asked, 1);
}

TEST(Resolver, AFailureIsNotRemembered) {
  std::atomic<int> asked = 0;
  Resolver resolver([&](const std::string&) -> Resolved {
    if (++asked == 1) return {{}, "no such name"};
    return {{"192.0.2.7"}, ""};
  });
  EXPECT_EQ(resolver.Resolve("cache", 10'000).why, "no such name");
  EXPECT_FALSE(resolver.Resolve("cache", 10'000).addresses.empty());
}

}  // namespace
}  // namespace chess::redis
