-- Glicko-2 ratings per rule-set family and speed, and how each game changed them.
CREATE TABLE lobby.ratings (
  player_id      text             NOT NULL CONSTRAINT ratings_player_fkey
                                  REFERENCES lobby.players ON DELETE CASCADE,
  family         text             NOT NULL,
  speed          text             NOT NULL,
  rating         double precision NOT NULL,
  deviation      double precision NOT NULL,
  volatility     double precision NOT NULL,
  games          integer          NOT NULL DEFAULT 0,
  last_game_time timestamptz,
  CONSTRAINT ratings_pkey PRIMARY KEY (player_id, family, speed)
);

-- Taken while both rating rows are locked: replaying history in its order gives the same numbers.
CREATE SEQUENCE lobby.applied_no_seq AS bigint;

CREATE TABLE lobby.rating_history (
  game_id                 text             NOT NULL CONSTRAINT rating_history_pkey PRIMARY KEY,
  applied_no              bigint           NOT NULL CONSTRAINT rating_history_applied_key UNIQUE,
  family                  text             NOT NULL,
  speed                   text             NOT NULL,
  white_id                text             NOT NULL,
  black_id                text             NOT NULL,
  score                   text             NOT NULL CONSTRAINT rating_history_score_check
                                           CHECK (score IN ('1-0', '0-1', '1/2-1/2')),
  end_time                timestamptz      NOT NULL,
  white_rating_before     double precision NOT NULL,
  white_deviation_before  double precision NOT NULL,
  white_volatility_before double precision NOT NULL,
  white_rating_after      double precision NOT NULL,
  white_deviation_after   double precision NOT NULL,
  white_volatility_after  double precision NOT NULL,
  black_rating_before     double precision NOT NULL,
  black_deviation_before  double precision NOT NULL,
  black_volatility_before double precision NOT NULL,
  black_rating_after      double precision NOT NULL,
  black_deviation_after   double precision NOT NULL,
  black_volatility_after  double precision NOT NULL,
  apply_time              timestamptz      NOT NULL DEFAULT now()
);
CREATE INDEX rating_history_white_idx ON lobby.rating_history (white_id, applied_no);
CREATE INDEX rating_history_black_idx ON lobby.rating_history (black_id, applied_no);
