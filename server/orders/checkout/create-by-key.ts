import { DatabaseError } from '@liv-fit/backend/database';
import type { Tables } from '#server/orders/tables.ts';
import type { Refusal } from './refuse-order.ts';

/** Another request with the same key has committed meanwhile. */
export class KeyTaken extends Error {}

/** Thrown to roll back an order that can't be fulfilled. */
export class Undone extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const mostTries = 3;

/** Creates in one transaction, or returns what a concurrent request with the same key created. */
export async function createByKey<T>(
  db: Tables,
  create: (tx: Tables) => Promise<T>,
): Promise<T | Refusal> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(create);
    } catch (error) {
      if (error instanceof Undone) return error.refusal;
      if (tries === mostTries || !(error instanceof KeyTaken || isDeadlock(error))) throw error;
    }
  }
}

/** The owner may be changing several of the products at the same time, in a different sequence. */
function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '40P01';
}
