#include "game/secret_repository.h"

#include <pqxx/pqxx>

#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

constexpr char kChance[] =
    "SELECT payload FROM game.game_secrets WHERE game_id = $1 AND kind = 'chance' AND seat = 2";

constexpr char kDrafts[] = R"sql(
SELECT seat, edition, locked, payload FROM game.game_secrets
WHERE game_id = $1 AND kind = 'draft' ORDER BY seat)sql";

constexpr char kKeep[] = R"sql(
INSERT INTO game.game_secrets AS kept (game_id, kind, seat, edition, locked, payload)
VALUES ($1, 'draft', $2, $3, $4, $5::bytea)
ON CONFLICT (game_id, kind, seat) DO UPDATE
SET edition = excluded.edition, locked = excluded.locked, payload = excluded.payload
WHERE NOT kept.locked AND (kept.edition <= excluded.edition OR excluded.locked))sql";

match::Secrets SecretsOf(const pqxx::result& rows) {
  match::Secrets secrets;
  for (const auto& row : rows) {
    const auto seat = postgres::IntOf(row[0]);
    if (seat != 0 && seat != 1) continue;
    secrets.drafts[static_cast<size_t>(seat)] =
        match::DraftSecret{postgres::FromBytea(row[3]),
                           static_cast<int32_t>(postgres::IntOf(row[1])), row[2].as<bool>()};
  }
  return secrets;
}

}  // namespace

void SecretRepository::PrepareStatements(pqxx::connection& connection) {
  connection.prepare("secret_chance", kChance);
  connection.prepare("secret_drafts", kDrafts);
  connection.prepare("secret_keep", kKeep);
}

base::Result<std::optional<std::string>> SecretRepository::Chance(const std::string& game_id) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::optional<std::string>> {
        const pqxx::result rows = t.exec_prepared("secret_chance", game_id);
        if (rows.empty()) return std::optional<std::string>();
        return std::optional<std::string>(postgres::FromBytea(rows[0][0]));
      });
}

base::Result<match::Secrets> SecretRepository::Drafts(const std::string& game_id) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<match::Secrets> {
    return SecretsOf(t.exec_prepared("secret_drafts", game_id));
  });
}

base::Result<match::Secrets> SecretRepository::Keep(const std::string& game_id,
                                                    const std::vector<match::SecretWrite>& writes) {
  for (const match::SecretWrite& write : writes) {
    const auto kept =
        postgres::WithStatement(*pool_, true, [&](pqxx::nontransaction& t) -> base::Result<bool> {
          t.exec_prepared("secret_keep", game_id, rules::Index(write.seat), write.draft.edition,
                          write.draft.locked, postgres::ToBytea(write.draft.army));
          return true;
        });
    if (!kept.ok()) return kept.error();
  }
  return Drafts(game_id);
}

}  // namespace chess::game
