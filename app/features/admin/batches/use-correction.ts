import { useState } from 'react';
import { ofThisTab, useStoredState } from '../form/use-stored-state.ts';
import type { Batch } from './batch-words.ts';
import { useBatchChanges } from './use-batch-changes.ts';

/** A correction with its reason, which stays until it is published. `part`: facts, results … */
export function useCorrection(batch: Batch, part: string) {
  const [reason, keep] = useStoredState<string>(`correction:${batch.id}:${part}`, ofThisTab);
  const [missing, setMissing] = useState(false);
  const { correct } = useBatchChanges(batch);
  /** Says beside its field when the reason is missing. */
  const isExplained = (): boolean => {
    setMissing(!reason?.trim());
    return Boolean(reason?.trim());
  };
  return {
    isExplained,
    field: {
      value: reason ?? '',
      onChange: (typed: string) => keep(typed),
      error: missing && !reason?.trim() ? 'Say why, in a few words.' : undefined,
    },
    async publish(changes: Record<string, unknown>): Promise<boolean> {
      if (!isExplained() || !reason) return false;
      const done = await correct(reason, changes);
      if (done) keep(null);
      return done;
    },
  };
}
