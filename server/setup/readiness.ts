import type { Database } from '@liv-fit/backend/database';

/** Below this, uploads and the embedded database are about to fail. */
const leastFreeBytes = 50 * 1024 * 1024;

/** Whether requests should be sent to this process, as `/readyz` says it. */
export interface Readiness {
  /** In words for the operator; null while they may come. */
  whyNot(): Promise<string | null>;
  /** Says from now on that the shop is ending. */
  end(): void;
}

export interface ReadinessParts {
  database: Pick<Database, 'query'>;
  /** Where the data lies; null where that cannot be found out. */
  freeBytes: () => Promise<number | null>;
  onError: (error: unknown) => void;
}

export function createReadiness({ database, freeBytes, onError }: ReadinessParts): Readiness {
  let ending = false;
  return {
    async whyNot() {
      if (ending) return 'ending';
      try {
        await database.query({ text: 'select 1' });
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
