// The reading half of ChallengeRepository.
#include <charconv>
#include <pqxx/pqxx>
#include <utility>

#include "lobby/challenge_repository.h"
#include "lobby/challenge_row_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;

// Page tokens are "<microseconds of create_time>.<challenge id>" of the last row shown.
struct Token {
  int64_t micros = INT64_MAX;
  std::string challenge_id;
};

Result<Token> ParseToken(const std::string& text) {
  Token token;
  if (text.empty()) return token;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), token.micros);
  const size_t digits = static_cast<size_t>(end - text.data());
  if (failure == std::errc() && digits < text.size() && text[digits] == '.') {
    token.challenge_id = text.substr(digits + 1);
    if (base::IsBase62(token.challenge_id, 10)) return token;
  }
  base::Error error = MakeError(Code::kInvalidArgument, "INVALID_FIELD", "No such page.");
  error.metadata = {{"field", "page.page_token"}};
  return error;
}

}  // namespace

constexpr char kDue[] =
    "SELECT challenge_id, ceil(extract(epoch FROM expire_time) * 1000)::bigint "
    "FROM lobby.challenges WHERE state = 'open' AND expire_time < to_timestamp($1::bigint / 1000.0)"
    " ORDER BY expire_time LIMIT $2";
constexpr char kNow[] = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

Result<ChallengeRepository::DuePage> ChallengeRepository::ListDue(base::TimeMs before_ms,
                                                                  int limit) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<DuePage> {
    DuePage page;
    for (const pqxx::row& row : postgres::Exec(tx, kDue, before_ms, limit)) {
      page.deadlines.push_back({{postgres::TextOf(row[0])}, row[1].as<int64_t>()});
    }
    page.now_ms = tx.exec(kNow)[0][0].as<int64_t>();
    return page;
  });
}

Result<Challenge> ChallengeRepository::Find(const base::ChallengeId& challenge_id) {
  static const std::string kFind = std::string("SELECT ") + kChallengeColumns + "FROM" +
                                   kChallengeJoin + "WHERE c.challenge_id = $1";
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Challenge> {
    const pqxx::result rows = postgres::Exec(tx, kFind, challenge_id.value);
    if (!rows.empty()) return ReadChallenge(rows[0]);
    return MakeError(Code::kNotFound, "CHALLENGE_NOT_FOUND", "There is no such challenge.");
  });
}

Result<Challenge> ChallengeRepository::FindByCode(const std::string& code) {
  static const std::string kFind = std::string("SELECT ") + kChallengeColumns + "FROM" +
                                   kChallengeJoin + "WHERE c.code = $1 AND c.state = 'open'"
                                   " AND c.expire_time > now()";
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Challenge> {
    const pqxx::result rows = postgres::Exec(tx, kFind, code);
    if (!rows.empty()) return ReadChallenge(rows[0]);
    return MakeError(Code::kNotFound, "CODE_NOT_FOUND", "No game waits behind this code.");
  });
}

Result<ChallengeRepository::Page> ChallengeRepository::List(const base::PlayerId& player_id,
                                                            int page_size,
                                                            const std::string& page_token) {
  static const std::string kList =
      std::string("SELECT (extract(epoch FROM c.create_time) * 1000000)::bigint,") +
      kChallengeColumns + "FROM" + kChallengeJoin +
      "WHERE (c.challenger_id = $1 OR c.opponent_id = $1)"
      " AND c.state = 'open' AND c.expire_time > now()"
      " AND ((extract(epoch FROM c.create_time) * 1000000)::bigint, c.challenge_id)"
      " < ($2::bigint, $3::text)"
      " ORDER BY c.create_time DESC, c.challenge_id DESC LIMIT $4";
  const auto token = ParseToken(page_token);
  if (!token.ok()) return token.error();
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Page> {
    Page page;
    for (const pqxx::row& row : postgres::Exec(tx, kList, player_id.value, token->micros,
                                               token->challenge_id, page_size + 1)) {
      if (static_cast<int>(page.challenges.size()) == page_size) {
        // There is one more: the page before it ends with a token.
        page.next_page_token += "." + page.challenges.back().challenge_id.value;
        return page;
      }
      page.challenges.push_back(ReadChallenge(row, 1));
      page.next_page_token = postgres::TextOf(row[0]);
    }
    page.next_page_token.clear();
    return page;
  });
}

}  // namespace chess::lobby
