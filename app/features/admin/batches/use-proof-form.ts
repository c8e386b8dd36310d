import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { resetSaved } from '../form/reset-saved.ts';
import type { Draft } from '../form/use-draft.ts';
import { type BatchProofs, useReadProofs } from './read-batch.ts';
import type { Stored } from './use-batch-changes.tsx';

interface ProofFormOptions<V> {
  batchId: string;
  /** As read last. */
  proofs: BatchProofs;
  toValues: (proofs: BatchProofs) => V;
  /** What was typed here put into what others have saved. */
  merge: (opened: V, mine: V, theirs: V) => V;
  /** What differs, in words. */
  tell: (before: V, after: V) => string[];
}

/** What a form was opened with: its values, and the revision of the passport that says so. */
interface Opened<V> {
  values: V;
  revision: number;
}

/**
 * A form of what is published of a batch, or will be. As long as nothing is typed it shows what is read; from then on it
 * knows what it was opened with, and saving finds whether somebody else has saved since. Then theirs and what
 * was typed here are shown together, and nothing is saved until that was seen.
 */
export function useProofForm<V extends FieldValues>(
  form: UseFormReturn<V>,
  draft: Draft,
  options: ProofFormOptions<V>,
) {
  const { proofs, toValues, merge, tell } = options;
  const readProofs = useReadProofs(options.batchId);
  const [overtaken, setOvertaken] = useState<readonly string[]>([]);
  const { isDirty, isSubmitting } = form.formState;
  const shown = useRef(proofs);
  const opened = useRef<Opened<V>>({ values: toValues(proofs), revision: proofs.revision });
  /** What was sent without an answer: it may be stored. */
  const unanswered = useRef<V[]>([]);
  const show = useRef(toValues);
  show.current = toValues;

  useEffect(() => {
    if (isDirty || isSubmitting || shown.current === proofs) return;
    shown.current = proofs;
    const values = show.current(proofs);
    opened.current = { values, revision: proofs.revision };
    if (JSON.stringify(values) !== JSON.stringify(form.getValues())) form.reset(values);
  }, [proofs, isDirty, isSubmitting, form]);

  /** `values` as they were checked, of a form that may be typed in meanwhile. */
  async function save(
    values: V,
    store: (opened: Opened<V>) => Promise<Stored>,
    saved: V = values,
  ): Promise<void> {
    const sent = structuredClone(form.getValues());
    const stored = await store(opened.current);
    switch (stored.kind) {
      case 'failed':
        unanswered.current.push(values);
        return;
      case 'saved':
        unanswered.current = [];
        opened.current = { values: saved, revision: stored.revision };
        setOvertaken([]);
        if (!resetSaved(form, { sent, saved })) draft.forget();
        return;
      case 'overtaken':
        if (await showBoth(values)) await save(values, store, saved);
    }
  }

  /** Whether to save once more: what is there now was sent by this form, before `values`. */
  async function showBoth(values: V): Promise<boolean> {
    try {
      const proofs = await readProofs();
      const theirs = toValues(proofs);
      const own = [...unanswered.current, values].findLast(
        (each) => tell(each, theirs).length === 0,
      );
      const before = own ?? opened.current.values;
      const both = merge(before, form.getValues(), theirs);
      opened.current = { values: theirs, revision: proofs.revision };
      unanswered.current = [];
      setOvertaken(tell(before, theirs));
      form.reset(theirs);
      const isSaved = JSON.stringify(both) === JSON.stringify(theirs);
      if (isSaved) draft.forget();
      else form.reset(both, { keepDefaultValues: true });
      return own !== undefined && own !== values && !isSaved;
    } catch (error) {
      showToast({
        title: 'Failed to read what somebody else has saved',
        description: messageOf(error),
        variant: 'destructive',
      });
      return false;
    }
  }

  return {
    save,
    /** What others have changed and nobody has saved over since. */
    overtaken,
    showTheirs() {
      setOvertaken([]);
      draft.forget();
      form.reset(opened.current.values);
    },
  };
}
