-- Challenges to drafted games say how long the armies may take.
ALTER TABLE lobby.challenges
  ADD COLUMN draft_ms integer NOT NULL DEFAULT 0
  CONSTRAINT challenges_draft_ms_positive CHECK (draft_ms >= 0);
