#include "rpc/config.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "rpc/server.h"
#include "rpc/server_credentials.h"
#include "testing/process.h"

namespace chess::rpc {
namespace {

struct Options {
  std::string url = "redis://cache";
  std::string secret;
  std::string level = "info";
  int threads = 4;
  int64_t bytes = 1;
  double share = 0.5;
  bool fast = false;
};

class ConfigTest : public ::testing::Test {
 protected:
  ConfigTest() {
    config_.AddShared("redis_url", &options_.url, "Where Redis is.");
    config_.AddSharedSecret("service_secret", &options_.secret, "Shared.");
    config_.Add("level", &options_.level, "Level.");
    config_.Check(
        "level", [](const std::string& v) { return v == "info" || v == "debug"; }, "info or debug");
    config_.Add("append_threads", &options_.threads, "Threads.", 1, 64);
    config_.Add("bytes", &options_.bytes, "Bytes.", 0, int64_t{1} << 40);
    config_.Add("share", &options_.share, "Share.", 0.0, 1.0);
    config_.Add("fast", &options_.fast, "Fast.");
  }
  // "" when all is well, else the sentence.
  std::string Parse(const std::vector<std::string>& arguments) {
    const auto status = config_.Parse(arguments, [this](const char* name) -> const char* {
      const auto found = environment_.find(name);
      return found == environment_.end() ? nullptr : found->second.c_str();
    });
    return status.ok() ? "" : status.error().message;
  }

