// What the operators tell everybody, asked once a minute.
import type { Clients } from '../api/clients';
import { millisOf } from '../api/timestamps';
import { NoticeSeverity } from '../gen/chess/lobby/v1/notice_service_pb';
import type { Notice } from '../gen/chess/lobby/v1/notice_service_pb';

export type Severity = 'info' | 'warning' | 'critical';

export interface ShownNotice {
  id: string;
  text: string;
  severity: Severity;
  /** Until when, in milliseconds since the epoch; null: nobody knows. */
  untilMs: number | null;
}

const key = 'castellan.notices';
const everyMs = 60_000;
/** So many dismissed ones are remembered; older ones are over by then. */
const remembered = 50;

export function shownNotice(notice: Notice): ShownNotice {
  const severities: Partial<Record<NoticeSeverity, Severity>> = {
    [NoticeSeverity.WARNING]: 'warning',
    [NoticeSeverity.CRITICAL]: 'critical',
  };
  return {
    id: String(notice.noticeId),
    text: notice.text,
    severity: severities[notice.severity] ?? 'info',
    untilMs: millisOf(notice.untilTime),
  };
}

/** The ids that were stored as dismissed; anything else is none. */
export function readDismissed(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export class Notices {
  private all = $state.raw<ShownNotice[]>([]);
  private dismissed = $state.raw<string[]>(readDismissed(localStorage.getItem(key)));
  private askedMs = 0;

  constructor(private readonly clients: Clients) {}

  get shown(): ShownNotice[] {
    return this.all.filter(({ id }) => !this.dismissed.includes(id));
  }

  start(): void {
    void this.ask();
    setInterval(() => {
      if (!document.hidden) void this.ask();
    }, everyMs);
    // A tab that was hidden has not asked meanwhile.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - this.askedMs >= everyMs) void this.ask();
    });
    addEventListener('storage', (event) => {
      if (event.key === key) this.dismissed = readDismissed(event.newValue);
    });
  }

  dismiss(id: string): void {
    this.dismissed = [...this.dismissed, id].slice(-remembered);
    localStorage.setItem(key, JSON.stringify(this.dismissed));
  }

  private async ask(): Promise<void> {
    this.askedMs = Date.now();
    try {
      const { notices } = await this.clients.notices.getNotices({});
      this.all = notices.map(shownNotice);
    } catch {
      // What was known stays; the next minute asks again.
    }
  }
}
