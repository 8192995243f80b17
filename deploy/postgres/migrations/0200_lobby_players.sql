-- Who people are: players, their sessions, and what they are told.
CREATE SCHEMA lobby;

CREATE TABLE lobby.players (
  player_id     text        NOT NULL CONSTRAINT players_pkey PRIMARY KEY,
  name          text        NOT NULL,
  -- The name in lower case, for finding; and what it looks like, so that none resembles another.
  name_key      text        NOT NULL CONSTRAINT players_name_key UNIQUE,
  skeleton      text        NOT NULL CONSTRAINT players_skeleton_key UNIQUE,
  guest         boolean     NOT NULL DEFAULT true,
  bot           boolean     NOT NULL DEFAULT false,
  games_started integer     NOT NULL DEFAULT 0,
  -- The number of the player's last event; growing it locks the row, so numbers have no gaps.
  event_seq     bigint      NOT NULL DEFAULT 0,
  create_time   timestamptz NOT NULL DEFAULT now()
);
-- Housekeeping: guests who never played.
CREATE INDEX players_unused_idx ON lobby.players (create_time) WHERE guest AND games_started = 0;

CREATE TABLE lobby.sessions (
  session_id  text        NOT NULL CONSTRAINT sessions_pkey PRIMARY KEY,
  player_id   text        NOT NULL CONSTRAINT sessions_player_fkey
                          REFERENCES lobby.players ON DELETE CASCADE,
  token_hash  bytea       NOT NULL CONSTRAINT sessions_token_key UNIQUE,
  scopes      text[]      NOT NULL,
  create_time timestamptz NOT NULL DEFAULT now(),
  use_time    timestamptz NOT NULL DEFAULT now(),
  expire_time timestamptz NOT NULL,
  revoke_time timestamptz
);
CREATE INDEX sessions_player_idx ON lobby.sessions (player_id);
CREATE INDEX sessions_expire_idx ON lobby.sessions (expire_time);

-- Events hold ids; what they tell is joined when it is shown. Kept seven days.
CREATE TABLE lobby.player_events (
  player_id       text        NOT NULL CONSTRAINT player_events_player_fkey
                              REFERENCES lobby.players ON DELETE CASCADE,
  seq             bigint      NOT NULL,
  event_time      timestamptz NOT NULL DEFAULT now(),
  kind            text        NOT NULL CONSTRAINT player_events_kind_check
                              CHECK (kind IN ('challenge', 'game_started', 'session_revoked')),
  challenge_id    text,
  challenge_state text,
  session_id      text,
  CONSTRAINT player_events_pkey PRIMARY KEY (player_id, seq)
);
CREATE INDEX player_events_time_idx ON lobby.player_events (event_time);

-- What was asked by which request_id, so that a repeated call is answered, not done twice. `answer`
-- is the challenge it led to. Kept 24 hours.
CREATE TABLE lobby.requests (
  player_id    text        NOT NULL,
  request_id   bytea       NOT NULL,
  payload_hash bytea       NOT NULL,
  answer       text        NOT NULL DEFAULT '',
  create_time  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT requests_pkey PRIMARY KEY (player_id, request_id)
);
CREATE INDEX requests_time_idx ON lobby.requests (create_time);
