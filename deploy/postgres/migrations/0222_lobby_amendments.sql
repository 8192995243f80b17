-- Results that an operator changed: which change of the game the row stands for, and whether the
-- game still counts. A game that does not keeps its row and number; replaying skips it.
ALTER TABLE lobby.rating_history
  ADD COLUMN amendment integer NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS void_time timestamptz;
