import type { Database } from '@liv-fit/backend/database';
import { readOldestProgram } from './require-current-program.ts';

/** Below this, uploads and the embedded database are about to fail. */
const leastFreeBytes = 50 * 1024 * 1024;

/** Whether requests should be sent to this process, as `/readyz` says it. */
export interface Readiness {
  /** Why not, for the operator; null while ready. */
  whyNot(): Promise<string | null>;
  /** Marks the shop as shutting down. */
  end(): void;
}

export interface ReadinessParts {
  database: Pick<Database, 'query'>;
  /** Which program this is, by its newest migration. */
  program: string;
  /** Where the data lies; null where that cannot be found out. */
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
  return {
    async whyNot() {
      if (ending) return 'ending';
      try {
        const oldest = await readOldestProgram(database);
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
