#include "postgres/migrate.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <pqxx/pqxx>
#include <thread>

#include "postgres/connection_text.h"
#include "postgres/migration_rules.h"

namespace chess::postgres {
namespace {

using base::Code;
using base::MakeError;

// Any number that other programs on the same server are unlikely to lock: "chessmig" in ASCII.
constexpr int64_t kAdvisoryLock = 0x63686573736d6967;

constexpr char kCreateTable[] =
    "CREATE TABLE IF NOT EXISTS chess_migrations ("
    " number integer CONSTRAINT chess_migrations_pkey PRIMARY KEY,"
    " name text NOT NULL,"
    " checksum text NOT NULL,"
    " applied_time timestamptz NOT NULL DEFAULT now())";

std::string Checksum(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a 64
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  char hex[17];
  snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
  return hex;
}

// The number of "NNNN_name.sql"; -1 if the name has another form.
int NumberOf(const std::string& name) {
  if (name.size() < 10 || name[4] != '_' || name.substr(name.size() - 4) != ".sql") return -1;
  int number = 0;
  for (int i = 0; i < 4; ++i) {
    if (name[i] < '0' || name[i] > '9') return -1;
    number = number * 10 + (name[i] - '0');
  }
  return number;
}

struct Applied {
  std::string name, checksum;
};
using AppliedMap = std::map<int, Applied>;

AppliedMap ReadApplied(pqxx::connection& connection) {
  pqxx::work transaction(connection);
  transaction.exec(kCreateTable);
  AppliedMap applied;
  const pqxx::result rows = transaction.exec("SELECT number, name, checksum FROM chess_migrations");
  for (const auto& row : rows) {
    applied[row[0].as<int>()] = {row[1].as<std::string>(), row[2].as<std::string>()};
  }
  transaction.commit();
  return applied;
}

// What forbids going on, if anything.
base::Status Compare(const std::vector<Migration>& files, const AppliedMap& applied) {
  std::map<int, const Migration*> by_number;
  for (const Migration& file : files) by_number[file.number] = &file;
  std::map<int, int> highest;  // by hundred: each service numbers its own
  for (const auto& [number, row] : applied) {
    highest[number / 100] = std::max(highest[number / 100], number);
    const auto file = by_number.find(number);
    if (file == by_number.end()) {
      return MakeError(Code::kFailedPrecondition, "MIGRATION_MISSING",
                       "The database has " + row.name +
                           " which this program does not know: it belongs to a newer release.");
    }
    if (file->second->checksum != row.checksum) {
      return MakeError(Code::kFailedPrecondition, "MIGRATION_CHANGED",
                       file->second->name + " differs from what was applied (checksum " +
                           file->second->checksum + ", applied " + row.checksum +
                           "). Undo the change and add a new file.");
    }
  }
  for (const Migration& file : files) {
    if (applied.count(file.number) == 0 && file.number < highest[file.number / 100]) {
      return MakeError(Code::kFailedPrecondition, "MIGRATION_ORDER",
                       file.name + " is new but later ones of its range are applied already. " +
                           "Give it a higher number.");
    }
  }
  return {};
}

constexpr char kRecord[] =
    "INSERT INTO chess_migrations (number, name, checksum) VALUES ($1, $2, $3)";
constexpr char kLockNotAvailable[] = "55P03";
constexpr std::chrono::milliseconds kPause(500);  // between two tries of a lock

base::Error Failed(const Migration& file, const std::string& why) {
  return MakeError(
      Code::kInternal, "MIGRATION_FAILED",
      file.name + ": " + why + "; nothing of this file remains, mend the cause and run again");
}

// The oldest transactions of others, which is where a lock usually hangs.
std::string OldestTransactions(pqxx::connection& connection) {
  pqxx::nontransaction read(connection);
  const pqxx::result rows = read.exec(
      "SELECT pid, coalesce(application_name, ''), "
      " round(extract(epoch FROM now() - xact_start)) FROM pg_stat_activity"
      " WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid()"
      " AND datname = current_database() ORDER BY xact_start LIMIT 3");
  std::string text;
  for (const auto& row : rows) {
    text += std::string(text.empty() ? "" : ", ") + "pid " + row[0].c_str() + " (" +
            row[1].c_str() + ", " + row[2].c_str() + " s)";
  }
  return text.empty() ? "nobody now" : text;
}

void ApplyInTransaction(pqxx::connection& connection, const Migration& file) {
  pqxx::work transaction(connection);
  transaction.exec("SET LOCAL lock_timeout = '1s'");
  transaction.exec(file.sql);
  transaction.exec_params(kRecord, file.number, file.name, file.checksum);
  transaction.commit();
}

// An index that is built while the table is written. It waits for others, but nobody waits for it.
void ApplyConcurrently(pqxx::connection& connection, const Migration& file,
                       const std::string& index) {
  pqxx::nontransaction session(connection);
  const auto invalid = [&] {
    return session
        .exec_params(
            "SELECT coalesce(bool_or(NOT indisvalid), false) FROM pg_index"
            " WHERE indexrelid = to_regclass($1)",
            index)[0][0]
        .as<bool>();
  };
  if (invalid()) session.exec("DROP INDEX CONCURRENTLY " + index);
  if (session.exec_params("SELECT to_regclass($1)", index)[0][0].is_null()) session.exec(file.sql);
  session.exec_params(kRecord, file.number, file.name, file.checksum);
}

base::Status Apply(pqxx::connection& connection, const Migration& file,
                   const std::function<void(const std::string&)>& progress) {
  const std::string index = ConcurrentIndexOf(file);
  for (int attempt = 1;; ++attempt) {
    try {
      if (index.empty()) {
        ApplyInTransaction(connection, file);
      } else {
        ApplyConcurrently(connection, file, index);
      }
      return {};
    } catch (const pqxx::sql_error& failure) {
      if (failure.sqlstate() != kLockNotAvailable) {
        return Failed(file, "SQLSTATE " + failure.sqlstate() + ": " + OneLine(failure.what()));
      }
    } catch (const std::exception& failure) {
      return Failed(file, OneLine(failure.what()));
    }
    const std::string who = OldestTransactions(connection);
    if (attempt == kLockTries) {
      return MakeError(Code::kUnavailable, "MIGRATION_LOCKED",
                       file.name + ": did not get its lock; open transactions: " + who +
                           "; end them (pg_terminate_backend) and run again");
    }
    if (progress && attempt % 5 == 1) {
      progress(file.name + " waits for a lock; open transactions: " + who);
    }
    std::this_thread::sleep_for(kPause);
  }
}

// A session lock: it must span the transactions of all files. Asked for again and again, since a
// statement that waits for it holds a snapshot, and whoever has it may be building an index
// concurrently, which waits for every older snapshot: a deadlock.
void LockMigrations(pqxx::connection& connection,
                    const std::function<void(const std::string&)>& progress) {
  const std::string attempt = "SELECT pg_try_advisory_lock(" + std::to_string(kAdvisoryLock) + ")";
  for (int tries = 0; !pqxx::nontransaction(connection).exec(attempt)[0][0].as<bool>(); ++tries) {
    if (progress && tries % 20 == 0)
      progress("waits for another migration of this database to end");
    std::this_thread::sleep_for(kPause);
  }
}

base::Result<MigrateReport> Run(pqxx::connection& connection, const std::vector<Migration>& files,
                                const std::function<void(const std::string&)>& progress) {
  LockMigrations(connection, progress);
  const AppliedMap applied = ReadApplied(connection);
  if (const auto verdict = Compare(files, applied); !verdict.ok()) return verdict.error();
  MigrateReport report;
  report.present = static_cast<int>(applied.size());
  for (const Migration& file : files) {
    if (applied.count(file.number) > 0) continue;
    if (const auto done = Apply(connection, file, progress); !done.ok()) return done.error();
    ++report.applied;
    if (progress) progress("applied " + file.name);
  }
  return report;
}

}  // namespace

base::Result<std::vector<Migration>> LoadMigrations(const std::string& directory) {
  const auto fail = [](const std::string& why) {
    return MakeError(Code::kInvalidArgument, "MIGRATION_FILES", why);
  };
  std::error_code code;
  std::vector<Migration> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory, code)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".sql") continue;
    Migration file;
    file.number = NumberOf(name);
    if (file.number < 0) return fail(name + " is not named NNNN_name.sql.");
    std::ifstream in(entry.path(), std::ios::binary);
    if (!in) return fail(name + " cannot be read.");
    file.name = name;
    file.sql.assign(std::istreambuf_iterator<char>(in), {});
    file.checksum = Checksum(file.sql);
    files.push_back(std::move(file));
  }
  if (code) return fail(directory + ": " + code.message());
  std::sort(files.begin(), files.end(),
            [](const Migration& a, const Migration& b) { return a.number < b.number; });
  for (size_t i = 1; i < files.size(); ++i) {
    if (files[i].number == files[i - 1].number) {
      return fail(files[i - 1].name + " and " + files[i].name + " have the same number.");
    }
  }
  return files;
}

