import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { type CorrectableFacts, describeChanges } from '#domain/batch-passport.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { rowKey } from '../data/save-unchanged.ts';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';
import { type Question, useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import type { Batch } from './batch-text.ts';
import { batchKey } from './read-batch.ts';

interface Notices {
  /** A function is called once it is done. */
  done: string | (() => string);
  failed: string;
}

export type Stored =
  /** `revision` is that of the latest signed passport. */
  | { kind: 'saved'; revision: number }
  /** Nothing was stored: it says already what it would say. */
  | { kind: 'unchanged' }
  /** Nothing was stored: what is there is no longer what was seen. */
  | { kind: 'overtaken' }
  /** A toast says why. Also returned if the admin declined the question. */
  | { kind: 'failed' };

/** A correction, with the published data it is based on. */
export interface Correction {
  /** Of the passport the admin saw. */
  revision: number;
  before: Partial<CorrectableFacts>;
  after: Partial<CorrectableFacts>;
  /** The form that `correct-batch` expects: `{batch?, results?, documents?}`. */
  changes: Record<string, unknown>;
}

export const correctionPublished = 'Correction published';
export const nothingDiffers = 'Nothing differs from what is published.';

const nothingSaid: CorrectableFacts = {
  ...{ madeOn: null, bestBefore: null, unitsMade: null, origin: null },
  ...{ results: [], documents: [] },
};

/** Changes one batch, with a toast for each outcome; then everything shown about it is loaded again. */
export function useBatchChanges(batch: Pick<Batch, 'id' | 'code'>) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /**
   * Resolves to whether it succeeded. If `run` resolves to false, nothing was done and no toast is
   * shown.
   */
  async function change(
    run: (calls: AdminCalls) => Promise<unknown>,
    { done, failed }: Notices,
  ): Promise<boolean> {
    try {
      if ((await run(calls)) === false) return false;
      showToast({ title: typeof done === 'string' ? done : done() });
      return true;
    } catch (error) {
      showToast({ title: failed, description: messageOf(error), variant: 'destructive' });
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey: listKey('batches') });
      await Promise.all([
        queries.invalidateQueries({ queryKey: rowKey('batches', batch.id) }),
        queries.invalidateQueries({ queryKey: batchKey(batch.id) }),
      ]);
    }
  }

  return {
    change,
    async changeAfter(question: Question, ...rest: Parameters<typeof change>): Promise<boolean> {
      return (await ask(question)) !== false && change(...rest);
    },
    /** Asks, unless that `isAgreed`, then publishes what is said here in place of what is published. */
    async correct(reason: string, correction: Correction, isAgreed: boolean): Promise<Stored> {
      const { revision, before, after, changes } = correction;
      const lines = describeChanges({ ...nothingSaid, ...before }, { ...nothingSaid, ...after });
      if (lines.length === 0) {
        showToast({ title: nothingDiffers });
        return { kind: 'unchanged' };
      }
      const answer =
        isAgreed ||
        (await ask({
          title: `Publish a correction of ${batch.code}?`,
          text: 'The passport is signed again and shows what changed, when and why. The previous version stays in the public log.',
          confirm: 'Publish correction',
          choice: <ChangedLines lines={lines} />,
        }));
      let stored: Stored = { kind: 'failed' };
      if (!answer) return stored;
      await change(
        async ({ invoke }) => {
          try {
            const { passport } = await invoke<{ passport: { revision: number } }>('correct-batch', {
              ...{ batchId: batch.id, reason: reason.trim(), seen: { revision }, ...changes },
            });
            stored = { kind: 'saved', revision: passport.revision };
            return true;
          } catch (error) {
            if (!isOvertaken(error)) throw error;
            stored = { kind: 'overtaken' };
            return false;
          }
        },
        { done: correctionPublished, failed: 'The correction was not published' },
      );
      return stored;
    },
  };
}

/**
 * "Nothing to correct" means that somebody else, or a click whose response was lost, published the
 * same.
 */
function isOvertaken(error: unknown): boolean {
  return (
    error instanceof AdminFailure &&
    (error.code === 'batch_changed' || error.code === 'nothing_to_correct')
  );
}

function ChangedLines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm break-words">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
