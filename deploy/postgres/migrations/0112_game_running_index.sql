-- concurrently: game.games_running_idx
-- Operators list the games that run.
CREATE INDEX CONCURRENTLY games_running_idx ON game.games (create_time, game_id)
  WHERE state = 'running';
