-- What operators do to players. 'infinity': for ever; null or in the past: not (any more). Adding
-- empty columns changes no row.
ALTER TABLE lobby.players
  ADD COLUMN muted_until  timestamptz,
  ADD COLUMN banned_until timestamptz,
  -- Closed for good: the name is reserved by name_key and skeleton, and another is shown.
  ADD COLUMN closed_time  timestamptz;

-- What everybody is told: maintenance, trouble.
CREATE TABLE lobby.notices (
  notice_id    bigint      NOT NULL GENERATED ALWAYS AS IDENTITY
                           CONSTRAINT notices_pkey PRIMARY KEY,
  text         text        NOT NULL,
  severity     text        NOT NULL CONSTRAINT notices_severity_check
                           CHECK (severity IN ('info', 'warning', 'critical')),
  from_time    timestamptz NOT NULL,
  -- Null: until it is cleared.
  until_time   timestamptz,
  created_time timestamptz NOT NULL DEFAULT now(),
  cleared_time timestamptz,
  CONSTRAINT notices_time_check CHECK (until_time > from_time)
);
