import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { isResumed } from '#app/features/admin/session/login-state.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';

const prefix = 'admin-kept:';

/**
 * State of a small form (a dialog's field) that an ended session does not lose: whoever signs in
 * again and is led back finds it as it was. `null` forgets it. `evenOtherwise`: which values to
 * take up however one comes back.
 */
export function useStoredState<T>(
  name: string,
  evenOtherwise: (value: T) => boolean = () => false,
): [T | null, (value: T | null) => void] {
  const [key] = useState(() => `${prefix}${readStoredSession()?.userId ?? ''}:${name}`);
  const resumed = isResumed(useLocation().state);
  const [value, setValue] = useState<T | null>(() => {
    const kept = read<T>(key);
    return kept !== null && (resumed || evenOtherwise(kept)) ? kept : null;
  });
  const keep = useCallback(
    (next: T | null) => {
      setValue(next);
      write(key, next);
    },
    [key],
  );
  return [value, keep];
}

/** After signing out: addresses and amounts that were typed into dialogs. */
export function clearStoredState(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage, nothing is stored.
  }
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or refused: the form itself still holds it.
  }
}
