import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftingSchema, type Drafting } from '../gen/chess/game/v1/game_pb';
import { Draft } from './draft.svelte';

function drafting(army: string | undefined, edition = 0, more: Partial<Drafting> = {}): Drafting {
  const known = army === undefined ? {} : { army, edition, budgetLeft: 0 };
  return create(DraftingSchema, { budget: 39, ...known, ...(more as object) });
}

let sent: [string, number][];
let answer: boolean;
function newDraft(): Draft {
  return new Draft('white', (army, edition) => {
    sent.push([army, edition]);
    return Promise.resolve(answer);
  });
}

beforeEach(() => {
  sent = [];
  answer = true;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('an army that is being placed', () => {
  it('begins with what the server keeps', () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/R3K3', 4));
    expect(draft.text).toBe('8/8/8/R3K3');
    expect(draft.left).toBe(34);
    expect(draft.complete).toBe(true);
  });

  it('is saved once, a moment after the last of several changes, under a newer edition', async () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/8', 4));
    draft.act('K@e1');
    draft.act('P@e2');
    expect(draft.state).toBe('saving');
    await vi.runAllTimersAsync();
    expect(sent).toEqual([['8/8/4P3/4K3', 6]]);
    expect(draft.state).toBe('saved');
  });

  it('says when it could not be saved', async () => {
    const draft = newDraft();
    draft.take(drafting('', 0));
    answer = false;
    draft.act('K@e1');
    await vi.runAllTimersAsync();
    expect(draft.state).toBe('failed');
  });

  it('is not lost to events, which do not carry it', () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/4K3', 1));
    draft.act('P@e2');
    draft.take(drafting(undefined, 0, { blackLocked: true }));
    draft.take(drafting('8/8/8/4K3', 1));
    expect(draft.text).toBe('8/8/4P3/4K3');
  });

  it('takes over a newer edition from another device', () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/4K3', 1));
    draft.take(drafting('8/8/8/3QK3', 7));
    expect(draft.text).toBe('8/8/8/3QK3');
  });

  it('cannot be changed once it is locked', async () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/4K3', 1, { whiteLocked: true }));
    draft.act('P@e2');
    draft.clear();
    await vi.runAllTimersAsync();
    expect(draft.text).toBe('8/8/8/4K3');
    expect(sent).toEqual([]);
    expect(draft.targets.size).toBe(0);
  });

  it('is complete with a king and within its budget', () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/3Q4', 1));
    expect(draft.complete).toBe(false);
    draft.usual();
    expect(draft.complete).toBe(true);
    expect(draft.left).toBe(0);
  });

  it('does not offer the usual army where it is too dear', () => {
    const draft = newDraft();
    draft.take(drafting('8/8/8/4K3', 1, { budget: 20 }));
    draft.usual();
    expect(draft.text).toBe('8/8/8/4K3');
  });
});
