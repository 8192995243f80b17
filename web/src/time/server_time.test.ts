import { expect, it } from 'vitest';
import { ServerTime } from './server_time';

it('assumes that the server answered half-way through the round trip', () => {
  const time = new ServerTime(() => 1200);
  time.add({ sentMs: 1000, receivedMs: 1200, serverMs: 5100 });
  expect(time.now()).toBe(5200);
});

it('believes the shortest round trip', () => {
  const time = new ServerTime(() => 3000);
  time.add({ sentMs: 1000, receivedMs: 1020, serverMs: 5010 });
  time.add({ sentMs: 2000, receivedMs: 2900, serverMs: 9999 });
  expect(time.now()).toBe(7000);
});

it('lets a long round trip replace a sample that is five minutes old', () => {
  const time = new ServerTime(() => 400_000);
  time.add({ sentMs: 0, receivedMs: 10, serverMs: 1005 });
  time.add({ sentMs: 399_000, receivedMs: 400_000, serverMs: 499_500 });
  expect(time.now()).toBe(500_000);
});

it('moves forward, never back, on a time nobody asked for', () => {
  let now = 1000;
  const time = new ServerTime(() => now);
  time.add({ sentMs: 900, receivedMs: 1000, serverMs: 1950 });
  expect(time.now()).toBe(2000);
  time.addOneWay(1990); // Delayed on its way: says nothing new.
  expect(time.now()).toBe(2000);
  now = 2000;
  time.addOneWay(3025);
  expect(time.now()).toBe(3025);
});

it('is not known before the first sample', () => {
  const time = new ServerTime(() => 0);
  expect(time.known).toBe(false);
  time.addOneWay(10);
  expect(time.known).toBe(true);
});
