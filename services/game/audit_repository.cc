#include "game/audit_repository.h"

#include <algorithm>
#include <charconv>

#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;
using postgres::TextOf;

constexpr char kColumns[] = R"sql(
SELECT audit_id, (extract(epoch FROM audit_time) * 1000)::bigint, operator, action, subject, reason,
       request_id, ARRAY(SELECT key FROM jsonb_each_text(detail) ORDER BY key)::text,
       ARRAY(SELECT value FROM jsonb_each_text(detail) ORDER BY key)::text
FROM game.audit )sql";
constexpr char kWrite[] = R"sql(
INSERT INTO game.audit (operator, action, subject, reason, detail, request_id)
VALUES ($1, $2, $3, $4, $5::jsonb, $6::bytea) ON CONFLICT DO NOTHING RETURNING audit_id)sql";
constexpr char kNote[] = R"sql(
UPDATE game.audit SET detail = jsonb_build_object($2::text, $3::text) || detail
WHERE request_id = $1::bytea)sql";
constexpr char kOfRequest[] = "WHERE request_id = $1::bytea";
constexpr char kPage[] = R"sql(
WHERE ($1 = '' OR subject = $1) AND ($2 = '' OR operator = $2) AND ($3 = '' OR action = $3)
  AND ($4::bigint = 0 OR audit_id < $4::bigint)
ORDER BY audit_id DESC LIMIT $5)sql";

AuditRow RowOf(const pqxx::row& line) {
  AuditRow row{line[0].as<int64_t>(),
               IntOf(line[1]),
               TextOf(line[2]),
               TextOf(line[3]),
               TextOf(line[4]),
               TextOf(line[5]),
               {},
               postgres::FromBytea(line[6])};
  const auto keys = postgres::FromTextArray(TextOf(line[7]));
  const auto values = postgres::FromTextArray(TextOf(line[8]));
  for (size_t i = 0; i < std::min(keys.size(), values.size()); ++i) {
    row.detail.emplace_back(keys[i], values[i]);
  }
  return row;
}

void AppendString(const std::string& text, std::string* out) {
  *out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') *out += '\\';
    *out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  *out += '"';
}

}  // namespace

std::string AuditJson(const AuditDetail& detail) {
  std::string json = "{";
  for (const auto& [key, value] : detail) {
    if (json.size() > 1) json += ',';
    AppendString(key, &json);
    json += ':';
    AppendString(value, &json);
  }
  return json + "}";
}

std::string AuditRow::Detail(const std::string& key) const {
  const auto found = std::find_if(detail.begin(), detail.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  return found == detail.end() ? "" : found->second;
}

int64_t AuditRow::NumberIn(const std::string& key) const {
  const std::string text = Detail(key);
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool WriteAudit(pqxx::transaction_base& t, const AuditColumns& audit, const std::string& subject,
                const std::string& request_id) {
  return !postgres::Exec(t, kWrite, audit.operator_name, audit.action, subject, audit.reason,
                         audit.detail, postgres::ToBytea(request_id))
              .empty();
}

base::Result<std::optional<AuditRow>> AuditRepository::Find(const std::string& request_id) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::optional<AuditRow>> {
        const pqxx::result rows =
            postgres::Exec(t, std::string(kColumns) + kOfRequest, postgres::ToBytea(request_id));
        if (rows.empty()) return std::optional<AuditRow>();
        return std::optional<AuditRow>(RowOf(rows[0]));
      });
}

base::Result<bool> AuditRepository::Write(const AuditColumns& audit, const std::string& subject,
                                          const std::string& request_id) {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& t) -> base::Result<bool> {
    return WriteAudit(t, audit, subject, request_id);
  });
}

base::Status AuditRepository::Note(const std::string& request_id, const std::string& key,
                                   const std::string& value) {
  const auto noted =
      postgres::WithStatement(*pool_, true, [&](pqxx::nontransaction& t) -> base::Result<bool> {
        postgres::Exec(t, kNote, postgres::ToBytea(request_id), key, value);
        return true;
      });
  return noted.ok() ? base::Status() : base::Status(noted.error());
}

base::Result<std::vector<AuditRow>> AuditRepository::List(const AuditQuery& query) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::vector<AuditRow>> {
        std::vector<AuditRow> rows;
        for (const pqxx::row& line :
             postgres::Exec(t, std::string(kColumns) + kPage, query.subject, query.operator_name,
                            query.action, query.before_id, query.limit)) {
          rows.push_back(RowOf(line));
        }
        return rows;
      });
}

}  // namespace chess::game
