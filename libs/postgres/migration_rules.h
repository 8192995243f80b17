#pragma once
// What a migration may do to a database that is in use. Migrations run while the former programs
// serve: nothing may hold a lock for long, rewrite or scan a table under one, or take away what
// they read. docs/adding-a-table.md says how to do it instead.

#include <string>
#include <vector>

#include "postgres/migrate.h"

namespace chess::postgres {

// A migration of one statement that must run outside a transaction says so in its first line:
//   -- concurrently: game.games_by_end_idx
// The name is the index that it builds; "" if the file has no such line.
std::string ConcurrentIndexOf(const Migration& file);

// One sentence for each thing in the file that does not go on a live system; empty: none. What is
// done to tables that the file itself creates is free. A file that takes away what no program of
// the last release uses any more says so with a line "-- contract: WHAT, unused since RELEASE".
std::vector<std::string> MigrationFaults(const Migration& file);

}  // namespace chess::postgres
