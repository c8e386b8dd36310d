import { afterEach, expect, it, vi } from 'vitest';
import { findOrphan } from './use-stored-state.ts';

afterEach(() => vi.unstubAllGlobals());

function stored(entries: Record<string, unknown>): void {
  const json = Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]);
  const storage = Object.fromEntries(json);
  Object.defineProperty(storage, 'getItem', { value: (key: string) => storage[key] ?? null });
  vi.stubGlobal('localStorage', storage);
}

it('takes over what a closed or crashed tab left, never what another open tab holds', () => {
  stored({ 'note:1#open': 'theirs', 'note:1#gone': 'mine', 'note:10#gone': 'no' });
  const open = new Set(['open', 'this']);
  expect(findOrphan('note:1', open, () => true)).toEqual({ slot: 'note:1#gone', value: 'mine' });
  expect(findOrphan('note:1', open, () => false)).toBeNull();
  expect(findOrphan('note:1', new Set(['open', 'gone']), () => true)).toBeNull();
  expect(findOrphan('note:1', new Set(), () => true)).toBeNull();
});

it('takes over what is wanted, also of a version in which tabs had no slots', () => {
  stored({ 'refund:1#gone': { unanswered: false }, 'refund:1': { unanswered: true } });
  const isWanted = (kept: { unanswered: boolean }) => kept.unanswered;
  expect(findOrphan('refund:1', new Set(['this']), isWanted)?.slot).toBe('refund:1');
});
