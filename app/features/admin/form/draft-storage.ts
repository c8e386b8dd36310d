/**
 * Stores unsaved work in this browser's storage, or, if that is full or refused, in memory for as
 * long as the page lives. In the latter case, leaving the page needs a warning.
 */

/** What the browser's storage did not accept, by key. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

export const draftStorage = {
  keys: (): string[] => [
    ...new Set([...unstored.keys(), ...attempt(() => Object.keys(localStorage), [])]),
  ],

  getItem: (key: string): string | null =>
    unstored.get(key) ?? attempt(() => localStorage.getItem(key), null),

  setItem(key: string, value: string): void {
    const stored = attempt(() => {
      localStorage.setItem(key, value);
      return true;
    }, false);
    if (stored) unstored.delete(key);
    else unstored.set(key, value);
    changed();
  },

  removeItem(key: string): void {
    attempt(() => localStorage.removeItem(key), undefined);
    unstored.delete(key);
    changed();
  },
};

/** Whether a reload would lose something stored only in memory. */
export const holdsUnstored = (): boolean => unstored.size > 0;

/** Calls the listener whenever that may have changed. Returns a function that unsubscribes. */
export function onUnstoredChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  if (holdsUnstored()) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Without storage, nothing is stored. */
function attempt<T>(what: () => T, otherwise: T): T {
  try {
    return what();
  } catch {
    return otherwise;
  }
}
