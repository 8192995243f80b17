-- Challenges by name and by code, and the games they become.
CREATE TABLE lobby.challenges (
  challenge_id     text        NOT NULL CONSTRAINT challenges_pkey PRIMARY KEY,
  challenger_id    text        NOT NULL CONSTRAINT challenges_challenger_fkey
                               REFERENCES lobby.players ON DELETE CASCADE,
  -- Null for a code until somebody takes it.
  opponent_id      text        CONSTRAINT challenges_opponent_fkey
                               REFERENCES lobby.players ON DELETE CASCADE,
  code             text,
  rule_set         text        NOT NULL,
  start_fen        text        NOT NULL,
  time_control     text        NOT NULL,
  rated            boolean     NOT NULL,
  draw_policy      text        NOT NULL CONSTRAINT challenges_draw_policy_check
                               CHECK (draw_policy IN ('automatic', 'by_claim')),
  visibility       text        NOT NULL CONSTRAINT challenges_visibility_check
                               CHECK (visibility IN ('public', 'link', 'private')),
  -- Which of the players' ratings this game concerns.
  family           text        NOT NULL,
  speed            text        NOT NULL,
  challenger_color text        NOT NULL CONSTRAINT challenges_color_check
                               CHECK (challenger_color IN ('white', 'black', 'random')),
  state            text        NOT NULL DEFAULT 'open' CONSTRAINT challenges_state_check
                               CHECK (state IN ('open', 'starting', 'started', 'declined',
                                                'cancelled', 'expired')),
  decline_reason   text        NOT NULL DEFAULT '',
  create_time      timestamptz NOT NULL DEFAULT now(),
  expire_time      timestamptz NOT NULL,
  close_time       timestamptz,
  CONSTRAINT challenges_seat_check CHECK (opponent_id IS NOT NULL OR code IS NOT NULL),
  CONSTRAINT challenges_self_check CHECK (opponent_id <> challenger_id)
);
CREATE UNIQUE INDEX challenges_open_code_key ON lobby.challenges (code) WHERE state = 'open';
CREATE INDEX challenges_code_idx ON lobby.challenges (code, create_time) WHERE code IS NOT NULL;
CREATE INDEX challenges_due_idx ON lobby.challenges (expire_time) WHERE state = 'open';
CREATE INDEX challenges_challenger_idx ON lobby.challenges (challenger_id, create_time);
CREATE INDEX challenges_opponent_idx ON lobby.challenges (opponent_id, create_time);
CREATE INDEX challenges_closed_idx ON lobby.challenges (close_time) WHERE close_time IS NOT NULL;

-- The game of an accepted challenge, drawn by the accepting transaction; the relay repeats
-- CreateGame with exactly this until the game service has it.
CREATE TABLE lobby.game_starts (
  game_id           text        NOT NULL CONSTRAINT game_starts_pkey PRIMARY KEY,
  challenge_id      text        NOT NULL CONSTRAINT game_starts_challenge_key UNIQUE
                                CONSTRAINT game_starts_challenge_fkey
                                REFERENCES lobby.challenges ON DELETE CASCADE,
  -- The challenge's rule set, with the number of a drawn set-up.
  rule_set          text        NOT NULL,
  white_id          text        NOT NULL,
  black_id          text        NOT NULL,
  white_rating      integer     NOT NULL,
  black_rating      integer     NOT NULL,
  white_provisional boolean     NOT NULL,
  black_provisional boolean     NOT NULL,
  attempts          integer     NOT NULL DEFAULT 0,
  -- Not before this time; the accepting call itself has the first try.
  attempt_time      timestamptz NOT NULL,
  start_time        timestamptz,
  create_time       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX game_starts_waiting_idx ON lobby.game_starts (attempt_time) WHERE start_time IS NULL;
