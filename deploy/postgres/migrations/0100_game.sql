-- The referee's store: games, their logs while they may still change, compact records afterwards.
CREATE SCHEMA game;

-- One row a game: what was agreed, where it stands, how it ended.
-- Names are those at creation; they are shown only while the lobby cannot be asked.
-- deadline_time changes with every move and is therefore not indexed: sweep_time is a lower bound of
-- it, which a move touches only when the deadline comes nearer, so that moves stay heap-only updates.
CREATE TABLE game.games (
  game_id text COLLATE "C" NOT NULL,
  white_id text COLLATE "C" NOT NULL,
  black_id text COLLATE "C" NOT NULL,
  white_name text NOT NULL,
  black_name text NOT NULL,
  white_guest boolean NOT NULL,
  black_guest boolean NOT NULL,
  white_bot boolean NOT NULL,
  black_bot boolean NOT NULL,
  white_rating integer NOT NULL,
  black_rating integer NOT NULL,
  white_provisional boolean NOT NULL,
  black_provisional boolean NOT NULL,
  rule_set text NOT NULL,
  family text NOT NULL,
  start_fen text NOT NULL,
  time_control text NOT NULL,
  speed text NOT NULL,
  rated boolean NOT NULL,
  draw_policy text NOT NULL,
  visibility text NOT NULL,
  create_time timestamptz NOT NULL,
  last_seq bigint NOT NULL,
  deadline_time timestamptz,
  sweep_time timestamptz,
  state text NOT NULL DEFAULT 'running',
  end_time timestamptz,
  score text,
  end_reason text,
  variant_end text,
  plies integer NOT NULL DEFAULT 0,
  final_fen text,
  last_move text,
  white_before integer,
  white_after integer,
  black_before integer,
  black_after integer,
  compact_time timestamptz,
  CONSTRAINT games_pkey PRIMARY KEY (game_id),
  CONSTRAINT games_players_differ CHECK (white_id <> black_id),
  CONSTRAINT games_draw_policy_known CHECK (draw_policy IN ('automatic', 'by_claim')),
  CONSTRAINT games_visibility_known CHECK (visibility IN ('public', 'link', 'private')),
  CONSTRAINT games_state_known CHECK (state IN ('running', 'finished', 'aborted')),
  CONSTRAINT games_score_known CHECK (score IN ('1-0', '0-1', '1/2-1/2', '*')),
  CONSTRAINT games_sweep_before_deadline CHECK (sweep_time <= deadline_time)
) WITH (
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 1
);

CREATE INDEX games_white_idx ON game.games (white_id, create_time DESC, game_id DESC);
CREATE INDEX games_black_idx ON game.games (black_id, create_time DESC, game_id DESC);
CREATE INDEX games_sweep_idx ON game.games (sweep_time) WHERE sweep_time IS NOT NULL;
CREATE INDEX games_running_white_idx ON game.games (white_id) WHERE state = 'running';
CREATE INDEX games_running_black_idx ON game.games (black_id) WHERE state = 'running';
CREATE INDEX games_compactable_idx ON game.games (end_time)
  WHERE end_time IS NOT NULL AND compact_time IS NULL;

-- The log: one decision is one row. The primary key is the optimistic lock.
CREATE TABLE game.game_events (
  game_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  request_id bytea NOT NULL,
  event_time timestamptz NOT NULL,
  events bytea NOT NULL,
  CONSTRAINT game_events_pkey PRIMARY KEY (game_id, seq),
  CONSTRAINT game_events_seq_positive CHECK (seq > 0),
  CONSTRAINT game_events_request_id_length CHECK (octet_length(request_id) = 16),
  CONSTRAINT game_events_events_length CHECK (octet_length(events) BETWEEN 1 AND 65536)
) WITH (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.2
);
-- The columns are short; compressing them would only cost time.
ALTER TABLE game.game_events ALTER COLUMN events SET STORAGE EXTERNAL;

-- Finished games in compact form; their rows of game_events are gone.
CREATE TABLE game.game_records (
  game_id text COLLATE "C" NOT NULL,
  record bytea NOT NULL,
  CONSTRAINT game_records_pkey PRIMARY KEY (game_id)
);

-- Finished games to be handed to the lobby, written with the result in one transaction.
CREATE TABLE game.outbox (
  game_id text COLLATE "C" NOT NULL,
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempt_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT outbox_pkey PRIMARY KEY (game_id)
);
CREATE INDEX outbox_attempt_idx ON game.outbox (attempt_time);

-- Signs of life: each game replica's and each gateway's. A gap in their union is an outage.
CREATE TABLE game.beats (
  kind text NOT NULL,
  replica_id text NOT NULL,
  beat_time timestamptz NOT NULL,
  CONSTRAINT beats_pkey PRIMARY KEY (kind, replica_id),
  CONSTRAINT beats_kind_known CHECK (kind IN ('game', 'gateway'))
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500);

-- Times for which no running clock is charged.
CREATE TABLE game.outages (
  kind text NOT NULL,
  start_time timestamptz NOT NULL,
  end_time timestamptz NOT NULL,
  CONSTRAINT outages_pkey PRIMARY KEY (kind, start_time),
  CONSTRAINT outages_kind_known CHECK (kind IN ('game', 'gateway')),
  CONSTRAINT outages_forward CHECK (end_time > start_time)
);
CREATE INDEX outages_end_idx ON game.outages (end_time);
