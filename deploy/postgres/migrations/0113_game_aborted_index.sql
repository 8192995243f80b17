-- concurrently: game.games_aborted_idx
-- Games called off before they were played, for retention.
CREATE INDEX CONCURRENTLY games_aborted_idx ON game.games (end_time)
  WHERE state = 'aborted' AND plies < 2 AND operator_cause = '';
