// The language in use. English is part of the first load; others are fetched when chosen.
import type { CallError } from '../api/error';
import { en, type Messages } from './en';

const loaders: Record<string, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then((m) => m.de),
  es: () => import('./es').then((m) => m.es),
  fr: () => import('./fr').then((m) => m.fr),
};

/** Languages by tag, each named in itself. */
export const languages: readonly { tag: string; name: string }[] = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'es', name: 'Español' },
  { tag: 'fr', name: 'Français' },
];

/** The first of the wanted languages that there is; English otherwise. */
export function pickLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in loaders) return short;
  }
  return 'en';
}

/** The first of the wanted locales in a language; the language itself if there is none. */
export function localeOf(language: string, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.slice(0, 2).toLowerCase() === language);
  try {
    return Intl.getCanonicalLocales(own ?? language)[0] ?? language;
  } catch {
    return language; // A browser may be told to send anything.
  }
}

class I18n {
  m = $state.raw<Messages>(en);
  tag = $state('en');

  /** Shows the chosen language; the empty tag means the browser's. */
  async use(tag: string): Promise<void> {
    const picked = pickLanguage(tag ? [tag] : navigator.languages);
    const load = loaders[picked] as () => Promise<Messages>;
    try {
      this.m = await load();
      this.tag = picked;
    } catch {
      // The file could not be fetched: what is shown stays in the language it was in.
    }
    document.documentElement.lang = this.tag;
  }

  /** The sentence for a failed call. */
  error(error: CallError): string {
    const text = this.m.errors[error.reason] ?? this.m.errors.UNKNOWN ?? error.reason;
    const wait = this.m.common.seconds(Math.max(1, Math.ceil(error.waitMs / 1000)));
    // Kinds of pieces travel as letters ("N,Q").
    const kind = (letter: string) => this.m.board.kind(letter.trim().toLowerCase());
    const { allowed = '' } = error.metadata;
    const kinds = allowed ? allowed.split(',').map(kind).join(', ') : '';
    return fill(text, { ...error.metadata, allowed: kinds, wait });
  }

  /** The browser's own locale where it speaks the language shown ("en-GB" for English). */
  private get locale(): string {
    return localeOf(this.tag, navigator.languages);
  }

  date(ms: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium' }).format(ms);
  }

  dateTime(ms: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
      ms,
    );
  }
}

/** Fills `{key}` from the values; what has no value is left out together with its brackets. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replace(/ \(\{(\w+)\}\)/g, (_, key: string) => (values[key] ? ` (${values[key]})` : ''))
    .replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
    .trim();
}

export const i18n = new I18n();
