-- The trace of the decision that ended a game (a W3C traceparent), so that the way of its result can
-- be followed; empty: not known. Replicas of the release before do not name the column.
ALTER TABLE game.outbox ADD COLUMN trace text COLLATE "C" NOT NULL DEFAULT '';
