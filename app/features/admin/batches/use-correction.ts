import { useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import type { Batch } from './batch-text.ts';
import {
  type Correction,
  correctionPublished,
  type Stored,
  useBatchChanges,
} from './use-batch-changes.tsx';

/**
 * A correction and its reason, which is kept until the correction is published. `part`: facts,
 * results …
 */
export function useCorrection(batch: Batch, part: string) {
  const [reason, setReason] = useStoredState<string>(
    `correction:${batch.id}:${part}`,
    alwaysRestore,
  );
  const [missing, setMissing] = useState(false);
  const { correct } = useBatchChanges(batch);
  /** Shows an error beside the field if the reason is missing. */
  const isExplained = (): boolean => {
    setMissing(!reason?.trim());
    return Boolean(reason?.trim());
  };
  const forget = () => setReason((now) => (now === reason ? null : now));
  return {
    isExplained,
    field: {
      value: reason ?? '',
      onChange: (typed: string) => setReason(typed),
      error: missing && !reason?.trim() ? 'Say why, in a few words.' : undefined,
    },
    /** Without another question where `isAgreed`. */
    async publish(correction: Correction, isAgreed = false): Promise<Stored> {
      if (!isExplained() || !reason) return { kind: 'failed' };
      const stored = await correct(reason, correction, isAgreed);
      if (stored.kind === 'saved') forget();
      return stored;
    },
    /** It turned out that it was published by a press whose answer was lost. */
    recognize(): void {
      forget();
      showToast({ title: correctionPublished });
    },
  };
}
