import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { dayIn } from '#domain/day-in.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import type { NotedBatch, PackedOrder } from './read-packing.ts';
import { noteLineBatches, replaceLineBatches } from './store-line-batches.ts';
import { type BatchStock, type LineBatches, suggestBatches } from './suggest-batches.ts';

const stockKey = ['batch stock'] as const;
const none: readonly BatchStock[] = [];

/** Released batches with what is left of each, the oldest first. */
function useBatchStock(): readonly BatchStock[] {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: stockKey,
    queryFn: () => calls.run((tables) => tables.rpc('admin_batch_stock')),
  });
  return data ?? none;
}

/** Which batch goes into which line: noted at once, by line or for all that have none. */
export function useLineBatches(shown: readonly PackedOrder[]) {
  const { site } = useShop();
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const stock = useBatchStock();
  const [changed, setChanged] = useState<Readonly<Record<string, readonly NotedBatch[]>>>({});
  const [busy, setBusy] = useState(false);

  const orders = useMemo(
    () =>
      Object.keys(changed).length === 0
        ? shown
        : shown.map((packed) =>
            packed.lines.some(({ place }) => changed[keyOf(packed.order.id, place)])
              ? {
                  ...packed,
                  lines: packed.lines.map((line) => ({
                    ...line,
                    batches: changed[keyOf(packed.order.id, line.place)] ?? line.batches,
                  })),
                }
              : packed,
          ),
    [shown, changed],
  );

  /** A list may be moved through by keys faster than the database answers. */
  const storing = useRef<Promise<unknown>>(Promise.resolve());

  const store = useCallback(
    async (lines: readonly LineBatches[], write: () => Promise<void>) => {
      try {
        await write();
        setChanged((before) => ({
          ...before,
          ...Object.fromEntries(
            lines.map(({ orderId, line, batches }) => [keyOf(orderId, line), batches]),
          ),
        }));
        return true;
      } catch (error) {
        showToast({
          title: 'Failed to note the batch',
          description: messageOf(error),
          variant: 'destructive',
        });
        return false;
      } finally {
        void queries.invalidateQueries({ queryKey: stockKey });
        void queries.invalidateQueries({ queryKey: ['order'] });
      }
    },
    [queries],
  );

  /** An empty id: from no batch. */
  const choose = useCallback(
    (orderId: string, line: number, batchId: string, quantity: number) => {
      const batch = stock.find((each) => each.batch_id === batchId);
      const batches = batch ? [{ batchId, code: batch.code, quantity }] : [];
      const chosen = { orderId, line, batches };
      storing.current = storing.current.then(() =>
        store([chosen], () => replaceLineBatches(calls, chosen)),
      );
    },
    [calls, stock, store],
  );

  async function noteSuggested(chosen: readonly PackedOrder[]): Promise<void> {
    if (busy) return;
    const today = dayIn(site.timeZone);
    const lines = suggestBatches(chosen, stock, today);
    const open = chosen.flatMap(({ lines: all }) => all).filter(({ batches }) => !batches.length);
    setBusy(true);
    const done = await store(lines, () => noteLineBatches(calls, lines));
    setBusy(false);
    if (!done) return;
    const rest = open.length - lines.length;
    showToast({
      title: lines.length === 1 ? '1 batch noted' : `${lines.length} batches noted`,
      description:
        rest > 0
          ? `For ${rest === 1 ? '1 line' : `${rest} lines`} there is no released batch with enough units left.`
          : undefined,
    });
  }

  return { orders, stock, busy, choose, noteSuggested };
}

const keyOf = (orderId: string, line: number) => `${orderId} ${line}`;
