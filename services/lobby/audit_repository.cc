#include "lobby/audit_repository.h"

#include <charconv>
#include <limits>

#include "postgres/prepared.h"
#include "postgres/values.h"

namespace chess::lobby {

constexpr char kWrite[] =
    "INSERT INTO lobby.audit (operator, action, subject, reason, detail, request_id) "
    "VALUES ($1, $2, $3, $4, jsonb_object($5::text[], $6::text[]), $7::bytea) RETURNING audit_id";

int64_t WriteAudit(pqxx::transaction_base& tx, const Actor& actor, const Deed& deed) {
  std::vector<std::string> keys, values;
  for (const auto& [key, value] : deed.detail) {
    keys.push_back(key);
    values.push_back(value);
  }
  const pqxx::result rows = postgres::Exec(
      tx, kWrite, actor.name, deed.action, deed.subject, actor.reason, postgres::TextArray(keys),
      postgres::TextArray(values), postgres::ToBytea(actor.asker.request_id));
  return rows[0][0].as<int64_t>();
}

base::Result<int64_t> AuditRepository::Record(const Actor& actor, const Deed& deed) {
  return WithRequest(*pool_, [&](pqxx::work& tx) -> base::Result<int64_t> {
    auto claimed = ClaimRequest(tx, actor.asker);
    if (!claimed.ok()) return claimed.error();
    if (*claimed) {
      const std::string& text = **claimed;
      int64_t audit_id = 0;
      std::from_chars(text.data(), text.data() + text.size(), audit_id);
      return audit_id;
    }
    const int64_t audit_id = WriteAudit(tx, actor, deed);
    AnswerRequest(tx, actor.asker, std::to_string(audit_id));
    return audit_id;
  });
}

namespace {

// A jsonb object as two arrays of text.
constexpr char kList[] =
    "SELECT audit_id, (extract(epoch FROM audit_time) * 1000)::bigint, operator, action, subject,"
    " reason, request_id,"
    " ARRAY(SELECT d.key FROM jsonb_each_text(detail) d ORDER BY d.key),"
    " ARRAY(SELECT coalesce(d.value, '') FROM jsonb_each_text(detail) d ORDER BY d.key)"
    " FROM lobby.audit"
    " WHERE audit_id < $1 AND ($2 = '' OR subject = $2) AND ($3 = '' OR operator = $3)"
    " AND ($4 = '' OR action = $4) ORDER BY audit_id DESC LIMIT $5";

AuditRow ReadAudit(const pqxx::row& row) {
  AuditRow audit;
  audit.audit_id = row[0].as<int64_t>();
  audit.audit_time = row[1].as<int64_t>();
  audit.operator_name = postgres::TextOf(row[2]);
  audit.deed.action = postgres::TextOf(row[3]);
  audit.deed.subject = postgres::TextOf(row[4]);
  audit.reason = postgres::TextOf(row[5]);
  audit.request_id = postgres::FromBytea(row[6]);
  const auto keys = postgres::FromTextArray(postgres::TextOf(row[7]));
  const auto values = postgres::FromTextArray(postgres::TextOf(row[8]));
  for (size_t i = 0; i < keys.size() && i < values.size(); ++i) {
    audit.deed.detail.emplace_back(keys[i], values[i]);
  }
  return audit;
}

}  // namespace

base::Result<AuditRepository::Page> AuditRepository::List(const Filter& filter, int page_size,
                                                          int64_t before_id) {
  const int64_t before = before_id > 0 ? before_id : std::numeric_limits<int64_t>::max();
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> base::Result<Page> {
    Page page;
    for (const pqxx::row& row :
         postgres::Exec(tx, kList, before, filter.subject, filter.operator_name, filter.action,
                        page_size + 1)) {
      if (static_cast<int>(page.rows.size()) == page_size) {
        page.next_before_id = page.rows.back().audit_id;
        break;
      }
      page.rows.push_back(ReadAudit(row));
    }
    return page;
  });
}

}  // namespace chess::lobby
