// How this browser likes the client to look.

export type Theme = 'system' | 'light' | 'dark';
export type Accent = 'copper' | 'fjord';

export interface StoredPreferences {
  theme: Theme;
  accent: Accent;
  /** Language tag; empty: that of the browser. */
  language: string;
}

const key = 'castellan.preferences';
const themes: readonly string[] = ['system', 'light', 'dark'];
const accents: readonly string[] = ['copper', 'fjord'];

export function readPreferences(text: string | null): StoredPreferences {
  let value: Partial<Record<keyof StoredPreferences, unknown>> = {};
  try {
    value = (JSON.parse(text ?? '{}') ?? {}) as typeof value;
  } catch {
    // Garbage counts as nothing.
  }
  const { theme, accent, language } = value;
  return {
    theme: themes.includes(theme as string) ? (theme as Theme) : 'system',
    accent: accents.includes(accent as string) ? (accent as Accent) : 'copper',
    language: typeof language === 'string' && /^[a-z]{2}$/.test(language) ? language : '',
  };
}

class Preferences {
  private stored = $state.raw(readPreferences(localStorage.getItem(key)));

  get theme(): Theme {
    return this.stored.theme;
  }
  get accent(): Accent {
    return this.stored.accent;
  }
  get language(): string {
    return this.stored.language;
  }

  start(): void {
    this.show();
    addEventListener('storage', (event) => {
      if (event.key !== key) return;
      this.stored = readPreferences(event.newValue);
      this.show();
    });
  }

  change(part: Partial<StoredPreferences>): void {
    this.stored = { ...this.stored, ...part };
    localStorage.setItem(key, JSON.stringify(this.stored));
    this.show();
  }

  private show(): void {
    const { theme, accent } = this.stored;
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.accent = accent;
  }
}

export const preferences = new Preferences();
