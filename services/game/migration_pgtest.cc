// The newest migration of this service's hundred is the one that it asks its database for.

#include <gtest/gtest.h>

#include "game/app.h"
#include "postgres/migrate.h"

namespace chess::game {
namespace {

TEST(Migrations, TheNewestIsTheOneAskedForAtTheStart) {
  const auto files = postgres::LoadMigrations(CHESS_SOURCE_DIR "/deploy/postgres/migrations");
  ASSERT_TRUE(files.ok());
  int newest = 0;
  for (const postgres::Migration& file : *files) {
    if (file.number / 100 * 100 == 100) newest = file.number;
  }
  EXPECT_EQ(newest, kNewestMigration);
}

}  // namespace
}  // namespace chess::game
