import type { Interceptor, UnaryRequest, UnaryResponse } from '@connectrpc/connect';
import { expect, it } from 'vitest';
import { callerOf } from './clients';

/** A server that takes no call with a token in it. */
function refusing(called: (string | null)[], nobodyToo = false): Parameters<Interceptor>[0] {
  return async (request) => {
    const token = request.header.get('authorization');
    called.push(token);
    if (token !== null || nobodyToo) throw new Error(`refused ${token}`);
    return {} as UnaryResponse;
  };
}

function call(header = {}, name = 'GetGame'): UnaryRequest {
  return { stream: false, header: new Headers(header), method: { name } } as UnaryRequest;
}

it('calls with the token, and once more as nobody where the account was refused', async () => {
  const called: (string | null)[] = [];
  const banned = callerOf(
    () => 'alice',
    () => true,
  );
  await banned(refusing(called))(call());
  expect(called).toEqual(['Bearer alice', null]);
  called.length = 0;
  await expect(banned(refusing(called))(call({}, 'CreateGuest'))).rejects.toThrow('refused');
  expect(called).toEqual(['Bearer alice']);
  called.length = 0;
  const other = callerOf(
    () => 'alice',
    () => false,
  );
  await expect(other(refusing(called))(call())).rejects.toThrow('refused Bearer alice');
  expect(called).toEqual(['Bearer alice']);
});

it('throws what the first call was refused for, and repeats none that brings its own token', async () => {
  const called: (string | null)[] = [];
  const caller = callerOf(
    () => 'alice',
    () => true,
  );
  await expect(caller(refusing(called, true))(call())).rejects.toThrow('refused Bearer alice');
  expect(called).toEqual(['Bearer alice', null]);
  const own = caller(refusing([]))(call({ authorization: 'Bearer eve' }));
  await expect(own).rejects.toThrow('refused Bearer eve');
});
