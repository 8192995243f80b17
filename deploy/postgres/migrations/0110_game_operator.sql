-- What operators do to games, and why. Written in the transaction of the change itself.
CREATE TABLE game.audit (
  audit_id   bigint GENERATED ALWAYS AS IDENTITY,
  audit_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  operator   text NOT NULL,
  action     text NOT NULL,
  subject    text COLLATE "C" NOT NULL,
  reason     text NOT NULL,
  detail     jsonb NOT NULL DEFAULT '{}',
  request_id bytea NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (audit_id),
  CONSTRAINT audit_request_key UNIQUE (request_id),
  CONSTRAINT audit_request_id_length CHECK (octet_length(request_id) = 16)
);
CREATE INDEX audit_subject_idx ON game.audit (subject, audit_id);
CREATE INDEX audit_operator_idx ON game.audit (operator, audit_id);
CREATE INDEX audit_time_idx ON game.audit (audit_time);

-- Results that operators changed, to be handed to the lobby. Apart from outbox, so that a release
-- that does not know them does not take them for finished games.
CREATE TABLE game.amend_outbox (
  game_id      text COLLATE "C" NOT NULL,
  amendments   integer NOT NULL,
  create_time  timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempt_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts     integer NOT NULL DEFAULT 0,
  CONSTRAINT amend_outbox_pkey PRIMARY KEY (game_id)
);
CREATE INDEX amend_outbox_attempt_idx ON game.amend_outbox (attempt_time);

-- How often the result was changed, and why an operator decided the game. A constant default is
-- kept in the catalogue: no row is rewritten.
ALTER TABLE game.games
  ADD COLUMN amendments integer NOT NULL DEFAULT 0,
  ADD COLUMN operator_cause text NOT NULL DEFAULT '';