  Options options_;
  Config config_{"game", "Referee."};
  std::map<std::string, std::string> environment_;
};

TEST_F(ConfigTest, KeepsDefaultsWhenNothingIsSaid) {
  EXPECT_EQ(Parse({}), "");
  EXPECT_EQ(options_.threads, 4);
  EXPECT_EQ(options_.url, "redis://cache");
}

TEST_F(ConfigTest, AFlagBeatsTheEnvironment) {
  environment_["CHESS_GAME_APPEND_THREADS"] = "8";
  environment_["CHESS_GAME_SHARE"] = "0.25";
  EXPECT_EQ(Parse({"--append-threads", "16", "--bytes=1000000000000", "--fast"}), "");
  EXPECT_EQ(options_.threads, 16);
  EXPECT_EQ(options_.share, 0.25);
  EXPECT_EQ(options_.bytes, 1'000'000'000'000);
  EXPECT_TRUE(options_.fast);
}

TEST_F(ConfigTest, ASharedNameIsReadUnlessTheServicesOwnIsSet) {
  environment_["CHESS_REDIS_URL"] = "redis://shared";
  EXPECT_EQ(Parse({}), "");
  EXPECT_EQ(options_.url, "redis://shared");
  environment_["CHESS_GAME_REDIS_URL"] = "redis://own";
  EXPECT_EQ(Parse({}), "");
  EXPECT_EQ(options_.url, "redis://own");
}

TEST_F(ConfigTest, ABadValueIsNamed) {
  environment_["CHESS_GAME_APPEND_THREADS"] = "lots";
  EXPECT_EQ(Parse({}), "CHESS_GAME_APPEND_THREADS: \"lots\" is not a whole number from 1 to 64");
  environment_.clear();
  EXPECT_EQ(Parse({"--append-threads=0"}),
            "--append-threads: \"0\" is not a whole number from 1 to 64");
  EXPECT_EQ(Parse({"--level=loud"}), "--level: \"loud\" is not info or debug");
  EXPECT_NE(Parse({"--share=2"}), "");
  EXPECT_NE(Parse({"--share=nan"}), "");
  EXPECT_NE(Parse({"--bytes=99999999999999999999"}), "");
  EXPECT_NE(Parse({"--fast=perhaps"}), "");
}

TEST_F(ConfigTest, UnknownAndIncompleteArgumentsAreRefused) {
  EXPECT_EQ(Parse({"--nonsense"}), "--nonsense: unknown argument");
  EXPECT_EQ(Parse({"stray"}), "stray: unknown argument");
  EXPECT_EQ(Parse({"--append-threads"}), "--append-threads: a value is missing");
}

TEST_F(ConfigTest, HelpShowsEveryNameAndDefaultButNoSecret) {
  options_.secret = "hush";
  Config config("game", "Referee.");
  config.AddSharedSecret("service_secret", &options_.secret, "Shared.");
  config.Add("append_threads", &options_.threads, "Threads.", 1, 64);
  const std::string help = config.Help();
  for (const char* part : {"--append-threads", "CHESS_GAME_APPEND_THREADS", "default: 4",
                           "Threads.", "CHESS_GAME_SERVICE_SECRET or CHESS_SERVICE_SECRET"}) {
    EXPECT_NE(help.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(help.find("hush"), std::string::npos);
}

TEST_F(ConfigTest, TheProgramExitsWithTwoForABadValueAndZeroForHelp) {
  const auto run = [this](const char* argument) {
    char name[] = "chess-game";
    std::string copy = argument;
    char* argv[] = {name, copy.data(), nullptr};
    config_.ParseOrExit(2, argv);
  };
  EXPECT_EXIT(run("--append-threads=x"), ::testing::ExitedWithCode(2), "--append-threads");
  EXPECT_EXIT(run("--help"), ::testing::ExitedWithCode(0), "");
}

TEST_F(ConfigTest, ASecretMayComeFromAFileWithoutItsLineEnd) {
  const testing::TempDir directory;
  const std::string path = directory.path() + "/secret";
  std::ofstream(path) << "hush hush\n";
  environment_["CHESS_SERVICE_SECRET_FILE"] = path;
  EXPECT_EQ(Parse({}), "");
  EXPECT_EQ(options_.secret, "hush hush");
  environment_["CHESS_SERVICE_SECRET"] = "said";  // the variable itself wins
  EXPECT_EQ(Parse({}), "");
  EXPECT_EQ(options_.secret, "said");
  environment_["CHESS_GAME_SERVICE_SECRET_FILE"] = path;  // and the service's own over the shared
  EXPECT_EQ(Parse({}), "");
  EXPECT_EQ(options_.secret, "hush hush");
}

TEST_F(ConfigTest, AFileThatCannotBeReadIsNamed) {
  environment_["CHESS_SERVICE_SECRET_FILE"] = "/nowhere/secret";
  EXPECT_EQ(Parse({}),
            "CHESS_SERVICE_SECRET_FILE: cannot read /nowhere/secret (No such file or directory)");
}

TEST_F(ConfigTest, AMessageIsOneShortLineWhateverWasGiven) {
  EXPECT_EQ(Parse({"--append-threads=1\n2\x1b[2J"}),
            "--append-threads: \"1 2 [2J\" is not a whole number from 1 to 64");
  EXPECT_EQ(
      Parse({"--append-threads=" + std::string(100'000, 'x')}),
      "--append-threads: \"" + std::string(100, 'x') + "…\" is not a whole number from 1 to 64");
  EXPECT_EQ(Parse({"--x\ny"}), "--x y: unknown argument");
}

TEST(ServiceSecret, IsWhatAHeaderCanCarry) {
  for (const char* good : {"s", "hush hush", "0123+/=~!"}) EXPECT_TRUE(IsServiceSecret(good));
  for (const char* bad : {" s", "s ", "two\nlines", "pässword", "\x7f", "tab\t"}) {
    EXPECT_FALSE(IsServiceSecret(bad)) << bad;
  }
  Config config("game", "Referee.");
  ServerOptions options;
  AddServerOptions(config, &options);
  const base::Status wrong =
      config.Parse({"--service-secret=päss"}, [](const char*) -> const char* { return nullptr; });
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message,
            "--service-secret: the value given is not printable ASCII without blanks at its ends");
}

TEST_F(ConfigTest, ANeededSettingThatIsMissingIsNamedWithWhatItIsFor) {
  config_.Require("service_secret", "the same text for all services");
  EXPECT_EQ(Parse({}),
            "CHESS_SERVICE_SECRET (or CHESS_SERVICE_SECRET_FILE) is not set: the same text for "
            "all services");
  environment_["CHESS_SERVICE_SECRET"] = "s";
  EXPECT_EQ(Parse({}), "");
}

TEST_F(ConfigTest, NothingIsAskedOfASettingThatIsNotThere) {
  EXPECT_DEATH(config_.Require("service_secrets", "a misspelt name"), "no such setting");
  EXPECT_DEATH(config_.Require("append_threads", "a number always has a value"), "text");
}

TEST_F(ConfigTest, ADefaultThatDoesNotHoldOnThisMachineIsNamed) {
  config_.Check(
      "redis_url", [](const std::string& url) { return url == "redis://here"; },
      "one that answers");
  EXPECT_EQ(Parse({}), "CHESS_GAME_REDIS_URL: \"redis://cache\" is not one that answers");
  EXPECT_EQ(Parse({"--redis-url=redis://here"}), "");
}

}  // namespace
}  // namespace chess::rpc
