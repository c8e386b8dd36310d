import { readStored, unstored } from './stored-session.ts';

/** Whether a reload would end a session. */
export const holdsUnstoredSession = (): boolean => unstored.size > 0;

/**
 * Where the official client stores the session: the browser's storage, or this page's memory if
 * that is full or refused.
 */
export const sessionStore = {
  getItem: readStored,
  setItem(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value);
      unstored.delete(key);
    } catch {
      // What is stored there is older, and must not come back.
      sessionStore.removeItem(key);
      unstored.set(key, value);
    }
  },
  removeItem(key: string): void {
    unstored.delete(key);
    try {
      window.localStorage.removeItem(key);
    } catch {
      // Then nothing is stored.
    }
  },
};
