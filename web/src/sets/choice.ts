// A choice of rules in the making: one base, at most one set-up, any twists that go together. What
// excludes what comes with the server's list of rules; here are only the ways to use it.
import type { RuleInfo } from '../gen/chess/rules/v1/rules_service_pb';
import { RuleAxis } from '../gen/chess/rules/v1/rules_service_pb';

export interface RuleChoice {
  base: string;
  /** Key of the set-up; empty: the base's own. */
  setup: string;
  /** The number behind the set-up's colon; null: none, or drawn by the server. */
  number: number | null;
  twists: readonly string[];
}

/** The base that a name leaves out where it names anything else. */
export const plainBase = 'standard';

export const plainChoice: RuleChoice = { base: plainBase, setup: '', number: null, twists: [] };

/** The canonical name: base first, then the other keys in byte order. */
export function nameOf(choice: RuleChoice): string {
  const setup = choice.number === null ? choice.setup : `${choice.setup}:${choice.number}`;
  const others = [...choice.twists, ...(choice.setup ? [setup] : [])].sort();
  const base = choice.base === plainBase && others.length > 0 ? [] : [choice.base];
  return [...base, ...others].join('+');
}

/** Reads a name of a rule set with the help of the list of rules; unknown keys are left out. */
export function choiceOf(name: string, rules: readonly RuleInfo[]): RuleChoice {
  const choice = { ...plainChoice, twists: [] as string[] };
  for (const part of name.split('+')) {
    const [key = '', parameter] = part.split(':');
    const rule = rules.find((r) => r.key === key);
    if (rule?.axis === RuleAxis.BASE) choice.base = key;
    if (rule?.axis === RuleAxis.TWIST) choice.twists.push(key);
    if (rule?.axis !== RuleAxis.SETUP) continue;
    choice.setup = key;
    choice.number = parameter === undefined ? defaultNumber(rule) : Number(parameter);
  }
  return choice;
}

/** The number that a set-up starts with when it is chosen; null: the server draws one. */
export function defaultNumber(rule: RuleInfo): number | null {
  return rule.parameterDrawn ? null : (rule.parameterDefault ?? null);
}

/** Whether what was typed is a number that the rule takes. */
export function takesNumber(rule: RuleInfo, text: string): boolean {
  const { parameterMin = 0, parameterMax = -1 } = rule;
  const number = Number(text);
  return (
    text.trim() !== '' &&
    Number.isInteger(number) &&
    number >= parameterMin &&
    number <= parameterMax
  );
}

/** The chosen keys that exclude this rule; empty: it can be chosen. Its own axis gives way. */
export function obstacles(
  rule: RuleInfo,
  choice: RuleChoice,
  rules: readonly RuleInfo[],
): string[] {
  const others = [
    ...(rule.axis === RuleAxis.BASE ? [] : [choice.base]),
    ...(rule.axis === RuleAxis.SETUP || !choice.setup ? [] : [choice.setup]),
    ...choice.twists.filter((key) => key !== rule.key),
  ];
  const excluded = (key: string) =>
    rule.excludes.includes(key) ||
    (rules.find((r) => r.key === key)?.excludes.includes(rule.key) ?? false);
  return others.filter(excluded);
}

/** Puts a rule in, or takes a twist that is in out again. */
export function pick(rule: RuleInfo, choice: RuleChoice): RuleChoice {
  if (rule.axis === RuleAxis.BASE) return { ...choice, base: rule.key };
  if (rule.axis === RuleAxis.SETUP) {
    return { ...choice, setup: rule.key, number: defaultNumber(rule) };
  }
  const twists = choice.twists.filter((key) => key !== rule.key);
  const was = twists.length < choice.twists.length;
  return { ...choice, twists: was ? twists : [...twists, rule.key] };
}

/** The keys of a rule set's name, without numbers. */
export function keysOf(name: string): string[] {
  return name.split('+').map((part) => part.split(':')[0] ?? part);
}

/** The budget with which alone a drafted set is rated; null: the set is not drafted. */
export function ratedBudget(name: string, rules: readonly RuleInfo[]): number | null {
  const keys = keysOf(name);
  const setup = rules.find((rule) => rule.drafts && keys.includes(rule.key));
  return setup?.parameterDefault ?? null;
}
