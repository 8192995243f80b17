// The newest migration of this service's hundred is the one that it asks its database for.

#include <gtest/gtest.h>

#include "lobby/lobby.h"
#include "postgres/migrate.h"

namespace chess::lobby {
namespace {

TEST(Migrations, TheNewestIsTheOneAskedForAtTheStart) {
  const auto files = postgres::LoadMigrations(CHESS_SOURCE_DIR "/deploy/postgres/migrations");
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(kNewestMigration, postgres::NewestOf(*files, 200));
}

}  // namespace
}  // namespace chess::lobby
