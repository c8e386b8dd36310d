import { AsyncLocalStorage } from 'node:async_hooks';

const visitors = new AsyncLocalStorage<string>();

/**
 * Runs work that the server does for a visitor's request. It gives the visitor no rights: when many
 * statements wait, the server's own ones take turns between visitors.
 */
export function workFor<T>(visitor: string, work: () => T): T {
  return visitors.run(visitor, work);
}

/** The visitor whose request is being served; undefined for the server's own work. */
export function currentVisitor(): string | undefined {
  return visitors.getStore();
}
