import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { messageOf } from './admin-failure.ts';
import type { RuleTable } from './save-unchanged.ts';
import { noteChangeOf } from './told-facts.ts';
import { type AdminCalls, type ListName, useAdminCalls } from './use-admin-calls.ts';

/** Throws if it fails. */
type Change = (calls: AdminCalls) => Promise<unknown>;

interface Notices {
  done: string;
  failed: string;
  /** The rows concerned, shown below the message. */
  about?: string | undefined;
}

interface Deletion extends Notices {
  /** The question: 'Delete "Mira"?' */
  title: string;
  text: string;
  from:
    | 'products'
    | 'contacts'
    | 'testimonials'
    | 'partners'
    | 'blog_posts'
    | 'validity_codes'
    | 'batches'
    | 'code_reports'
    | 'recalls'
    | RuleTable;
  rows: readonly { id: string }[];
}

/** Actions on a list's rows, with a toast for each outcome; reloads the list. */
export function useRowActions(list: ListName | RuleTable) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /** Resolves to whether it succeeded. */
  async function change(run: Change, { done, failed, about }: Notices): Promise<boolean> {
    try {
      await run(calls);
      noteChangeOf(list);
      showToast({ title: done, description: about });
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
    async remove({ title, text, from, rows, ...notices }: Deletion): Promise<boolean> {
      if (!(await ask({ title, text, confirm: 'Delete', danger: true }))) return false;
      return change(
        ({ run }) => run((tables) => tables.from(from).delete().in('id', idsOf(rows))),
        notices,
      );
    },
  };
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
