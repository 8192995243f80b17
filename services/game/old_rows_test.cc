// Rows as the first release wrote them, byte for byte: they are read and replayed for ever.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "game/log_convert.h"

namespace chess::game {
namespace {

constexpr base::TimeMs kStart = 1'800'000'000'000;

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

// A rated game of Chess960 number 518 and King of the Hill at 5+3: one move, a resignation in an
// outage, the ratings.
std::vector<LogRow> FirstReleaseRows() {
  const std::string server(16, '\0'), player(16, '\7');
  return {
      {1, server, kStart,
       FromHex("0a97010a94010a320a1d63686573733936303a3531382b6b696e675f6f665f7468655f68696c6c"
               "1a0b0a0408e0a71210b8171801280130013801120c7768697465776869746530311a0c626c61636b"
               "626c61636b3031200128dc0b30cc0c38014a38726e62716b626e722f70707070707070702f382f38"
               "2f382f382f50505050505050502f524e42514b424e522077204b516b71202d20302031")},
      {2, player, kStart + 2'000,
       FromHex("0a10120e088c2e10e0a71218e0a71248d804100119efcdab8967452301")},
      {3, std::string(16, '\10'), kStart + 5'000,
       FromHex("0a074205080110fa010a063204080810021001190700000000000000")},
      {4, server, kStart + 6'000, FromHex("0a0e3a0c08dc0b10d30b18cc0c20d00c")},
  };
}

TEST(OldRows, OfTheFirstReleaseReplayToTheSameGame) {
  const auto state = ReplayLog("gAmE0001", FirstReleaseRows());
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state->seq, 4);
  EXPECT_EQ(state->settings->rule_set, "chess960:518+king_of_the_hill");
  EXPECT_EQ(state->settings->draft_ms, 0);
  EXPECT_TRUE(state->settings->rated);
  EXPECT_EQ(state->phase, match::Phase::kPlaying);
  EXPECT_FALSE(state->commit);
  EXPECT_EQ(state->plies[0].san.view(), "e4");
  EXPECT_EQ(state->plies[0].draw, 0);
  EXPECT_EQ(state->ending.reason, match::EndReason::kResignation);
  EXPECT_EQ(state->ending.winner(), rules::Color::kBlack);
  EXPECT_EQ(state->rated->after[0], 1491);
}

TEST(OldRows, AreWrittenAgainAsTheyWere) {
  for (const LogRow& row : FirstReleaseRows()) {
    const auto decoded = DecodeRow("gAmE0001", row);
    ASSERT_TRUE(decoded.ok()) << row.seq;
    EXPECT_EQ(EncodeRow(*decoded), row) << row.seq;
  }
}

// The release that knew operators first: one ends a game for Black (fair play), another one is
// taken back (correction) after a resignation.
TEST(OldRows, OfOperatorsAreReadAndWrittenAsTheyWere) {
  const std::string by_operator(16, '\11');
  const LogRow ended = {3, by_operator, kStart + 9'000,
                        FromHex("0a09920106080d10022801190000000000000000")};
  std::vector<LogRow> rows = FirstReleaseRows();
  rows.resize(2);
  rows.push_back(ended);
  auto state = ReplayLog("gAmE0001", rows);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_EQ(state->ending.reason, match::EndReason::kOperator);
  EXPECT_EQ(state->ending.cause, match::OperatorCause::kFairPlay);
  EXPECT_EQ(state->ending.winner(), rules::Color::kBlack);
  EXPECT_EQ(state->amendments, 0);

  const LogRow voided = {5, by_operator, kStart + 9'000,
                         FromHex("0a09920106080d18012804190000000000000000")};
  rows = FirstReleaseRows();
  rows.push_back(voided);
  state = ReplayLog("gAmE0001", rows);
  ASSERT_TRUE(state.ok()) << state.error().message;
  EXPECT_TRUE(state->ending.aborted());
  EXPECT_EQ(state->ending.cause, match::OperatorCause::kCorrection);
  EXPECT_EQ(state->original.reason, match::EndReason::kResignation);
  EXPECT_EQ(state->amendments, 1);
  EXPECT_FALSE(state->rated.has_value());
  for (const LogRow& row : {ended, voided}) {
    const auto decoded = DecodeRow("gAmE0001", row);
    ASSERT_TRUE(decoded.ok());
    LogRow again = EncodeRow(*decoded);
    // A hash of zero is not written; ours never is.
    EXPECT_EQ(again.events, row.events.substr(0, 11));
  }
}

}  // namespace
}  // namespace chess::game
