// Migrations in the middle of play: columns, an index and a lock that somebody holds, and no move of
// anybody fails.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {ROOT, System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const build = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');
const random = seeded(chooseSeed());
let system;
after(() => system?.stop());

// Numbers above those of the project's own files.
const FILES = {
  '0190_column.sql': `ALTER TABLE game.games ADD COLUMN test_note text NOT NULL DEFAULT '';
    ALTER TABLE game.game_events ADD COLUMN test_note integer NOT NULL DEFAULT 0;`,
  '0191_index.sql': `-- concurrently: game.test_events_by_time_idx
CREATE INDEX CONCURRENTLY test_events_by_time_idx ON game.game_events (event_time);`,
  '0192_constraint.sql': `ALTER TABLE game.games ADD CONSTRAINT test_note_short
    CHECK (length(test_note) < 100) NOT VALID;`,
  '0193_validate.sql': 'ALTER TABLE game.games VALIDATE CONSTRAINT test_note_short;',
  '0290_table.sql': 'CREATE TABLE lobby.test_notes (note_id bigint PRIMARY KEY, note text NOT NULL);',
};

test('migrations are applied while games go on', {timeout: 300_000}, async () => {
  system = await System.start();
  const migrations = path.join(system.dir, 'migrations');
  fs.cpSync(path.join(ROOT, 'deploy/postgres/migrations'), migrations, {recursive: true});
  for (const [name, sql] of Object.entries(FILES)) fs.writeFileSync(path.join(migrations, name), sql);
  const traffic = new Traffic(system, random, {games: 40, rate: 120});
  await traffic.start();

  // A report that somebody left open: its lock is in the way of the first file.
  const psql = fs.readdirSync('/usr/lib/postgresql').sort((a, b) => a - b).pop();
  const reader = execFile(`/usr/lib/postgresql/${psql}/bin/psql`,
    ['-qAtX', '-h', system.socketDir(), '-U', 'castellan', '-d', 'castellan']);
  const closed = new Promise((resolve) => reader.on('close', resolve));
  reader.stdin.write('BEGIN; SELECT count(*) FROM game.games; SELECT count(*) FROM game.game_events;\n');
  await until(() => system.sql("SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'" +
    " AND application_name = 'psql'").length === 1, 20_000, 'the open report');

  const url = `postgresql://castellan@/castellan?host=${system.socketDir()}`;
  let output = '';
  const migrating = execFile(`${build}/bin/chess-migrate`, ['--dir', migrations],
    {env: {...process.env, CHESS_POSTGRES_URL: url}});
  const status = new Promise((resolve) => migrating.on('close', resolve));
  migrating.stdout.on('data', (text) => { output += text; });
  migrating.stderr.on('data', (text) => { output += text; });
  // It lets go between its tries, so moves are stored while it waits.
  await traffic.flow(120, 'moves while the migration waits for its lock');
  assert.equal(system.sql("SELECT 1 FROM chess_migrations WHERE number = 190").length, 0, 'it waits');
  reader.stdin.end('COMMIT;\n');
  await closed;
  assert.equal(await status, 0, output);
  assert.match(output, /applied 0193_validate.sql/);
  assert.deepEqual(system.sql(`SELECT indisvalid FROM pg_index
    WHERE indexrelid = 'game.test_events_by_time_idx'::regclass`), [['t']]);
  await traffic.flow(80, 'moves on the new tables');
  await settle(system, traffic);
});
