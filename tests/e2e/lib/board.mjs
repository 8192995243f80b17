// Where the men stand after a move: enough chess to know what a page must show. It judges nothing.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const FILES = 'abcdefgh';

/** The men of the start position: 64 letters from a1 to h8, '' where nothing stands. */
export function startMen() {
  const men = [];
  for (const row of START.split('/').reverse()) {
    for (const letter of row) {
      men.push(...(/\d/.test(letter) ? Array(Number(letter)).fill('') : [letter]));
    }
  }
  return men;
}

/** The men after a legal move in UCI, castling as the king's two-step. */
export function play(men, uci) {
  const next = [...men];
  const [from, to] = [squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4))];
  const man = men[from];
  const kind = man.toLowerCase();
  next[from] = '';
  next[to] = uci[4] ? (man === 'P' ? uci[4].toUpperCase() : uci[4]) : man;
  if (kind === 'p' && from % 8 !== to % 8 && !men[to]) next[from - from % 8 + to % 8] = '';
  if (kind === 'k' && Math.abs(from - to) === 2) {
    const corner = to > from ? from + 3 : from - 4;
    next[(from + to) / 2] = men[corner];
    next[corner] = '';
  }
  return next;
}

/** The first field of a FEN. */
export function placementOf(men) {
  const rows = [];
  for (let rank = 7; rank >= 0; --rank) {
    const row = men.slice(rank * 8, rank * 8 + 8).map((man) => man || '1').join('');
    rows.push(row.replace(/1+/g, (gap) => String(gap.length)));
  }
  return rows.join('/');
}

function squareOf(name) {
  return FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}
