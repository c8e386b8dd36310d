import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import type { PackedOrder } from './read-packing.ts';
import { type Parcel, type Shipped, shipParcels } from './ship-parcels.ts';
import { looksRounded } from './use-tracking-numbers.ts';

/** The result of shipping. */
export interface ShipReport extends Shipped {
  parcels: readonly Parcel[];
  /** The orders as they were shown. */
  before: readonly PackedOrder[];
}

interface Shipping {
  progress: { done: number; total: number } | null;
  report: ShipReport | null;
  /** Asks, then ships; further clicks meanwhile do nothing. */
  ship: (parcels: readonly Parcel[], shown: readonly PackedOrder[]) => Promise<void>;
}

/** Ships many orders in one action. Leaving the screen stops it between two calls. */
export function useShipping(
  onShipped: (orderIds: readonly string[]) => void,
  reread: () => Promise<unknown>,
): Shipping {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [progress, setProgress] = useState<Shipping['progress']>(null);
  const [report, setReport] = useState<ShipReport | null>(null);
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  return {
    progress,
    report,
    async ship(parcels, before) {
      if (underWay.current) return;
      const running = new AbortController();
      underWay.current = running;
      try {
        if (!(await ask(questionFor(parcels)))) return;
        const total = parcels.length;
        setReport(null);
        setProgress({ done: 0, total });
        const shipped = await shipParcels(
          calls,
          parcels,
          (results) => {
            setProgress({ done: results.length, total });
            onShipped(
              results.filter(({ outcome }) => outcome !== 'refused').map(({ orderId }) => orderId),
            );
          },
          running.signal,
        );
        await reread();
        setReport({ parcels, before, ...shipped });
      } finally {
        setProgress(null);
        underWay.current = null;
        void queries.invalidateQueries({ queryKey: listKey('orders') });
        void queries.invalidateQueries({ queryKey: ['order'] });
        void queries.invalidateQueries({ queryKey: ['overview'] });
      }
    },
  };
}

function questionFor(parcels: readonly Parcel[]) {
  const count = parcels.length;
  const question =
    count === 1
      ? {
          title: 'Ship 1 order?',
          text: 'It will be marked as shipped, and the customer will receive one email with the tracking number.',
          confirm: 'Ship 1 order',
        }
      : {
          title: `Ship ${count} orders?`,
          text: 'Each will be marked as shipped, and each customer will receive one email with the tracking number.',
          confirm: `Ship ${count} orders`,
        };
  const doubts = describeDoubts(parcels.map(({ trackingNumber }) => trackingNumber.trim()));
  return { ...question, text: [question.text, ...doubts].join(' ') };
}

/** Things that are allowed but seldom intended. */
function describeDoubts(numbers: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  const shared = [...times].flatMap(([number, count]) =>
    count > 1 ? `${count} orders have the tracking number ${number}.` : [],
  );
  const rounded = numbers.filter(looksRounded).length;
  return [
    ...shared.slice(0, 3),
    ...(shared.length > 3 ? [`${shared.length - 3} more numbers are shared too.`] : []),
    ...(rounded > 0
      ? [
          `${rounded} ${rounded === 1 ? 'number ends' : 'numbers end'} in zeros, as if a spreadsheet had rounded ${rounded === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ];
}
