import { repeatDeadlocked } from '#server/orders/repeat-deadlocked.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Refusal } from './refuse-order.ts';

/** Another request with the same key has committed meanwhile. */
export class KeyTaken extends Error {}

/** Thrown to roll back an order that can't be fulfilled. */
export class OrderRolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const maxTries = 3;

/** Creates in one transaction, or returns what a concurrent request with the same key created. */
export async function createByKey<T>(
  db: Tables,
  create: (tx: Tables) => Promise<T>,
): Promise<T | Refusal> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await repeatDeadlocked(() => db.transaction().execute(create));
    } catch (error) {
      if (error instanceof OrderRolledBack) return error.refusal;
      if (tries === maxTries || !(error instanceof KeyTaken)) throw error;
    }
  }
}
