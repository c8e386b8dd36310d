import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isResumed } from '#app/features/admin/session/login-state.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { keptStorage } from './kept-storage.ts';
import { claimTab, tabName } from './tab-name.ts';

const prefix = 'admin-kept:';

/**
 * State of a small form (a dialog's field) that survives an ended session: it is restored after
 * signing in again. `null` clears it; an updater function gets the current value, since people keep
 * typing while an answer is awaited. `evenOtherwise` says which values to restore without a sign-in
 * too. Each tab has its own.
 */
export function useStoredState<T>(
  name: string,
  evenOtherwise: (value: T, isOwn: boolean) => boolean = () => false,
): [T | null, (value: T | null | ((now: T | null) => T | null)) => void] {
  const [base] = useState(() => `${prefix}${readStoredSession()?.userId ?? ''}:${name}`);
  const resumed = isResumed(useLocation().state);
  const [taken] = useState(() =>
    takeStored<T>(base, tabName(), (kept, isOwn) => resumed || evenOtherwise(kept, isOwn)),
  );
  const [value, setValue] = useState<T | null>(taken?.value ?? null);
  const latest = useRef(value);
  const keep = useCallback(
    (change: T | null | ((now: T | null) => T | null)) => {
      const next = change instanceof Function ? change(latest.current) : change;
      latest.current = next;
      setValue(next);
      write(`${base}#${tabName()}`, next);
      // Editing continued in this tab.
      if (taken && taken.slot !== `${base}#${tabName()}`) write(taken.slot, null);
    },
    [base, taken],
  );
  useEffect(() => void claimTab(), []);
  return [value, keep];
}

/** For fields that hold no amount: what this tab left there, by a reload or by closing the dialog. */
export function ofThisTab(_value: unknown, isOwn: boolean): boolean {
  return isOwn;
}

/** What to take up in a tab: its own, else what another one left. */
export function takeStored<T>(
  base: string,
  tab: string,
  isWanted: (value: T, isOwn: boolean) => boolean,
): { slot: string; value: T } | null {
  const own = `${base}#${tab}`;
  const others = keptStorage
    .keys()
    .filter((slot) => slot !== own && (slot === base || slot.startsWith(`${base}#`)));
  for (const slot of [own, ...others]) {
    const value = read<T>(slot);
    if (value !== null && isWanted(value, slot === own)) return { slot, value };
  }
  return null;
}

/** Called after signing out: forgets email addresses and amounts typed into dialogs. */
export function clearStoredState(): void {
  for (const key of keptStorage.keys()) {
    if (key.startsWith(prefix)) keptStorage.removeItem(key);
  }
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(keptStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  if (value === null) keptStorage.removeItem(key);
  else keptStorage.setItem(key, JSON.stringify(value));
}
