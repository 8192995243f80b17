import { readFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { Color } from '../gen/chess/common/v1/match_pb';
import { EndReason, GameState, MoveKind } from '../gen/chess/game/v1/game_pb';
import { RulesModule } from './module';
import { Rules, RulesError } from './rules';

let rules: Rules;
beforeAll(async () => {
  // ./dev build puts it there.
  rules = new Rules(await RulesModule.load(readFileSync(new URL('./rules.wasm', import.meta.url))));
});

describe('the rules in the browser', () => {
  it('list what there is and name sets canonically', () => {
    const keys = rules.list().map((rule) => rule.key);
    expect(keys[0]).toBe('standard');
    expect(rules.ruleSet('Chess960 + King of the Hill').name).toBe('chess960+king_of_the_hill');
    expect(() => rules.ruleSet('no such thing')).toThrow(RulesError);
  });

  it('judge start positions', () => {
    expect(rules.checkFen('standard', '4k3/8/8/8/8/8/8/8 w - - 0 1').faults).toContain(
      'king_count',
    );
    expect(() => rules.checkFen('standard', 'x')).toThrow(RulesError);
  });

  it('give the referee’s reason for a refused move', () => {
    const game = rules.open('standard');
    try {
      game.play('e2e5');
      expect.unreachable();
    } catch (error) {
      expect((error as RulesError).reason).toBe('PIECE_CANNOT_MOVE_THERE');
    }
    game.close();
  });

  it('tell a game in the messages of the contract', () => {
    const game = rules.open('standard');
    for (const move of ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6']) game.play(move);
    const mate = game.view('white').legalMoves.find((move) => move.uci === 'h5f7');
    expect(mate?.kinds).toEqual([MoveKind.CAPTURE, MoveKind.CHECK]);
    expect(game.play('h5f7').san).toBe('Qxf7#');
    const view = game.view('spectator');
    expect(view.state).toBe(GameState.FINISHED);
    expect(view.result?.winner).toBe(Color.WHITE);
    expect(view.result?.reason).toBe(EndReason.CHECKMATE);
    expect(view.capturedByWhite).toBe('p');
    expect(game.pgn()).toContain('4. Qxf7# 1-0');
    game.undo(2);
    expect(game.view('white').ply).toBe(5);
    game.close();
  });

  it('agree with an independent peer about a game of random moves', () => {
    const game = rules.open('standard');
    const peer = new Chess();
    let seed = 1;
    for (let ply = 0; ply < 120 && !peer.isGameOver(); ++ply) {
      const theirs = peer.moves({ verbose: true }).map((move) => `${move.lan} ${move.san}`);
      const ours = game.view('white').legalMoves.map((move) => move.uci);
      expect(ours.sort()).toEqual(theirs.map((text) => text.split(' ')[0]).sort());
      seed = (seed * 48271) % 0x7fffffff;
      const [uci, san] = theirs[seed % theirs.length]!.split(' ');
      expect(game.play(uci!).san).toBe(san);
      peer.move(san!);
      expect(game.view('white').fen).toBe(peer.fen());
    }
    game.close();
  });

  it('play against you, alike for the same seed, and see only what they may', () => {
    const game = rules.open('standard', '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1');
    expect(game.reply(5, 1)).toEqual({ uci: 'a1a8', san: 'Ra8#' });
    expect(game.reply('casual', 9)).toEqual(game.reply('casual', 9));
    game.close();
    const fog = rules.open('fog_of_war');
    for (let ply = 0; ply < 6; ++ply) fog.play(fog.reply(1, ply).uci);
    expect(fog.view('spectator').legalMoves).toEqual([]);
    fog.close();
  });

  it('wait for dice and brain', () => {
    const game = rules.open('dice+hand_and_brain');
    expect(() => game.play('e2e4')).toThrow(RulesError);
    expect(game.roll(12345)).toBe('NP');
    expect(game.name('N')).toBe('N');
    expect(game.play('g1f3').san).toBe('Nf3');
    game.close();
  });

  it('read PGN and say where it is broken', () => {
    const [good, bad] = rules.readPgn('1. e4 e5 2. Nf3 *\n\n1. e4 Ke7 *\n');
    expect(good?.moves.map((move) => move.san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(bad?.errorLine).toBe(3);
  });
});
