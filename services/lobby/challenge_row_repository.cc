#include "lobby/challenge_row_repository.h"

#include <cmath>

#include "postgres/values.h"
#include "ratings/glicko2.h"
#include "timecontrol/time_control_text.h"

namespace chess::lobby {

// Ratings are those of the challenge's own family and speed.
const char kChallengeJoin[] =
    " lobby.challenges c"
    " JOIN lobby.players p ON p.player_id = c.challenger_id"
    " LEFT JOIN lobby.players o ON o.player_id = c.opponent_id"
    " LEFT JOIN lobby.ratings pr ON pr.player_id = p.player_id AND pr.family = c.family"
    " AND pr.speed = c.speed"
    " LEFT JOIN lobby.ratings orr ON orr.player_id = o.player_id AND orr.family = c.family"
    " AND orr.speed = c.speed"
    " LEFT JOIN lobby.game_starts g ON g.challenge_id = c.challenge_id ";

const char kChallengeColumns[] =
    " c.challenge_id, c.code, c.rule_set, c.start_fen, c.time_control, c.rated, c.draw_policy,"
    " c.visibility, c.challenger_color, c.state, c.decline_reason,"
    " (extract(epoch FROM c.create_time) * 1000)::bigint,"
    " (extract(epoch FROM c.expire_time) * 1000)::bigint, g.game_id, g.white_id,"
    " p.player_id, p.name, p.guest, p.bot, pr.rating, pr.deviation, pr.volatility,"
    " (extract(epoch FROM pr.last_game_time) * 1000)::bigint,"
    " o.player_id, o.name, o.guest, o.bot, orr.rating, orr.deviation, orr.volatility,"
    " (extract(epoch FROM orr.last_game_time) * 1000)::bigint,"
    " (extract(epoch FROM now()) * 1000)::bigint, c.draft_ms ";

namespace {

// Offsets within kChallengeColumns.
constexpr int kGameId = 13;
constexpr int kChallenger = 15;
constexpr int kOpponent = 23;
constexpr int kNow = 31;
constexpr int kDraftMs = 32;

// Eight columns: who, and the rating as it is worth now. Without a row: the rating all begin with.
PlayerCard ReadRatedCard(const pqxx::row& row, int first, base::TimeMs now) {
  PlayerCard card;
  card.player_id = {postgres::TextOf(row[first])};
  card.name = postgres::TextOf(row[first + 1]);
  card.guest = row[first + 2].as<bool>();
  card.bot = row[first + 3].as<bool>();
  ratings::Rating rating;
  if (!row[first + 4].is_null()) {
    rating.glicko = {row[first + 4].as<double>(), row[first + 5].as<double>(),
                     row[first + 6].as<double>()};
    rating.last_game = postgres::IntOf(row[first + 7]);
  }
  card.rating = static_cast<int32_t>(std::lround(rating.glicko.rating));
  card.provisional = ratings::DeviationAt(rating, now) >= ratings::kProvisionalDeviation;
  return card;
}

}  // namespace

Challenge ReadChallenge(const pqxx::row& row, int first) {
  const base::TimeMs now = row[first + kNow].as<int64_t>();
  Challenge challenge;
  challenge.challenge_id = {postgres::TextOf(row[first])};
  challenge.code = postgres::TextOf(row[first + 1]);
  challenge.agreement.rule_set = postgres::TextOf(row[first + 2]);
  challenge.agreement.start_fen = postgres::TextOf(row[first + 3]);
  const auto time = timecontrol::ParseTimeControl(postgres::TextOf(row[first + 4]));
  if (time.ok()) challenge.agreement.time = *time;
  challenge.agreement.rated = row[first + 5].as<bool>();
  challenge.agreement.draw_policy = DrawPolicyOf(postgres::TextOf(row[first + 6]));
  challenge.agreement.visibility = VisibilityOf(postgres::TextOf(row[first + 7]));
  challenge.agreement.draft_ms = postgres::IntOf(row[first + kDraftMs]);
  challenge.challenger_color = ChallengerColorOf(postgres::TextOf(row[first + 8]));
  challenge.state = ChallengeStateOf(postgres::TextOf(row[first + 9]));
  challenge.decline_reason = DeclineReasonOf(postgres::TextOf(row[first + 10]));
  challenge.create_time = row[first + 11].as<int64_t>();
  challenge.expire_time = row[first + 12].as<int64_t>();
  challenge.game_id = {postgres::TextOf(row[first + kGameId])};
  challenge.white_id = {postgres::TextOf(row[first + kGameId + 1])};
  challenge.challenger = ReadRatedCard(row, first + kChallenger, now);
  if (!row[first + kOpponent].is_null()) {
    challenge.opponent = ReadRatedCard(row, first + kOpponent, now);
  }
  return challenge;
}

}  // namespace chess::lobby
