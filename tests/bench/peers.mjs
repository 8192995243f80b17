// Other libraries doing what ours is measured by; prints JSON. One library a process.
//   node peers.mjs LIBRARY perft FEN DEPTH      {"nodes", "seconds"}: bulk-counted where it can
//   node peers.mjs LIBRARY step GAMES.tsv N     {"moves", "median_us"} of the first N games: find a move from UCI, play
//                                               it, name it in SAN, ask for the end, list legal moves
import {readFileSync} from 'node:fs';

const [library, task, argument, limit] = process.argv.slice(2);

async function chessJs() {
  const {Chess} = await import('chess.js');
  return {
    perft: (fen, n) => new Chess(fen).perft(n),
    start: () => new Chess(),
    step(game, uci) {
      const move = game.move({from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4]});
      return move.san.length + game.moves({verbose: true}).length + Number(game.isGameOver());
    },
  };
}

async function chessops() {
  const {Chess} = await import('chessops/chess');
  const {parseFen} = await import('chessops/fen');
  const {makeSanAndPlay} = await import('chessops/san');
  const {parseUci} = await import('chessops/util');
  const {isNormal} = await import('chessops/types');
  const setup = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  const promotes = (position, from, to) =>
    position.board.pawn.has(from) && (to < 8 || to >= 56);
  const count = (position, n) => {
    let nodes = 0;
    const context = position.ctx();
    for (const from of position.board[position.turn]) {
      for (const to of position.dests(from, context)) {
        const roles = promotes(position, from, to) ? ['queen', 'knight', 'rook', 'bishop'] : [undefined];
        if (n === 1) {
          nodes += roles.length;
          continue;
        }
        for (const promotion of roles) {
          const next = position.clone();
          next.play({from, to, promotion});
          nodes += count(next, n - 1);
        }
      }
    }
    return nodes;
  };
  return {
    perft: (fen, n) => count(setup(fen), n),
    start: () => Chess.default(),
    step(position, uci) {
      const move = parseUci(uci);
      if (!isNormal(move) || !position.isLegal(move)) throw new Error(uci);
      const san = makeSanAndPlay(position, move);
      let listed = 0;
      for (const [, squares] of position.allDests()) listed += squares.size();
      return san.length + listed + Number(position.isEnd());
    },
  };
}

const peer = await {'chess.js': chessJs, chessops}[library]();
const seconds = (began) => Number(process.hrtime.bigint() - began) / 1e9;

if (task === 'perft') {
  peer.perft(argument, Math.max(1, Number(limit) - 1));  // let the compiler see it
  const began = process.hrtime.bigint();
  const nodes = peer.perft(argument, Number(limit));
  console.log(JSON.stringify({nodes, seconds: seconds(began)}));
} else {
  const games = readFileSync(argument, 'utf8').split('\n').filter((line) => line && line[0] !== '#')
    .slice(0, Number(limit)).map((line) => line.split('\t')[7].split(' '));
  const times = [];
  for (const moves of games) {
    const game = peer.start();
    for (const uci of moves) {
      const began = process.hrtime.bigint();
      peer.step(game, uci);
      times.push(seconds(began) * 1e6);
    }
  }
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({moves: times.length, median_us: times[times.length >> 1]}));
}
