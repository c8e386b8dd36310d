import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { dayIn } from '#domain/day-in.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { describeBatches } from './line-batch.tsx';
import type { NotedBatch, PackedOrder } from './read-packing.ts';
import { storeLineBatches } from './store-line-batches.ts';
import { type BatchStock, isOpen, type LineBatches, suggestBatches } from './suggest-batches.ts';

const stockKey = ['batch stock'] as const;
const none: readonly BatchStock[] = [];
const nothingNoted: Noted['lines'] = {};

/** Released batches with what is left of each, oldest first. */
function useBatchStock(): readonly BatchStock[] {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: stockKey,
    queryFn: () => calls.run((tables) => tables.rpc('admin_batch_stock')),
  });
  return data ?? none;
}

/** By line (`keyOf`) what is noted on it since the orders were read at `readAt`. */
interface Noted {
  readAt: number;
  lines: Readonly<Record<string, readonly NotedBatch[]>>;
}

/**
 * Which batch goes into which line: noted at once, by line or for all that have none. `readAt` says when the orders
 * were read: what was noted before is in them.
 */
export function useLineBatches(shown: readonly PackedOrder[], readAt: number) {
  const { site } = useShop();
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const stock = useBatchStock();
  const [noted, setNoted] = useState<Noted>({ readAt, lines: {} });
  const changed = noted.readAt === readAt ? noted.lines : nothingNoted;
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

  const latest = useRef({ shown, readAt, changed });
  latest.current = { shown, readAt, changed };

  /** A list may be moved through by keys faster than the database answers. */
  const storing = useRef<Promise<unknown>>(Promise.resolve());

  /** Null if it failed. */
  const store = useCallback(
    async (write: () => Promise<LineBatches[]>): Promise<LineBatches[] | null> => {
      try {
        const stands = await write();
        const { changed, readAt } = latest.current;
        const lines = {
          ...changed,
          ...Object.fromEntries(
            stands.map(({ orderId, line, batches }) => [keyOf(orderId, line), batches]),
          ),
        };
        // Before it is rendered: the next one in the queue goes by it.
        latest.current = { ...latest.current, changed: lines };
        setNoted({ readAt, lines });
        return stands;
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

  /** An empty id removes the batch. */
  const choose = useCallback(
    (orderId: string, line: number, batchId: string, quantity: number) => {
      const batch = stock.find((each) => each.batch_id === batchId);
      const batches = batch ? [{ batchId, code: batch.code, quantity, status: 'released' }] : [];
      storing.current = storing.current.then(async () => {
        const { shown, changed } = latest.current;
        const seen = changed[keyOf(orderId, line)] ?? batchesIn(shown, orderId, line);
        const stands = await store(() =>
          storeLineBatches(calls, [{ orderId, line, batches, seen }], { replace: true }),
        );
        const now = stands?.[0]?.batches;
        if (!now || describeBatches(now, quantity) === describeBatches(batches, quantity)) return;
        showToast({
          title: 'Failed to note the batch',
          description: `Someone else has changed this line. It is now: ${describeBatches(now, quantity) || 'no batch'}. To replace that, choose again.`,
          variant: 'destructive',
        });
      });
    },
    [calls, stock, store],
  );

  async function noteSuggested(chosen: readonly PackedOrder[]): Promise<void> {
    if (busy) return;
    const today = dayIn(site.timeZone);
    const suggested = new Map(
      suggestBatches(chosen, stock, today).map((each) => [keyOf(each.orderId, each.line), each]),
    );
    const open = chosen.flatMap(({ order, lines }) =>
      lines.filter(isOpen).map(({ place, batches }) => ({
        ...(suggested.get(keyOf(order.id, place)) ?? {
          orderId: order.id,
          line: place,
          batches: [],
        }),
        seen: batches,
      })),
    );
    // Includes lines that nothing is left for: a batch may have been recorded for them that this
    // page does not know. A batch that must not be shipped stays there until there is another.
    const sent = open.filter(({ batches, seen }) => batches.length > 0 || seen.length === 0);
    const replace = sent.some(({ seen }) => seen.length > 0);
    setBusy(true);
    const storingAll = storing.current.then(() =>
      store(() => storeLineBatches(calls, sent, { replace })),
    );
    storing.current = storingAll;
    const stands = await storingAll;
    setBusy(false);
    if (!stands) return;
    const full = stands.filter(({ batches }) => batches.length > 0).length;
    const rest = open.length - full;
    showToast({
      title: full === 1 ? '1 batch noted' : `${full} batches noted`,
      description:
        rest > 0
          ? `For ${rest === 1 ? '1 line' : `${rest} lines`} there is no released batch with enough units left.`
          : undefined,
    });
  }

  return { orders, stock, busy, choose, noteSuggested };
}

const keyOf = (orderId: string, line: number) => `${orderId} ${line}`;

function batchesIn(shown: readonly PackedOrder[], orderId: string, line: number) {
  const packed = shown.find(({ order }) => order.id === orderId);
  return packed?.lines.find(({ place }) => place === line)?.batches ?? [];
}
