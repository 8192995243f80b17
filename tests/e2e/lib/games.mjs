// The recorded games of tests/testdata/games.tsv (its README names the columns).
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../testdata/games.tsv');

let all;

/** The first `count` games: {number, result, termination, board, moves, finalFen}. */
export function recordedGames(count = 200) {
  all ??= fs.readFileSync(FILE, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [number, result, termination, board, initialS, incrementS, , moves, , finalFen] = line.split('\t');
      return {
        number: Number(number), result, termination, board, initialS: Number(initialS),
        incrementS: Number(incrementS), moves: moves.split(' '), finalFen,
      };
    });
  return all.slice(0, count);
}

/** One game by its number in the file. */
export const recordedGame = (number) => recordedGames(Infinity).find((game) => game.number === number);
