#include "chessctl/admin/table.h"

#include <gtest/gtest.h>

namespace chess::chessctl::admin {
namespace {

TEST(Table, HasColumnsAsWideAsTheyNeedToBe) {
  Table table({"NAME", "WHY"});
  table.Add({"Jürgen", "swears"});
  table.Add({"Al", ""});
  EXPECT_EQ(table.Text("nobody"),
            "NAME    WHY\n"
            "Jürgen  swears\n"
            "Al      -\n");
  EXPECT_EQ(Table({"NAME"}).Text("nobody"), "nobody\n");
}

TEST(Table, ShowsNoControlCharacters) {
  Table table({"NAME"});
  table.Add({"a\x1b[2Jb\n\x7f"});
  EXPECT_EQ(table.Text(""), "NAME\na [2Jb  \n");
  Sheet sheet;
  sheet.Add("why",
            "c1 \xc2\x9b\x32J, turned \xe2\x80\xae"
            "around");
  EXPECT_EQ(sheet.Text(), "why  c1  2J, turned  around\n");
}

TEST(Sheet, NamesItsValues) {
  Sheet sheet;
  sheet.Add("name", "Ann");
  sheet.Add("banned", "");
  EXPECT_EQ(sheet.Text(), "name    Ann\nbanned  -\n");
}

TEST(TimeText, IsUtcAndUnsetIsADash) {
  google::protobuf::Timestamp time;
  EXPECT_EQ(TimeText(time), "-");
  time.set_seconds(1'795'999'636);
  EXPECT_EQ(TimeText(time), "2026-11-30 00:47:16Z");
}

}  // namespace
}  // namespace chess::chessctl::admin
