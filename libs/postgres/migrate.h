#pragma once
// Forward-only schema migrations: files NNNN_name.sql of one directory, in the order of their
// numbers, each in one transaction together with its row in chess_migrations(number, name,
// checksum, applied_time). They run while services serve (migration_rules.h): no file waits for a
// lock for longer than a second, since everybody else would wait behind it; it lets go and tries
// again. A file whose first line is "-- concurrently: SCHEMA.INDEX" runs outside a transaction;
// what a broken-off run left of its index is dropped first. An advisory lock lets several processes
// start at once.
// Number ranges: 0001-0099 platform, 0100-0199 game, 0200-0299 lobby, 0300-0399 analysis.

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace chess::postgres {

struct Migration {
  int number = 0;
  std::string name;  // of the file
  std::string sql;
  std::string checksum;  // FNV-1a 64 of the text, hexadecimal
};

// Reads a directory. MIGRATION_FILES: unreadable, a name not of the form, two with one number.
base::Result<std::vector<Migration>> LoadMigrations(const std::string& directory);

// The highest number from `hundred` (a multiple of 100) to 99 above it; -1 if there is none.
int NewestOf(const std::vector<Migration>& files, int hundred);

inline constexpr int kLockTries = 60;  // a second each, with half a second between

struct MigrateReport {
  int applied = 0;  // now
  int present = 0;  // before
};

// Brings the database at `url` up to date; `progress` gets one line per applied file and per
// wait for a lock. Errors:
//   POSTGRES_AWAY       cannot connect
//   MIGRATION_CHANGED   an applied file differs from the one on disk
//   MIGRATION_MISSING   the database has a number that the directory lacks (older program)
//   MIGRATION_ORDER     a new file has a number below an applied one of its hundred
//   MIGRATION_LOCKED    a file did not get its lock in kLockTries tries; says who may have it
//   MIGRATION_FAILED    a file's SQL failed (name, SQLSTATE and text); nothing of it remains
base::Result<MigrateReport> Migrate(const std::string& url, const std::vector<Migration>& files,
                                    const std::function<void(const std::string&)>& progress);

}  // namespace chess::postgres
