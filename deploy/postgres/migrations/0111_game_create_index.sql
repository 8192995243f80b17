-- concurrently: game.games_create_idx
-- Operators look for games by time.
CREATE INDEX CONCURRENTLY games_create_idx ON game.games (create_time DESC, game_id DESC);
