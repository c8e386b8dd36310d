import { AsyncLocalStorage } from 'node:async_hooks';

const visitors = new AsyncLocalStorage<string>();

/**
 * Runs work that the server does because of this visitor's request. The visitor has no rights by
 * it: where much waits, the server's own statements take turns between visitors.
 */
export function workFor<T>(visitor: string, work: () => T): T {
  return visitors.run(visitor, work);
}

/** Whose request is being worked on; undefined for what the server does by itself. */
export function currentVisitor(): string | undefined {
  return visitors.getStore();
}
