import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@liv-fit/backend/database';
import { readOldestProgram } from './require-current-program.ts';

/**
 * In milliseconds. Probes give up after about two seconds, and a frozen server never answers. The
 * embedded database may be busy with the shop's own work, and there is no other process to send
 * requests to.
 */
const longestWait = { postgres: 1_500, pglite: 5_000 };
/** Below this, uploads and the embedded database are about to fail. */
const leastFreeBytes = 50 * 1024 * 1024;

/** Whether requests should be sent to this process, as reported by `/readyz`. */
export interface Readiness {
  /** Why not, for the operator; null if ready. */
  whyNot(): Promise<string | null>;
  /** Marks the shop as shutting down. */
  end(): void;
}

export interface ReadinessParts {
  database: Pick<Database, 'kind' | 'query'>;
  /** The program's version, given by its newest migration. */
  program: string;
  /** Free space on the data disk; null if unknown. */
  freeBytes: () => Promise<number | null>;
  onError: (error: unknown) => void;
}

export function createReadiness({
  database,
  program,
  freeBytes,
  onError,
}: ReadinessParts): Readiness {
  let ending = false;
  let asking: ReturnType<typeof askDatabase> | null = null;
  /** One query at a time: probes that arrive while it is waiting take no further connections. */
  const ask = () => {
    asking ??= askDatabase(database).finally(() => {
      asking = null;
    });
    return asking;
  };
  return {
    async whyNot() {
      if (ending) return 'ending';
      try {
        const { oldest, readOnly } = await Promise.race([
          ask(),
          silence(longestWait[database.kind]),
        ]);
        if (readOnly) return 'database is read-only';
        if (oldest !== null && program < oldest) return 'older than its database';
      } catch (error) {
        onError(error);
        return 'database unavailable';
      }
      const free = await freeBytes();
      return free !== null && free < leastFreeBytes ? 'disk full' : null;
    },
    end() {
      ending = true;
    },
  };
}

/** A standby after a failover responds, but accepts no writes. */
async function askDatabase(database: Pick<Database, 'query'>) {
  const oldest = await readOldestProgram(database);
  const { rows } = await database.query<{ read_only: boolean }>({
    text: `select current_setting('transaction_read_only')::boolean as read_only`,
  });
  return { oldest, readOnly: rows[0]?.read_only ?? false };
}

async function silence(milliseconds: number): Promise<never> {
  await sleep(milliseconds, undefined, { ref: false });
  throw new Error(`The database has not answered in ${milliseconds} ms.`);
}
