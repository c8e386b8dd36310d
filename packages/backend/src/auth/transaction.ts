import type { Queryable } from '../database/database.ts';
import { Failure } from './failure.ts';
import type { AuthCall } from './services.ts';

class Undo {
  readonly failure: Failure;
  constructor(failure: Failure) {
    this.failure = failure;
  }
}

/**
 * Runs `work` in one transaction as the owner. `request.jwt.claims` names the caller
 * (`service_role` for the holder of the secret key, otherwise `anon`, or the user's own claims if
 * `claims` is given), so that triggers on the account tables can distinguish writers. A returned
 * Failure rolls back, unless it keeps its writes.
 */
export async function inTransaction<T>(
  call: AuthCall,
  work: (tx: Queryable) => Promise<T | Failure>,
  claims?: Readonly<Record<string, unknown>>,
): Promise<T | Failure> {
  const asker = call.writer === 'service' ? { role: 'service_role' } : (claims ?? { role: 'anon' });
  try {
    return await call.database.transaction(async (tx) => {
      await tx.query({
        text: `select set_config('request.jwt.claims', $1, true)`,
        values: [JSON.stringify(asker)],
      });
      const result = await work(tx);
      if (result instanceof Failure && !result.keepsWrites) throw new Undo(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undo) return error.failure;
    throw error;
  }
}
