#include "base/secret_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace chess::base {
namespace {

class SecretFile : public ::testing::Test {
 protected:
  ~SecretFile() override { std::remove(path_.c_str()); }
  const std::string& With(const std::string& content) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
    return path_;
  }
  const std::string path_ = ::testing::TempDir() + "secret_file_test." + std::to_string(getpid());
};

TEST_F(SecretFile, IsReadWithoutItsLineEndButWithAllElse) {
  EXPECT_EQ(*ReadSecretFile(With("hush\n")), "hush");
  EXPECT_EQ(*ReadSecretFile(With(" two\nlines \r\n\n")), " two\nlines ");
  EXPECT_EQ(*ReadSecretFile(With("")), "");
}

TEST_F(SecretFile, ThatCannotBeReadIsNamed) {
  const auto missing = ReadSecretFile("/nowhere/secret");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "cannot read /nowhere/secret (No such file or directory)");
  const auto folder = ReadSecretFile("/");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().message, "cannot read / (Is a directory)");
}

TEST_F(SecretFile, ThatHasNoEndIsRefused) {
  EXPECT_TRUE(ReadSecretFile(With(std::string(kMaxSecretFileBytes, 'x'))).ok());
  EXPECT_FALSE(ReadSecretFile(With(std::string(kMaxSecretFileBytes + 1, 'x'))).ok());
  const auto endless = ReadSecretFile("/dev/zero");
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.error().message, "cannot read /dev/zero (too long for a secret)");
}

}  // namespace
}  // namespace chess::base
