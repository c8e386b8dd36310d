import { useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { describeTotal } from '../table/pager.tsx';
import { messageOf } from './admin-failure.ts';
import type { ListPage } from './use-admin-calls.ts';

export interface UseExport {
  page: ListPage<unknown> | undefined;
  /** Reads and saves; calls `report` with the number of rows read so far. */
  save: (report: (read: number) => void) => Promise<void>;
}

interface Export {
  /** '300 of 1,000' while running. */
  progress: string | null;
  /** There is nothing to save. */
  impossible: boolean;
  download: () => Promise<void>;
}

/** Saves a list as a file, one export at a time, and shows why if it fails. */
export function useExport({ page, save }: UseExport): Export {
  const total = page?.total ?? 0;
  const [done, setDone] = useState<number | null>(null);

  async function download(): Promise<void> {
    if (done !== null) return;
    setDone(0);
    try {
      await save(setDone);
    } catch (error) {
      showToast({ title: 'Export failed', description: messageOf(error), variant: 'destructive' });
    } finally {
      setDone(null);
    }
  }

  const progress =
    done === null ? null : `${done.toLocaleString('en-US')} of ${describeTotal(total, page?.more)}`;
  return { progress, impossible: total === 0, download };
}
