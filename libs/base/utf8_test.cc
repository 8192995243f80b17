#include "base/utf8.h"

#include <gtest/gtest.h>

namespace chess::base {
namespace {

TEST(Utf8, TheFirstCharacterHasAllItsBytes) {
  EXPECT_EQ(FirstCharacter("♜7/8"), "♜");
  EXPECT_EQ(FirstCharacter("é"), "é");
  EXPECT_EQ(FirstCharacter("x♜"), "x");
  EXPECT_EQ(FirstCharacter(""), "");
  EXPECT_EQ(FirstCharacter(std::string_view("\0♜", 4)), std::string_view("\0", 1));
}

TEST(Utf8, OfWhatIsNoUtf8AFirstCharacterStaysShort) {
  const std::string rest(1000, '\x80');
  EXPECT_EQ(FirstCharacter(rest), "\x80");
  EXPECT_EQ(FirstCharacter("\xf0" + rest), "\xf0\x80\x80\x80");
}

TEST(Utf8, AClippedTextEndsBetweenCharacters) {
  EXPECT_EQ(Clip("♜♜♜", 9), "♜♜♜");
  EXPECT_EQ(Clip("♜♜♜", 8), "♜♜");
  EXPECT_EQ(Clip("♜♜♜", 7), "♜♜");
  EXPECT_EQ(Clip("♜♜♜", 6), "♜♜");
  EXPECT_EQ(Clip("♜", 2), "");
  EXPECT_EQ(Clip("abc", 2), "ab");
  EXPECT_EQ(Clip("abc", 0), "");
}

}  // namespace
}  // namespace chess::base
