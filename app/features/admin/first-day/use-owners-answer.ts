import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { firstDayKey } from './use-first-day.ts';

/** Whether the owner has confirmed that the shop charges no tax. */
export const noTaxKey = ['charges-no-tax'];

/** Saves what only the owner can know. */
export function useConfirmNoTax() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  return async (
    key: 'charges_no_tax' | 'first_day_hidden',
    value: boolean,
    done: { title: string; description?: string },
  ): Promise<void> => {
    try {
      await calls.run((tables) =>
        tables.from('site_settings').upsert({ key, value }).select('key'),
      );
      showToast(done);
    } catch (error) {
      showToast({
        title: 'Failed to save settings',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
    await Promise.all(
      [firstDayKey, noTaxKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}
