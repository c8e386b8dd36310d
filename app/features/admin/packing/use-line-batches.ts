import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { dayIn } from '#domain/day-in.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import type { NotedBatch, PackedOrder } from './read-packing.ts';
import { noteLineBatches } from './store-line-batches.ts';
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

  /** Null where it failed. */
  const store = useCallback(
    async (write: () => Promise<LineBatches[]>): Promise<LineBatches[] | null> => {
      try {
        const noted = await write();
        setChanged((before) => ({
          ...before,
          ...Object.fromEntries(
            noted.map(({ orderId, line, batches }) => [keyOf(orderId, line), batches]),
          ),
        }));
        return noted;
      } catch (error) {
        showToast({
          title: 'Failed to note the batch',
          description: messageOf(error),
          variant: 'destructive',
        });
        return null;
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
      storing.current = storing.current.then(() =>
        store(() => noteLineBatches(calls, [{ orderId, line, batches }], { replace: true })),
      );
    },
    [calls, stock, store],
  );

  async function noteSuggested(chosen: readonly PackedOrder[]): Promise<void> {
    if (busy) return;
    const today = dayIn(site.timeZone);
    const suggested = new Map(
      suggestBatches(chosen, stock, today).map((each) => [keyOf(each.orderId, each.line), each]),
    );
    // Those that nothing is left for too: something may be noted on them that this page has not heard of.
    const open = chosen.flatMap(({ order, lines }) =>
      lines
        .filter(({ batches }) => batches.length === 0)
        .map(
          ({ place }): LineBatches =>
            suggested.get(keyOf(order.id, place)) ?? {
              orderId: order.id,
              line: place,
              batches: [],
            },
        ),
    );
    setBusy(true);
    const stands = await store(() => noteLineBatches(calls, open));
    setBusy(false);
    if (!stands) return;
    const noted = stands.filter(({ batches }) => batches.length > 0).length;
    const rest = open.length - noted;
    showToast({
      title: noted === 1 ? '1 batch noted' : `${noted} batches noted`,
      description:
        rest > 0
          ? `For ${rest === 1 ? '1 line' : `${rest} lines`} there is no released batch with enough units left.`
          : undefined,
    });
  }

  return { orders, stock, busy, choose, noteSuggested };
}

const keyOf = (orderId: string, line: number) => `${orderId} ${line}`;
