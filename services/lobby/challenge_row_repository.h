#pragma once
// A challenge as a row of a query: its columns, its joins, and how to read them.

#include <pqxx/pqxx>
#include <string>

#include "lobby/challenge.h"

namespace chess::lobby {

// FROM and SELECT parts; the challenge is `c`, the challenger `p`, the opponent `o`, the game `g`.
extern const char kChallengeJoin[];
extern const char kChallengeColumns[];

// Reads kChallengeColumns beginning at column `first`; they must not be null.
Challenge ReadChallenge(const pqxx::row& row, int first = 0);

}  // namespace chess::lobby
