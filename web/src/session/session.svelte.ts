// Who is playing in this browser. Kept in localStorage, so that all tabs are the same player.
import type { Clients } from '../api/clients';
import { callErrorOf, type CallError } from '../api/error';

export interface StoredSession {
  token: string;
  playerId: string;
  name: string;
  guest: boolean;
}

/** Why the server refuses this account for now, or for good. */
export interface Barred {
  closed: boolean;
  /** Until when, in milliseconds since the epoch; null: for ever. */
  untilMs: number | null;
}

const key = 'castellan.session';
/** Between looks whether a ban has ended. */
const lookAgainMs = 60_000;

/** Reads what was stored; anything that is not a session is none. */
export function readSession(text: string | null): StoredSession | null {
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Partial<StoredSession> | null;
    if (typeof value?.token !== 'string' || typeof value.playerId !== 'string') return null;
    if (typeof value.name !== 'string') return null;
    const { token, playerId, name } = value;
    return { token, playerId, name, guest: value.guest !== false };
  } catch {
    return null;
  }
}

/** What a refused call says about the account; null: nothing. */
export function barredBy(error: CallError): Barred | null {
  if (error.reason === 'ACCOUNT_CLOSED') return { closed: true, untilMs: null };
  if (error.reason !== 'ACCOUNT_BANNED') return null;
  const untilMs = Date.parse(error.metadata.until ?? '');
  return { closed: false, untilMs: Number.isNaN(untilMs) ? null : untilMs };
}

class Session {
  current = $state.raw<StoredSession | null>(readSession(localStorage.getItem(key)));
  /** True after the server refused the stored session. */
  expired = $state(false);
  /** Set while the account is banned, and after it was closed. A banned one keeps its session. */
  barred = $state.raw<Barred | null>(null);
  private readonly listeners = new Set<(token: string) => void>();
  private creating: Promise<StoredSession> | null = null;

  /** What calls are made with; a banned account looks around as nobody. */
  token(): string {
    return this.barred ? '' : (this.current?.token ?? '');
  }

  onChange(listener: (token: string) => void): void {
    this.listeners.add(listener);
  }

  /** Follows other tabs, and notices when a ban ends. */
  start(clients: Clients): void {
    setInterval(() => {
      if (!document.hidden) void this.lookAgain(clients);
    }, lookAgainMs);
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.lookAgain(clients);
    });
    addEventListener('storage', (event) => {
      if (event.key === key) this.set(readSession(event.newValue), false);
    });
  }

  /** The session there is, or a new guest of this name (empty: the server chooses one). */
  async ensure(clients: Clients, name: string): Promise<StoredSession> {
    if (this.current && this.barred) await this.tryAgain(clients, this.current);
    if (this.current) return this.current;
    this.creating ??= this.create(clients, name).finally(() => (this.creating = null));
    return this.creating;
  }

  private async lookAgain(clients: Clients): Promise<void> {
    if (!this.current || !this.barred) return;
    await this.tryAgain(clients, this.current).catch(() => undefined);
  }

  /** Whether the ban is over; throws what the server says if not. */
  private async tryAgain(clients: Clients, banned: StoredSession): Promise<void> {
    try {
      await clients.identity.getSelf({}, { headers: { authorization: `Bearer ${banned.token}` } });
      this.set(banned, false);
    } catch (thrown) {
      throw callErrorOf(thrown);
    }
  }

  private async create(clients: Clients, name: string): Promise<StoredSession> {
    try {
      // Not repeated: the call is not idempotent, and a second guest would take the name.
      const { player, token } = await clients.identity.createGuest({ name });
      const session: StoredSession = {
        token,
        playerId: player?.playerId ?? '',
        name: player?.name ?? name,
        guest: player?.guest ?? true,
      };
      this.set(session, true);
      return session;
    } catch (thrown) {
      throw callErrorOf(thrown);
    }
  }

  async signOut(clients: Clients): Promise<void> {
    await clients.identity.signOut({}).catch(() => undefined); // Gone here in any case.
    this.barred = null;
    this.set(null, true);
  }

  /** The server no longer knows this session. */
  expire(): void {
    if (!this.current) return;
    this.set(null, true);
    this.expired = true;
  }

  /** Takes note of a refusal that is about the account and not about the call: whether it was. */
  refused(error: CallError): boolean {
    const barred = barredBy(error);
    if (!barred) return false;
    if (!this.current) return true;
    const before = this.token();
    if (barred.closed) this.set(null, true);
    this.barred = barred;
    if (this.token() === before) return true;
    for (const listener of this.listeners) listener(this.token());
    return true;
  }

  private set(session: StoredSession | null, store: boolean): void {
    this.current = session;
    if (session) this.expired = false;
    if (session) this.barred = null;
    if (store && session) localStorage.setItem(key, JSON.stringify(session));
    if (store && !session) localStorage.removeItem(key);
    for (const listener of this.listeners) listener(session?.token ?? '');
  }
}

export const session = new Session();
