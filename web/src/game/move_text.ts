// A move on the score sheet: its SAN, or of a hidden one as much as was seen.
import type { PlayedMove } from '../gen/chess/game/v1/game_pb';
import type { Messages } from '../i18n/en';
import { kindOfType, kindsOfRoll } from './turn';

/** "Nf3"; of a hidden move "…", "N…e5", "d7…". */
export function moveText(move: PlayedMove): string {
  if (move.san) return move.san;
  const kind = kindOfType(move.seenType).toUpperCase();
  return `${kind === 'P' ? '' : kind}${move.seenFrom}…${move.seenTo}`;
}

/** What bound the move: "rolled: knight, queen; the brain: queen"; empty where nothing did. */
export function bondText(move: PlayedMove, m: Messages): string {
  const words: string[] = [];
  const rolled = kindsOfRoll(move.roll);
  if (rolled) words.push(m.game.rolled(rolled.map((kind) => m.board.kind(kind))));
  const named = kindOfType(move.named);
  if (named) words.push(m.game.named(m.board.kind(named)));
  return words.join('; ');
}
