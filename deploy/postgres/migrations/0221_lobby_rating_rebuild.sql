-- Rebuilding ratings while games go on (services/lobby/rating_rebuild_repository.h).
-- A game whose result an operator took away keeps its row and number; replaying skips it.
ALTER TABLE lobby.rating_history ADD COLUMN IF NOT EXISTS void_time timestamptz;

-- The rebuild under way, if one is: at most one row.
CREATE TABLE lobby.rating_rebuild (
  only_one          boolean NOT NULL DEFAULT true CONSTRAINT rating_rebuild_pkey PRIMARY KEY
                            CONSTRAINT rating_rebuild_one_check CHECK (only_one),
  rebuild_id        text    NOT NULL,
  -- Replayed up to here.
  after_no          bigint  NOT NULL DEFAULT 0,
  -- Ratings without games were looked for up to here.
  after_player      text    NOT NULL DEFAULT '',
  games             bigint  NOT NULL DEFAULT 0,
  corrected_games   bigint  NOT NULL DEFAULT 0,
  corrected_ratings bigint  NOT NULL DEFAULT 0
);

-- What replaying has come to.
CREATE TABLE lobby.rating_replay (
  player_id  text             NOT NULL,
  family     text             NOT NULL,
  speed      text             NOT NULL,
  rating     double precision NOT NULL,
  deviation  double precision NOT NULL,
  volatility double precision NOT NULL,
  games      integer          NOT NULL,
  last_ms    bigint           NOT NULL,
  -- Whether lobby.ratings was compared with it since the last game.
  checked    boolean          NOT NULL DEFAULT false,
  CONSTRAINT rating_replay_pkey PRIMARY KEY (player_id, family, speed)
);
CREATE INDEX rating_replay_unchecked_idx ON lobby.rating_replay (player_id) WHERE NOT checked;

-- Whoever changes a result that may have been replayed already ends the rebuild: it begins again.
CREATE FUNCTION lobby.end_rating_rebuild() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM lobby.rating_rebuild;
  RETURN NULL;
END $$;
CREATE TRIGGER rating_history_amended AFTER UPDATE OF score, void_time ON lobby.rating_history
  FOR EACH STATEMENT EXECUTE FUNCTION lobby.end_rating_rebuild();
