import { afterEach, describe, expect, it, vi } from 'vitest';
import { findOrphan, findRestorable } from './use-stored-state.ts';

afterEach(() => vi.unstubAllGlobals());

function stored(entries: Record<string, unknown>): void {
  const json = Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]);
  const storage = Object.fromEntries(json);
  Object.defineProperty(storage, 'getItem', { value: (key: string) => storage[key] ?? null });
  vi.stubGlobal('localStorage', storage);
}

describe('what a dialog takes up', () => {
  it("is the tab's own before another tab's", () => {
    stored({ 'parcel:1#other': 'theirs', 'parcel:1#mine': 'mine', 'parcel:10#mine': 'no' });
    expect(findRestorable('parcel:1', 'mine', () => true)).toEqual({
      slot: 'parcel:1#mine',
      value: 'mine',
    });
    expect(findRestorable('parcel:1', 'third', () => true)?.value).toBe('theirs');
  });

  it('tells its own from what another tab left', () => {
    stored({ 'tag:1#other': 'theirs' });
    expect(findRestorable('tag:1', 'mine', (_value, isOwn) => isOwn)).toBeNull();
    stored({ 'tag:1#other': 'theirs', 'tag:1#mine': 'mine' });
    expect(findRestorable('tag:1', 'mine', (_value, isOwn) => isOwn)?.value).toBe('mine');
  });

  it('is what is wanted, wherever it lies', () => {
    stored({ 'refund:1': { unanswered: true }, 'refund:1#mine': { unanswered: false } });
    const found = findRestorable<{ unanswered: boolean }>('refund:1', 'mine', (r) => r.unanswered);
    expect(found?.slot).toBe('refund:1');
  });

  it('includes what a closed or crashed tab left, never what another open tab holds', () => {
    stored({ 'note:1#open': 'theirs', 'note:1#gone': 'mine', 'note:10#gone': 'no' });
    const open = new Set(['open', 'this']);
    expect(findOrphan('note:1', open, () => true)).toEqual({ slot: 'note:1#gone', value: 'mine' });
    expect(findOrphan('note:1', open, () => false)).toBeNull();
    expect(findOrphan('note:1', new Set(['open', 'gone']), () => true)).toBeNull();
    expect(findOrphan('note:1', new Set(), () => true)).toBeNull();
  });
});
