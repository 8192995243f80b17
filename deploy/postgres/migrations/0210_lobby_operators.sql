-- The operators: people with a token of their own, and what they did.
CREATE TABLE lobby.operators (
  name         text        NOT NULL CONSTRAINT operators_pkey PRIMARY KEY,
  -- SHA-256 of the token, which is stored nowhere.
  token_hash   bytea       NOT NULL CONSTRAINT operators_token_key UNIQUE,
  created_time timestamptz NOT NULL DEFAULT now(),
  revoked_time timestamptz,
  CONSTRAINT operators_token_check CHECK (octet_length(token_hash) = 32)
);

-- Written in the transaction of what it tells. game.audit has the same columns.
CREATE TABLE lobby.audit (
  audit_id   bigint      NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_pkey PRIMARY KEY,
  audit_time timestamptz NOT NULL DEFAULT now(),
  -- No reference: what a person did outlives the person's row.
  operator   text        NOT NULL,
  action     text        NOT NULL,
  subject    text        NOT NULL,
  reason     text        NOT NULL,
  detail     jsonb       NOT NULL DEFAULT '{}',
  request_id bytea       NOT NULL
);
CREATE INDEX audit_subject_idx ON lobby.audit (subject, audit_id);
CREATE INDEX audit_operator_idx ON lobby.audit (operator, audit_id);
CREATE INDEX audit_time_idx ON lobby.audit (audit_time);
