import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isResumed } from '#app/features/admin/session/login-state.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { draftStorage } from './draft-storage.ts';
import { claimedTab, claimTab, openTabs } from './tab-name.ts';

const prefix = 'admin-kept:';

/**
 * State of a small form (a dialog's field) that survives an expired session: it is restored after
 * signing in again. `null` clears it; an updater function gets the current value, since people keep
 * typing while waiting for a response. `evenOtherwise` decides which values to restore without a
 * new sign-in as well. Each tab has its own state, and takes over what a closed or crashed tab left
 * behind; what another open tab holds is that tab's alone.
 */
export function useStoredState<T>(
  name: string,
  evenOtherwise: (value: T) => boolean = () => false,
): [T | null, (value: T | null | ((now: T | null) => T | null)) => void] {
  const [base] = useState(() => `${prefix}${readStoredSession()?.userId ?? ''}:${name}`);
  const resumed = isResumed(useLocation().state);
  const isWanted = useRef(evenOtherwise);
  isWanted.current = (kept) => resumed || evenOtherwise(kept);
  const [value, setValue] = useState<T | null>(() => {
    const tab = claimedTab();
    return tab === null ? null : findOwn(base, tab, isWanted.current);
  });
  const latest = useRef(value);
  const touched = useRef(false);
  const keep = useCallback(
    (change: T | null | ((now: T | null) => T | null)) => {
      const next = change instanceof Function ? change(latest.current) : change;
      touched.current = true;
      latest.current = next;
      setValue(next);
      // Until then, this tab may be a duplicate that still has the name of the other.
      void claimTab().then((tab) => write(slotOf(base, tab), next));
    },
    [base],
  );
  useEffect(() => {
    let left = false;
    const isFree = () => !left && !touched.current && latest.current === null;
    void (async () => {
      const tab = await claimTab();
      if (!isFree()) return;
      const own = findOwn(base, tab, isWanted.current);
      if (own !== null) {
        latest.current = own;
        setValue(own);
        return;
      }
      const open = await openTabs();
      const found = isFree() ? findOrphan(base, open, isWanted.current) : null;
      if (!found) return;
      keep(found.value);
      write(found.slot, null);
    })();
    return () => {
      left = true;
    };
  }, [base, keep]);
  return [value, keep];
}

/** For fields that hold no amount: restores what was typed after a reload or closing the dialog too. */
export function alwaysRestore(): boolean {
  return true;
}

const slotOf = (base: string, tab: string) => `${base}#${tab}`;

function findOwn<T>(base: string, tab: string, isWanted: (value: T) => boolean): T | null {
  const value = read<T>(slotOf(base, tab));
  return value !== null && isWanted(value) ? value : null;
}

/**
 * What a tab that is no longer open left behind, or a version of the shop in which tabs had no slots.
 * Without locks it is unknown which tabs are open.
 */
export function findOrphan<T>(
  base: string,
  open: ReadonlySet<string>,
  isWanted: (value: T) => boolean,
): { slot: string; value: T } | null {
  if (open.size === 0) return null;
  const slots = new Set([...open].map((tab) => slotOf(base, tab)));
  const orphans = draftStorage
    .keys()
    .filter((slot) => (slot === base || slot.startsWith(`${base}#`)) && !slots.has(slot));
  for (const slot of orphans) {
    const value = read<T>(slot);
    if (value !== null && isWanted(value)) return { slot, value };
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
