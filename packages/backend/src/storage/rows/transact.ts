import type { Queryable, RequestContext } from '../../database/database.ts';
import type { StorageCall } from '../services.ts';

type Work<T> = (tx: Queryable) => Promise<T>;

/** Runs a transaction in which row security sees the caller and the operation. */
export function asCaller<T>(call: StorageCall, work: Work<T>): Promise<T> {
  return run(call, call.context, work);
}

/**
 * Runs a transaction that no policy restricts: for public buckets, for signed URLs, and to finish
 * what the caller's own transaction has allowed. Triggers still see the caller.
 */
export function asService<T>(call: StorageCall, work: Work<T>): Promise<T> {
  return run(call, { ...call.context, role: 'service_role' }, work);
}

function run<T>(call: StorageCall, context: RequestContext, work: Work<T>): Promise<T> {
  return call.database.transactionAs(context, async (tx) => {
    await tx.query({
      name: 'storage_settings',
      text: `select set_config('storage.operation', $1, true),
        set_config('storage.allow_delete_query', 'true', true)`,
      values: [call.operation],
    });
    return work(tx);
  });
}

class PermissionTested extends Error {}

/** Rejects unless the caller's policies allow the work, which is run and rolled back. */
export async function testPermission(call: StorageCall, work: Work<unknown>): Promise<void> {
  await asCaller(call, async (tx) => {
    await work(tx);
    throw new PermissionTested();
  }).catch((error: unknown) => {
    if (!(error instanceof PermissionTested)) throw error;
  });
}
