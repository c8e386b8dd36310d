import type { Tables } from '#server/orders/tables.ts';
import type { Refusal } from './refuse-order.ts';

/** Another request with the same key committed meanwhile. */
export class KeyTaken extends Error {}

/** Thrown to roll back an order that cannot be filled. */
export class Undone extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Creates in one transaction, or returns what a concurrent request with the same key created. */
export async function createByKey<T>(
  db: Tables,
  create: (tx: Tables) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await db.transaction().execute(create);
  } catch (error) {
    if (error instanceof Undone) return error.refusal;
    if (!(error instanceof KeyTaken)) throw error;
    return db.transaction().execute(create);
  }
}
