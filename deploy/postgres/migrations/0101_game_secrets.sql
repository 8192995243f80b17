-- What must not stand in the log because nobody may read it there yet: the secret behind a game's
-- draws, and armies while they are placed. Overwritten in place; gone when the game is compacted.
-- Each game has a handful of rows at most, and only games with chance or drafts have any.
CREATE TABLE game.game_secrets (
  game_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  seat smallint NOT NULL,
  edition integer NOT NULL DEFAULT 0,
  locked boolean NOT NULL DEFAULT false,
  payload bytea NOT NULL,
  CONSTRAINT game_secrets_pkey PRIMARY KEY (game_id, kind, seat),
  CONSTRAINT game_secrets_kind_known CHECK (kind IN ('chance', 'draft')),
  -- 0 White, 1 Black, 2 the server's own
  CONSTRAINT game_secrets_seat_known CHECK (seat BETWEEN 0 AND 2),
  CONSTRAINT game_secrets_payload_length CHECK (octet_length(payload) <= 4096)
) WITH (fillfactor = 70);
