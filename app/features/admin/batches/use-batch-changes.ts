import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';
import { type Question, useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import type { Batch } from './batch-words.ts';
import { batchKey } from './read-batch.ts';

interface Notices {
  done: string;
  failed: string;
}

/** What is done to one batch, with a toast for each outcome; what is shown of it is read again. */
export function useBatchChanges(batch: Pick<Batch, 'id' | 'code'>) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /** Resolves to whether it worked out. */
  async function change(
    run: (calls: AdminCalls) => Promise<unknown>,
    { done, failed }: Notices,
  ): Promise<boolean> {
    try {
      await run(calls);
      showToast({ title: done });
      return true;
    } catch (error) {
      showToast({ title: failed, description: messageOf(error), variant: 'destructive' });
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey: listKey('batches') });
      void queries.invalidateQueries({ queryKey: ['row', 'batches', batch.id] });
      await queries.invalidateQueries({ queryKey: batchKey(batch.id) });
    }
  }

  return {
    change,
    async changeAfter(question: Question, ...rest: Parameters<typeof change>): Promise<boolean> {
      return (await ask(question)) !== false && change(...rest);
    },
    /** Asks, then publishes what is said here in place of what is published. */
    async correct(reason: string, changes: Record<string, unknown>): Promise<boolean> {
      const answer = await ask({
        title: `Publish a correction of ${batch.code}?`,
        text: 'The passport is signed again and shows what changed, when and why. The previous version stays in the public log.',
        confirm: 'Publish correction',
      });
      if (!answer) return false;
      return change(
        ({ invoke }) =>
          invoke('correct-batch', { batchId: batch.id, reason: reason.trim(), ...changes }),
        { done: 'Correction published', failed: 'The correction was not published' },
      );
    },
  };
}
