// Asks the clock service for the time: a few times at the start, then every four minutes.
import type { Clients } from '../api/clients';
import { millisOf } from '../api/timestamps';
import { ServerTime } from './server_time';

export const serverTime = new ServerTime(() => performance.timeOrigin + performance.now());

const firstSamples = 4;
const pauseMs = 300;
const againMs = 240_000;

async function sample(clients: Clients): Promise<void> {
  const local = () => performance.timeOrigin + performance.now();
  const sentMs = local();
  const { serverTime: time } = await clients.clock.getTime({});
  const serverMs = millisOf(time);
  if (serverMs !== null) serverTime.add({ sentMs, receivedMs: local(), serverMs });
}

/** Keeps the server's time known for as long as the page lives. */
export async function keepServerTime(clients: Clients): Promise<never> {
  // A machine that slept may have lost count.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sample(clients).catch(() => undefined);
  });
  for (;;) {
    for (let i = 0; i < firstSamples; i++) {
      await sample(clients).catch(() => undefined); // The next round asks again.
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}
