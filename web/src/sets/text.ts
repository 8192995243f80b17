// A rule set in words.
import type { Messages } from '../i18n/en';

/** The title of a rule set; a number that was chosen stays behind its name. */
export function ruleSetText(ruleSet: string, m: Messages): string {
  return ruleSet
    .split('+')
    .map((key) => {
      const [name = key, parameter] = key.split(':');
      const title = m.ruleSets[name] ?? name;
      return parameter ? `${title} ${parameter}` : title;
    })
    .join(' + ');
}
