import { describe, expect, it } from 'vitest';
import { createDraftStore, type StoredDraft } from './draft-store.ts';

function memory() {
  const entries = new Map<string, string>();
  return {
    keys: () => [...entries.keys()],
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const typed = (name: string, tab: string, at: number): StoredDraft => ({
  at: new Date(at).toISOString(),
  changed: { name: { from: '', to: name } },
  newId: null,
  tab,
});

const names = (drafts: StoredDraft[]) => drafts.map(({ changed }) => changed.name?.to);
const base = 'admin-draft:me:products:new';

describe('drafts of one form', () => {
  it('are kept per opened form, and offered in the tab where they were typed', () => {
    const storage = memory();
    const store = createDraftStore(base, storage);
    store.write(store.newSlot(), typed('Stone', 'one', 1));
    store.write(store.newSlot(), typed('Resin', 'two', 2));
    const open = new Set(['one', 'two']);
    expect(names(store.offers('one', open))).toEqual(['Stone']);
    expect(names(store.offers('two', open))).toEqual(['Resin']);
  });

  it('of closed tabs are offered everywhere, newest first, after the own one', () => {
    const storage = memory();
    const store = createDraftStore(base, storage);
    store.write(store.newSlot(), typed('Mine', 'one', 1));
    store.write(store.newSlot(), typed('Older', 'gone', 2));
    store.write(store.newSlot(), typed('Newer', 'gone too', 3));
    expect(names(store.offers('one', new Set(['one'])))).toEqual(['Mine', 'Newer', 'Older']);
  });

  it('of other forms stay apart, and one from before there were slots is found', () => {
    const storage = memory();
    const store = createDraftStore(base, storage);
    const other = createDraftStore(`${base}er`, storage);
    other.write(other.newSlot(), typed('Other', 'one', 2));
    storage.setItem(base, JSON.stringify({ ...typed('Former', '', 1), tab: undefined }));
    const [former] = store.offers('one', new Set(['one']));
    expect(names(former ? [former] : [])).toEqual(['Former']);
    store.forget(former?.slot ?? '');
    expect(store.offers('one', new Set())).toEqual([]);
    expect(names(other.offers('one', new Set()))).toEqual(['Other']);
  });

  it('do not pile up', () => {
    const storage = memory();
    const store = createDraftStore(base, storage);
    for (let at = 0; at < 30; at += 1) store.write(store.newSlot(), typed(`${at}`, 'gone', at));
    expect(storage.keys()).toHaveLength(20);
    expect(names(store.offers('one', new Set()))[0]).toBe('29');
  });
});
