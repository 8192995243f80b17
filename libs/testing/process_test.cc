#include "testing/process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

namespace chess::testing {
namespace {

TEST(Process, TellsItsExitStatusAndKeepsItsOutput) {
  TempDir directory;
  const std::string file = directory.path() + "/out";
  Process process({.argv = {"/bin/sh", "-c", "echo $CHESS_WORD; exit 3"},
                   .environment = {"CHESS_WORD=knight"},
                   .output_file = file});
  EXPECT_EQ(process.Wait(10'000), 3);
  EXPECT_EQ(ReadFileOrDie(file), "knight\n");
}

TEST(Process, AKilledOneReportsTheSignal) {
  Process process({.argv = {"/bin/sleep", "1000"}});
  EXPECT_TRUE(process.Running());
  EXPECT_EQ(process.Wait(0), -1);
  process.Signal(SIGKILL);
  EXPECT_EQ(process.Wait(10'000), 128 + SIGKILL);
  EXPECT_FALSE(process.Running());
}

TEST(Process, DiesWithItsOwner) {
  pid_t pid = 0;
  {
    Process process({.argv = {"/bin/sleep", "1000"}});
    pid = process.pid();
  }
  EXPECT_NE(kill(pid, 0), 0);
}

TEST(TempDir, IsGoneAfterwards) {
  std::string path;
  {
    TempDir directory;
    path = directory.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace chess::testing
