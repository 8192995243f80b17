#include "lobby/request_repository.h"

#include "postgres/prepared.h"
#include "postgres/values.h"

namespace chess::lobby {

constexpr char kClaim[] =
    "INSERT INTO lobby.requests (player_id, request_id, payload_hash) "
    "VALUES ($1, $2::bytea, $3::bytea) ON CONFLICT DO NOTHING";
constexpr char kFindRequest[] =
    "SELECT answer, payload_hash = $3::bytea FROM lobby.requests "
    "WHERE player_id = $1 AND request_id = $2::bytea";

base::Result<std::optional<std::string>> ClaimRequest(pqxx::transaction_base& tx,
                                                      const Asker& asker) {
  const std::string id = postgres::ToBytea(asker.request_id);
  const std::string hash = postgres::ToBytea(asker.payload_hash);
  if (postgres::Exec(tx, kClaim, asker.player_id.value, id, hash).affected_rows() == 1) {
    return std::optional<std::string>();
  }
  const pqxx::result rows = postgres::Exec(tx, kFindRequest, asker.player_id.value, id, hash);
  if (rows.empty()) {
    return base::MakeError(base::Code::kAborted, "CONFLICT", "The request was just forgotten.");
  }
  if (!rows[0][1].as<bool>()) {
    return base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_REUSED",
                           "This request_id was used for another request.");
  }
  return std::optional<std::string>(postgres::TextOf(rows[0][0]));
}

constexpr char kAnswer[] =
    "UPDATE lobby.requests SET answer = $3 WHERE player_id = $1 AND request_id = $2::bytea";

void AnswerRequest(pqxx::transaction_base& tx, const Asker& asker, const std::string& answer) {
  postgres::Exec(tx, kAnswer, asker.player_id.value, postgres::ToBytea(asker.request_id), answer);
}

}  // namespace chess::lobby
