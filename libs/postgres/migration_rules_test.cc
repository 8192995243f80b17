#include "postgres/migration_rules.h"

#include <gtest/gtest.h>

namespace chess::postgres {
namespace {

// The last migrations written before there were rules, by hundred.
constexpr int kBeforeRules[] = {0, 101, 203};

std::string Faults(const std::string& sql) {
  Migration file;
  file.sql = sql;
  std::string all;
  for (const std::string& fault : MigrationFaults(file)) all += fault + "\n";
  return all;
}

TEST(MigrationRules, TheProjectsOwnFilesKeepThem) {
  const auto files = LoadMigrations(CHESS_SOURCE_DIR "/deploy/postgres/migrations");
  ASSERT_TRUE(files.ok());
  for (const Migration& file : *files) {
    const size_t hundred = static_cast<size_t>(file.number / 100);
    if (hundred < std::size(kBeforeRules) && file.number <= kBeforeRules[hundred]) continue;
    EXPECT_EQ(Faults(file.sql), "") << file.name;
  }
}

TEST(MigrationRules, WhatOnlyAddsIsFine) {
  EXPECT_EQ(
      Faults("CREATE TABLE game.notes (id bigint PRIMARY KEY, t text NOT NULL CHECK (t <> ''));\n"
             "CREATE INDEX notes_by_text_idx ON game.notes (t);"),
      "");
  EXPECT_EQ(Faults("ALTER TABLE game.games ADD COLUMN note text;"), "");
  EXPECT_EQ(Faults("ALTER TABLE game.games ADD COLUMN notes integer NOT NULL DEFAULT 0;"), "");
  EXPECT_EQ(Faults("ALTER TABLE game.games ADD CONSTRAINT a CHECK (b > 0) NOT VALID;"), "");
  EXPECT_EQ(Faults("ALTER TABLE game.games VALIDATE CONSTRAINT a;"), "");
  EXPECT_EQ(Faults("-- concurrently: game.games_by_note_idx\n"
                   "CREATE INDEX CONCURRENTLY games_by_note_idx ON game.games (note);"),
            "");
}

TEST(MigrationRules, WhatHoldsALockForLongIsRefusedWithTheWayAround) {
  for (const char* sql : {
           "CREATE INDEX i ON game.games (a);",
           "ALTER TABLE game.games ALTER COLUMN a TYPE bigint;",
           "ALTER TABLE game.games ALTER a SET NOT NULL;",
           "ALTER TABLE game.games ADD COLUMN a integer NOT NULL;",
           "ALTER TABLE game.games ADD a integer NOT NULL;",
           "ALTER TABLE game.games ADD CHECK (a > 0);",
           "ALTER TABLE game.games ADD UNIQUE (a);",
           "ALTER TABLE game.games ADD FOREIGN KEY (a) REFERENCES b (c);",
           "ALTER TABLE game.games ADD COLUMN a uuid DEFAULT gen_random_uuid();",
           "ALTER TABLE game.games ADD COLUMN a integer DEFAULT 0 CHECK (a >= 0);",
           "ALTER TABLE game.games ADD CONSTRAINT c CHECK (a > 0);",
           "ALTER TABLE game.games ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b (c);",
           "ALTER TABLE game.games ADD CONSTRAINT u UNIQUE (a);",
           "UPDATE game.games SET a = 1;",
           "TRUNCATE game.games;",
           "LOCK TABLE game.games;",
       }) {
    EXPECT_NE(Faults(sql), "") << sql;
  }
}

TEST(MigrationRules, NothingIsTakenAwayThatTheLastReleaseMayUse) {
  EXPECT_NE(Faults("ALTER TABLE game.games DROP COLUMN a;"), "");
  EXPECT_NE(Faults("ALTER TABLE game.games DROP a;"), "");
  EXPECT_EQ(Faults("ALTER TABLE game.games ALTER a DROP NOT NULL, ALTER b DROP DEFAULT;"), "");
  EXPECT_NE(Faults("ALTER TABLE game.games RENAME COLUMN a TO b;"), "");
  EXPECT_NE(Faults("DROP TABLE game.notes;"), "");
  EXPECT_EQ(Faults("-- contract: game.notes, unused since 0.3\nDROP TABLE game.notes;"), "");
}

TEST(MigrationRules, AConcurrentFileHoldsItsIndexAlone) {
  EXPECT_NE(
      Faults("-- concurrently: game.i\nCREATE INDEX CONCURRENTLY i ON game.games (a); SELECT 1;"),
      "");
  EXPECT_NE(Faults("-- concurrently: game.other\nCREATE INDEX CONCURRENTLY i ON game.games (a);"),
            "");
  EXPECT_NE(Faults("-- concurrently: game.i\nCREATE INDEX CONCURRENTLY i ON lobby.players (a);"),
            "");
  EXPECT_NE(Faults("-- concurrently: i\nCREATE INDEX CONCURRENTLY i ON game.games (a);"), "");
}

}  // namespace
}  // namespace chess::postgres
