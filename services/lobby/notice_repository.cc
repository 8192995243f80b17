#include "lobby/notice_repository.h"

#include <charconv>
#include <limits>
#include <pqxx/pqxx>

#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;

constexpr const char* kSeverities[] = {"info", "warning", "critical"};
constexpr char kSubject[] = "notice:";

base::Error NoticeNotFound() {
  return MakeError(Code::kNotFound, "NOTICE_NOT_FOUND", "There is no such notice, or it is over.");
}

const std::string& Columns() {
  static const std::string columns =
      " notice_id, text, severity, (extract(epoch FROM from_time) * 1000)::bigint,"
      " (extract(epoch FROM until_time) * 1000)::bigint,"
      " (extract(epoch FROM created_time) * 1000)::bigint,"
      " (extract(epoch FROM cleared_time) * 1000)::bigint,"
      " cleared_time IS NULL AND from_time <= now() AND coalesce(until_time > now(), true)"
      " FROM lobby.notices ";
  return columns;
}

Notice ReadNotice(const pqxx::row& row) {
  Notice notice;
  notice.notice_id = row[0].as<int64_t>();
  notice.text = postgres::TextOf(row[1]);
  const std::string severity = postgres::TextOf(row[2]);
  notice.severity = severity == kSeverities[2]   ? Severity::kCritical
                    : severity == kSeverities[1] ? Severity::kWarning
                                                 : Severity::kInfo;
  notice.from_time = row[3].as<int64_t>();
  notice.until_time = postgres::IntOf(row[4]);
  notice.created_time = row[5].as<int64_t>();
  notice.cleared_time = postgres::IntOf(row[6]);
  notice.shown = row[7].as<bool>();
  return notice;
}

// One notice after the other, so that there are never too many. Reading goes on.
constexpr char kLock[] = "LOCK TABLE lobby.notices IN SHARE ROW EXCLUSIVE MODE";
constexpr char kCount[] =
    "SELECT count(*) FROM lobby.notices"
    " WHERE cleared_time IS NULL AND coalesce(until_time > now(), true)";
constexpr char kInsert[] =
    "INSERT INTO lobby.notices (text, severity, from_time, until_time) VALUES ($1, $2,"
    " CASE $3::bigint WHEN 0 THEN now() ELSE to_timestamp($3::bigint / 1000.0) END,"
    " CASE $4::bigint WHEN 0 THEN NULL ELSE to_timestamp($4::bigint / 1000.0) END)"
    " RETURNING notice_id";

}  // namespace

Result<Notice> NoticeRepository::Set(const Actor& actor, const Notice& notice) {
  const auto done = Act(*pool_, actor, [&](pqxx::work& tx) -> Result<Deed> {
    postgres::Exec(tx, kLock);
    if (postgres::Exec(tx, kCount)[0][0].as<int>() >= kMaxNotices) {
      base::Error error = MakeError(Code::kResourceExhausted, "TOO_MANY",
                                    "There are ten notices; clear one first.");
      error.metadata = {{"limit", "notices"}};
      return error;
    }
    const char* severity = kSeverities[static_cast<size_t>(notice.severity)];
    const pqxx::result rows =
        postgres::Exec(tx, kInsert, notice.text, severity, notice.from_time, notice.until_time);
    return Deed{"notice_set",
                kSubject + postgres::TextOf(rows[0][0]),
                {{"severity", severity}, {"text", notice.text}}};
  });
  return done.ok() ? Find(*done) : Result<Notice>(done.error());
}

constexpr char kClear[] =
    "UPDATE lobby.notices SET cleared_time = now() WHERE notice_id = $1 AND cleared_time IS NULL";

Result<Notice> NoticeRepository::Clear(const Actor& actor, int64_t notice_id) {
  const auto done = Act(*pool_, actor, [&](pqxx::work& tx) -> Result<Deed> {
    if (postgres::Exec(tx, kClear, notice_id).affected_rows() == 0) return NoticeNotFound();
    return Deed{"notice_clear", kSubject + std::to_string(notice_id), {}};
  });
  return done.ok() ? Find(*done) : Result<Notice>(done.error());
}

Result<Notice> NoticeRepository::Find(const std::string& subject) {
  static const std::string kFind = "SELECT" + Columns() + "WHERE notice_id = $1";
  int64_t notice_id = 0;
  std::from_chars(subject.data() + sizeof(kSubject) - 1, subject.data() + subject.size(),
                  notice_id);
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Notice> {
    const pqxx::result rows = postgres::Exec(tx, kFind, notice_id);
    if (rows.empty()) return NoticeNotFound();
    return ReadNotice(rows[0]);
  });
}

Result<std::vector<Notice>> NoticeRepository::Current() {
  static const std::string kCurrent =
      "SELECT" + Columns() +
      "WHERE cleared_time IS NULL AND from_time <= now() AND coalesce(until_time > now(), true)"
      " ORDER BY CASE severity WHEN 'critical' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END,"
      " notice_id DESC LIMIT $1";
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<std::vector<Notice>> {
    std::vector<Notice> notices;
    for (const pqxx::row& row : postgres::Exec(tx, kCurrent, kMaxNotices)) {
      notices.push_back(ReadNotice(row));
    }
    return notices;
  });
}

Result<std::vector<Notice>> NoticeRepository::List(int limit, int64_t before_id) {
  static const std::string kList =
      "SELECT" + Columns() + "WHERE notice_id < $1 ORDER BY notice_id DESC LIMIT $2";
  const int64_t before = before_id > 0 ? before_id : std::numeric_limits<int64_t>::max();
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<std::vector<Notice>> {
    std::vector<Notice> notices;
    for (const pqxx::row& row : postgres::Exec(tx, kList, before, limit)) {
      notices.push_back(ReadNotice(row));
    }
    return notices;
  });
}

}  // namespace chess::lobby
