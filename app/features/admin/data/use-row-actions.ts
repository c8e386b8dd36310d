import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { messageOf } from './admin-failure.ts';
import { type AdminCalls, type ListName, useAdminCalls } from './use-admin-calls.ts';

/** Throws when it did not work out. */
type Change = (calls: AdminCalls) => Promise<unknown>;

interface Removal {
  /** How it is asked for: 'Delete "Mira"?' */
  title: string;
  text: string;
  done: string;
  failed: string;
  remove: Change;
}

/** What a list does to its rows: with a notice for each outcome, and the list read anew. */
export function useRowActions(list: ListName) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /** Resolves to whether it worked out. */
  async function change(run: Change, done: string, failed: string): Promise<boolean> {
    try {
      await run(calls);
      showToast({ title: done });
      return true;
    } catch (error) {
      showToast({ title: failed, description: messageOf(error), variant: 'destructive' });
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: listKey(list) });
    }
  }

  return {
    change,
    /** Asks first. Resolves to whether it was deleted. */
    async remove({ title, text, done, failed, remove }: Removal): Promise<boolean> {
      if (!(await ask({ title, text, confirm: 'Delete', danger: true }))) return false;
      return change(remove, done, failed);
    },
  };
}
