import { webcrypto } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { ErrorInfoSchema, RetryInfoSchema } from '../gen/google/rpc/error_details_pb';
import { callErrorOf } from './error';
import { newRequestId, pauseMs, repeat, type RetryTools } from './retry';

function failure(code: Code, reason: string, waitSeconds = 0): ConnectError {
  const metadata = { square: 'e4' };
  const details = [
    { desc: ErrorInfoSchema, value: { reason, domain: 'castellan', metadata } },
    { desc: RetryInfoSchema, value: { retryDelay: { seconds: BigInt(waitSeconds), nanos: 0 } } },
  ];
  return new ConnectError('x', code, undefined, details);
}

/** A world in which pauses take no time but are counted. */
function tools(): RetryTools & { slept: number[] } {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    now: () => now,
    random: () => 1,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}

function failing(errors: unknown[]): () => Promise<string> {
  return async () => {
    if (errors.length > 0) throw errors.shift();
    return 'done';
  };
}

describe('reading an error', () => {
  it('finds reason, metadata and pause in the details', () => {
    const error = callErrorOf(failure(Code.ResourceExhausted, 'RATE_LIMITED', 7));
    expect(error).toMatchObject({ reason: 'RATE_LIMITED', waitMs: 7000, repeatable: false });
    expect(error.metadata.square).toBe('e4');
  });

  it('keeps the first digits of the trace, to be quoted', () => {
    const error = failure(Code.Internal, 'INTERNAL', 0) as ConnectError;
    error.metadata.set('x-chess-trace-id', '4bf92f3577b34da6a3ce929d0e0e4736');
    expect(callErrorOf(error).metadata.trace).toBe('4bf92f35');
  });

  it('takes a failed fetch for a network that may come back', () => {
    const error = callErrorOf(new TypeError('Failed to fetch'));
    expect(error).toMatchObject({ reason: 'NETWORK', repeatable: true });
  });

  it('does not take a fault of the program for the network', () => {
    expect(callErrorOf(new Error('x'))).toMatchObject({ reason: 'UNKNOWN', repeatable: false });
  });
});

describe('repeating a command', () => {
  it('goes on while it is not known whether the command was stored', async () => {
    const world = tools();
    const doubt = () => failure(Code.Unavailable, 'COMMIT_UNKNOWN');
    expect(await repeat(failing([doubt(), doubt()]), undefined, world)).toBe('done');
    expect(world.slept).toEqual([150, 300]);
  });

  it('stops at once when the referee refuses', async () => {
    const world = tools();
    const call = failing([failure(Code.FailedPrecondition, 'NOT_YOUR_TURN')]);
    await expect(repeat(call, undefined, world)).rejects.toMatchObject({ reason: 'NOT_YOUR_TURN' });
    expect(world.slept).toEqual([]);
  });

  it('gives up after the attempts that are allowed', async () => {
    const world = tools();
    const call = failing(Array.from({ length: 9 }, () => failure(Code.Unavailable, 'DRAINING')));
    const limits = { withinMs: 1e9, attempts: 3 };
    await expect(repeat(call, limits, world)).rejects.toMatchObject({ reason: 'DRAINING' });
    expect(world.slept).toHaveLength(2);
  });

  it('does not begin a pause that would end too late', async () => {
    const world = tools();
    const call = failing([failure(Code.Unavailable, 'DRAINING', 60)]);
    await expect(repeat(call, { withinMs: 30_000, attempts: 9 }, world)).rejects.toBeDefined();
    expect(world.slept).toEqual([]);
  });

  it('waits longer each time, never beyond its limit, and at random', () => {
    expect(pauseMs(1, 0)).toBe(75);
    expect(pauseMs(3, 1)).toBe(600);
    expect(pauseMs(30, 1)).toBe(4000);
  });
});

// Node 18 keeps its own out of sight.
globalThis.crypto ??= webcrypto as Crypto;

it('makes request ids of sixteen bytes that differ', () => {
  expect(newRequestId()).toHaveLength(16);
  expect(newRequestId()).not.toEqual(newRequestId());
});
