// A man as FEN writes it: `[+] letter [~] [(powers)]`. "+" marks a man that has earned something,
// "~" one that was a pawn before, and the powers are how it moves where the letter does not say.
import type { Side } from './square';

/** A man on the board: its FEN text, upper case for White ("N", "+r", "Q~", "N(NP)"). */
export type Man = string;

/** Letters of men in the order in which FEN lists powers. */
export const powerOrder = 'KQRBNP';

const shape = /^(\+?)([KQRBNP])(~?)(?:\(([KQRBNP]+)\))?$/i;

/** Whether a text is a man: its powers, if there are any, stand in order and only once. */
export function isMan(text: string): boolean {
  const parts = shape.exec(text);
  if (!parts) return false;
  const powers = parts[4]?.toUpperCase();
  if (powers === undefined) return true;
  const ordered = [...powerOrder].filter((power) => powers.includes(power)).join('');
  return powers === ordered;
}

/** The letter that says what the man looks like, in the case of its side. */
export function letterOf(man: Man): string {
  return shape.exec(man)?.[2] ?? man;
}

/** The lower-case letter: the kind of the man whatever its side. */
export function kindOf(man: Man): string {
  return letterOf(man).toLowerCase();
}

export function sideOf(man: Man): Side {
  const letter = letterOf(man);
  return letter === letter.toUpperCase() ? 'white' : 'black';
}

/** A man of a side from a letter of either case. */
export function manOf(letter: string, side: Side): Man {
  return side === 'white' ? letter.toUpperCase() : letter.toLowerCase();
}

/** What the man moves as, as lower-case letters; a plain man moves as its letter. */
export function powersOf(man: Man): string {
  return (shape.exec(man)?.[4] ?? letterOf(man)).toLowerCase();
}

/**
 * The powers that its drawing does not show, as lower-case letters: what it moves as besides its
 * letter, or, of a king whose movement was replaced, what it moves as instead.
 */
export function badgesOf(man: Man): string {
  return [...powersOf(man)].filter((power) => power !== kindOf(man)).join('');
}

/** It is drawn as a king but does not move as one. */
export function isReplaced(man: Man): boolean {
  return !powersOf(man).includes(kindOf(man));
}

export function isUpgraded(man: Man): boolean {
  return man.startsWith('+');
}

/** It was a pawn before, and goes back into a hand as one. */
export function wasPawn(man: Man): boolean {
  return man.includes('~');
}
