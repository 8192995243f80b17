// Still pictures of games under other rules, for looking at what the pages draw: each is a view that
// a server could send. Nothing here plays.
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { squareOf } from '../board/square';
import { Color } from '../gen/chess/common/v1/match_pb';
import {
  BrainState,
  GameState,
  MoveKind,
  PieceType,
  type GameView,
} from '../gen/chess/game/v1/game_pb';
import { FakeGame } from './fake_games';

/** Moves from one square to others; `kind` tells what they are. */
function moves(from: string, to: string, ...kinds: MoveKind[]) {
  return to.split(' ').map((square) => ({ uci: from + square, kinds }));
}

function pose(id: string, ruleSet: string, view: object, mine = Color.WHITE): FakeGame {
  const game = new FakeGame(id, mine, { minutes: 5, increment: 3 }, ruleSet);
  game.pose = view as Partial<GameView>;
  return game;
}

function bits(squares: string): bigint {
  return squares.split(' ').reduce((sum, name) => sum | (1n << BigInt(squareOf(name))), 0n);
}

const foggy =
  'a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 ' +
  'h4 b5 c5 d5 e5 f5 g5 a6 f7';
const middle = 'r1bqkb1r/ppp2ppp/2n2n2/3pp3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5';

export function posedGames(): FakeGame[] {
  return [
    pose('dice', 'dice', {
      fen: middle,
      roll: { drawNumber: 9, allowed: [PieceType.KNIGHT, PieceType.QUEEN] },
      legalMoves: [...moves('f3', 'd2 g1 d4 e5 g5 h4'), ...moves('d1', 'd2 e2')],
    }),
    pose('brain', 'dice+hand_and_brain', {
      fen: middle,
      roll: { drawNumber: 9, allowed: [PieceType.KNIGHT, PieceType.QUEEN] },
      brain: { state: BrainState.NAMED, type: PieceType.KNIGHT },
      legalMoves: moves('f3', 'd2 g1 d4 e5 g5 h4'),
    }),
    pose('thinking', 'hand_and_brain', {
      fen: middle,
      brain: { state: BrainState.THINKING, type: PieceType.UNSPECIFIED },
      legalMoves: [],
    }),
    pose('fog', 'fog_of_war', {
      fen: '8/5p2/8/3pp3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQ - 0 1',
      partial: true,
      visibleSquares: bits(foggy),
      legalMoves: [...moves('f3', 'd2 g1 d4 e5 g5 h4'), ...moves('c4', 'b3 b5 a6 d5')],
    }),
    pose('watching', 'fog_of_war', {
      fen: '8/8/8/8/8/8/8/8 w - - 0 1',
      partial: true,
      visibleSquares: 0n,
      legalMoves: [],
    }),
    pose('hands', 'crazyhouse', {
      fen: 'r1b1k2r/ppp2ppp/2n5/3qp3/8/3P1N2/PPP2PPP/R1BQK2R[PPNnb] w KQkq - 0 9',
      legalMoves: 'd4 e4 f4 g4 a4 b4 a3 e2 f5 e6 e7 f1'.split(' ').flatMap((to) => [
        { uci: `N@${to}`, kinds: [MoveKind.DROP] },
        { uci: `P@${to}`, kinds: [MoveKind.DROP] },
      ]),
    }),
    pose('powers', 'identity_append', {
      fen: 'r1bq(qn)k2r/ppp2p1p/2n(bn)2n2/3pp3/2B(RBNP)1P3/3P1N(RN)2/PPP2PPP/R(RB)NBQK2R w KQkq - 0 9',
      legalMoves: moves('f3', 'd2 g1 d4 e5 g5 h4 f4 f5 f6 e3 g3 h3'),
    }),
    pose('stars', 'upgraded+three_check', {
      fen: '+r1bqk2r/ppp2ppp/2+n2n2/3pp3/2+B1+P3/3P1+N2/PPP2PPP/RNB+QK2R w kq - 0 9 +2+1',
      legalMoves: moves('f3', 'd2 g1 d4 e5 g5 h4 f4 e3 g3'),
    }),
    pose('royal', 'cannibal', {
      fen: 'r1bq1b1r/ppp2ppp/2n2n2/3pp3/2B1P1k(q)1/3P1N2/PPP2PPP/RNBQ1K(N)1R w - - 0 9',
      legalMoves: moves('f1', 'd2 e3 h2'),
    }),
    pose('draft', 'draft:39', {
      state: GameState.DRAFTING,
      fen: '8/8/8/8/8/8/8/8 w - - 0 1',
      legalMoves: [],
      firstMoveDeadline: undefined,
      clocks: undefined,
      drafting: {
        army: '8/2PP4/2N1P3/R3K3',
        budget: 39,
        edition: 3,
        whiteLocked: false,
        blackLocked: true,
        deadline: timestampFromMs(Date.now() + 141_000),
      },
    }),
  ];
}
