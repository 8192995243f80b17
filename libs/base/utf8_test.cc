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

TEST(Utf8, PlainTextNeitherMovesTheCursorNorTurnsAround) {
  EXPECT_EQ(Plain("Überdruß ♜ 😀"), "Überdruß ♜ 😀");
  EXPECT_EQ(Plain("a\nb\tc\x1b[2Jd\x7f"), "a b c [2Jd ");
  EXPECT_EQ(Plain("a\xc2\x9b\x32Jb"), "a 2Jb");  // C1, as UTF-8
  EXPECT_EQ(Plain("a\xe2\x80\xa8z\xe2\x80\xae"
                  "b\xe2\x81\xa6"),
            "a z b ");
  EXPECT_EQ(Plain(std::string_view("\0x", 2)), " x");
  EXPECT_EQ(Plain("\x9bK"), "?K");                    // C1, as Latin-1
  EXPECT_EQ(Plain("\xc0\xaf\xed\xa0\x80"), "?????");  // too long a form, half a pair
  EXPECT_EQ(Plain("\xe2\x99"), "??");
}

TEST(Utf8, ASentenceSaysSomethingOnOneLine) {
  EXPECT_TRUE(IsSentence("because", 3, 500));
  EXPECT_TRUE(IsSentence("♜♜♜", 3, 3));
  EXPECT_FALSE(IsSentence("♜♜♜♜", 3, 3));
  EXPECT_FALSE(IsSentence("♜♜", 3, 500));
  EXPECT_FALSE(IsSentence("", 3, 500));
  EXPECT_FALSE(IsSentence("      ", 3, 500));
  EXPECT_FALSE(IsSentence("a      b", 3, 500));
  EXPECT_FALSE(IsSentence("two\nlines", 3, 500));
  EXPECT_FALSE(IsSentence("red \xc2\x9b\x33\x31m", 3, 500));
  EXPECT_FALSE(IsSentence("\xff\xff\xff", 3, 500));
}

}  // namespace
}  // namespace chess::base
