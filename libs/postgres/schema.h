#pragma once
// What a service asks of its database before it serves: that it answers and has the service's
// tables.

#include <string>

namespace chess::postgres {

// Connects on its own (blocking, for about two seconds at most) and looks for migration `newest`,
// the last one of its hundred that this program knows (migrate.h says which hundred is whose).
// Later ones do not disturb: during an upgrade the database is ahead of the programs. "" if all is
// there, else one sentence, without line ends: what is wrong and what to do.
std::string WhatDatabaseLacks(const std::string& url, int newest);

}  // namespace chess::postgres
