import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isResumed } from '#app/features/admin/session/login-state.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { draftStorage } from './draft-storage.ts';
import { claimTab, openTabs, tabName } from './tab-name.ts';

const prefix = 'admin-kept:';

/**
 * State of a small form (a dialog's field) that survives an expired session: it is restored after
 * signing in again. `null` clears it; an updater function gets the current value, since people keep
 * typing while waiting for a response. `evenOtherwise` decides which values to restore without a
 * new sign-in as well. Each tab has its own state, and takes over what a closed or crashed tab left
 * behind.
 */
export function useStoredState<T>(
  name: string,
  evenOtherwise: (value: T, isOwn: boolean) => boolean = () => false,
): [T | null, (value: T | null | ((now: T | null) => T | null)) => void] {
  const [base] = useState(() => `${prefix}${readStoredSession()?.userId ?? ''}:${name}`);
  const resumed = isResumed(useLocation().state);
  const [taken] = useState(() =>
    findRestorable<T>(base, tabName(), (kept, isOwn) => resumed || evenOtherwise(kept, isOwn)),
  );
  const [value, setValue] = useState<T | null>(taken?.value ?? null);
  const latest = useRef(value);
  const touched = useRef(false);
  const wanted = useRef(evenOtherwise);
  wanted.current = evenOtherwise;
  const keep = useCallback(
    (change: T | null | ((now: T | null) => T | null)) => {
      const next = change instanceof Function ? change(latest.current) : change;
      touched.current = true;
      latest.current = next;
      setValue(next);
      write(`${base}#${tabName()}`, next);
      // From here on, this tab's slot holds the text.
      if (taken && taken.slot !== `${base}#${tabName()}`) write(taken.slot, null);
    },
    [base, taken],
  );
  useEffect(() => {
    let left = false;
    void (async () => {
      await claimTab();
      const found = findOrphan<T>(base, await openTabs(), (kept) => wanted.current(kept, true));
      if (left || touched.current || latest.current !== null || !found) return;
      keep(found.value);
      write(found.slot, null);
    })();
    return () => {
      left = true;
    };
  }, [base, keep]);
  return [value, keep];
}

/**
 * For fields that hold no amount: restores what this tab itself stored, before a reload or when
 * closing the dialog.
 */
export function ofThisTab(_value: unknown, isOwn: boolean): boolean {
  return isOwn;
}

/** What a tab that is no longer open left behind. Without locks it is unknown which tabs those are. */
export function findOrphan<T>(
  base: string,
  open: ReadonlySet<string>,
  isWanted: (value: T) => boolean,
): { slot: string; value: T } | null {
  if (open.size === 0) return null;
  const orphans = draftStorage
    .keys()
    .filter((slot) => slot.startsWith(`${base}#`) && !open.has(slot.slice(base.length + 1)));
  for (const slot of orphans) {
    const value = read<T>(slot);
    if (value !== null && isWanted(value)) return { slot, value };
  }
  return null;
}

/** What to restore in a tab: its own state, or else what another tab left. */
export function findRestorable<T>(
  base: string,
  tab: string,
  isWanted: (value: T, isOwn: boolean) => boolean,
): { slot: string; value: T } | null {
  const own = `${base}#${tab}`;
  const others = draftStorage
    .keys()
    .filter((slot) => slot !== own && (slot === base || slot.startsWith(`${base}#`)));
  for (const slot of [own, ...others]) {
    const value = read<T>(slot);
    if (value !== null && isWanted(value, slot === own)) return { slot, value };
  }
  return null;
}

/** Called after signing out: deletes email addresses and amounts typed into dialogs. */
export function clearStoredState(): void {
  for (const key of draftStorage.keys()) {
    if (key.startsWith(prefix)) draftStorage.removeItem(key);
  }
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(draftStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  if (value === null) draftStorage.removeItem(key);
  else draftStorage.setItem(key, JSON.stringify(value));
}
