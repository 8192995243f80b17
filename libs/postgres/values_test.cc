#include "postgres/values.h"

#include <gtest/gtest.h>

namespace chess::postgres {
namespace {

using Texts = std::vector<std::string>;

TEST(Values, BytesSurviveTheTextOfBytea) {
  const std::string bytes("\x00\xff\"\\a", 5);
  EXPECT_EQ(ToBytea(bytes), "\\x00ff225c61");
  EXPECT_EQ(FromBytea(ToBytea(bytes)), bytes);
  EXPECT_EQ(FromBytea(std::string_view("00ff")), "");
}

TEST(Values, ArrayLiteralsQuoteWhateverTheTextHolds) {
  EXPECT_EQ(TextArray({}), "{}");
  EXPECT_EQ(TextArray({"a", "NULL", "b,c", "say \"hi\"", "back\\slash", ""}),
            "{\"a\",\"NULL\",\"b,c\",\"say \\\"hi\\\"\",\"back\\\\slash\",\"\"}");
  EXPECT_EQ(ByteaArray({"\x01", ""}), "{\"\\\\x01\",\"\\\\x\"}");
  EXPECT_EQ(BigintArray({1, -2}), "{1,-2}");
  EXPECT_EQ(BigintArray({1, 2}, {true, false}), "{1,NULL}");
}

TEST(Values, TextArraysAreReadAsTheyWereWritten) {
  const Texts values = {"a", "NULL", "b,c", "say \"hi\"", "back\\slash", "", "{x}"};
  EXPECT_EQ(FromTextArray(TextArray(values)), values);
  EXPECT_EQ(FromTextArray("{a,NULL,\"b c\"}"), (Texts{"a", "", "b c"}));
  EXPECT_EQ(FromTextArray("{}"), Texts{});
  EXPECT_EQ(FromTextArray("nonsense"), Texts{});
}

}  // namespace
}  // namespace chess::postgres