int NewestOf(const std::vector<Migration>& files, int hundred) {
  int newest = -1;
  for (const Migration& file : files) {
    if (file.number / 100 * 100 == hundred) newest = std::max(newest, file.number);
  }
  return newest;
}

base::Result<MigrateReport> Migrate(const std::string& url, const std::vector<Migration>& files,
                                    const std::function<void(const std::string&)>& progress) {
  PoolOptions options;
  options.url = url;
  options.application_name = "chess-migrate";
  options.statement_timeout_ms = 0;  // building an index may take its time
  const auto text = ConnectionText(options);
  if (!text.ok()) return text.error();
  try {
    pqxx::connection connection(*text);
    pqxx::quiet_errorhandler quiet(connection);  // "relation exists, skipping" is no news
    return Run(connection, files, progress);
  } catch (const pqxx::sql_error& failure) {
    return MakeError(
        Code::kInternal, "SQL",
        std::string("SQLSTATE ") + failure.sqlstate() + ": " + OneLine(failure.what()));
  } catch (const std::exception& failure) {
    return MakeError(
        Code::kUnavailable, "POSTGRES_AWAY",
        OneLine(failure.what()) +
            "; check CHESS_POSTGRES_URL and that the server runs (--wait gives it time)");
  }
}

}  // namespace chess::postgres
