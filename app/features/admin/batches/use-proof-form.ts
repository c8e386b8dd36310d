import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { resetSaved } from '../form/reset-saved.ts';
import type { Draft } from '../form/use-draft.ts';
import { type BatchProofs, useReadProofs } from './read-batch.ts';
import { nothingDiffers, type Stored } from './use-batch-changes.tsx';

interface ProofFormOptions<V> {
  batchId: string;
  /** As last loaded. */
  proofs: BatchProofs;
  toValues: (proofs: BatchProofs) => V;
  /** Applies what was typed here to what others have saved. */
  merge: (opened: V, mine: V, theirs: V) => V;
  /** The differences in words. */
  tell: (before: V, after: V) => string[];
  /** A press whose answer was lost had stored what is wanted now. */
  onRecognized: () => void;
  /** Something was typed while `saved` was being saved. The fields of a list must not be replaced. */
  onTypedMeanwhile?: (saved: V) => void;
}

interface SaveOptions<V> {
  /** These changes were agreed to already, and are stored without another question. */
  isAgreed?: boolean;
  /** What the form held when it was sent, if that was before: what differs by now was typed since. */
  sent?: V;
}

/** What a form started from: its values, and the revision of the passport that holds them. */
interface Opened<V> {
  values: V;
  revision: number;
}

/**
 * A form for a batch's passport data, published or not. Until something is typed, it shows the
 * latest data; from then on it remembers what it started from, so that saving notices if somebody
 * else has saved since. In that case both their changes and what was typed here are shown together,
 * and nothing is saved until the admin has seen that.
 */
export function useProofForm<V extends FieldValues>(
  form: UseFormReturn<V>,
  draft: Draft,
  options: ProofFormOptions<V>,
) {
  const { proofs, toValues, merge, tell, onRecognized, onTypedMeanwhile } = options;
  const readProofs = useReadProofs(options.batchId);
  const [overtaken, setOvertaken] = useState<readonly string[]>([]);
  const { isDirty, isSubmitting } = form.formState;
  const shown = useRef(proofs);
  const opened = useRef<Opened<V>>({ values: toValues(proofs), revision: proofs.revision });
  /** What was sent without getting a response: it may have been stored. */
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
    store: (opened: Opened<V>, isAgreed: boolean) => Promise<Stored>,
    saved: V = values,
    { isAgreed = false, sent = structuredClone(form.getValues()) }: SaveOptions<V> = {},
  ): Promise<void> {
    const stored = await store(opened.current, isAgreed);
    switch (stored.kind) {
      case 'failed':
        unanswered.current.push(values);
        return;
      case 'unchanged':
        return settle(sent, saved, opened.current.revision);
      case 'saved':
        return settle(sent, saved, stored.revision);
      case 'overtaken':
    }
    try {
      const proofs = await readProofs();
      const theirs = toValues(proofs);
      const isThere = (each: V) => tell(each, theirs).length === 0;
      const own = unanswered.current.findLast(isThere);
      if (isThere(values)) {
        settle(sent, theirs, proofs.revision);
        if (own) onRecognized();
        else showToast({ title: nothingDiffers });
        return;
      }
      const before = own ?? opened.current.values;
      const changed = tell(before, theirs);
      // What somebody else has changed since is none of this form's, such as another fact of the passport.
      const isNotOvertaken = !own && changed.length === 0;
      if (isNotOvertaken && isAgreed) {
        showToast({
          title: 'Your changes were not saved',
          description: 'This batch is being changed at the moment. Please try again.',
          variant: 'destructive',
        });
        return;
      }
      opened.current = { values: theirs, revision: proofs.revision };
      unanswered.current = [];
      if (isNotOvertaken) return save(values, store, saved, { isAgreed: true, sent });
      showBoth(before, theirs);
      setOvertaken(changed);
      if (own) await save(values, store, saved, { sent: merge(before, sent, theirs) });
    } catch (error) {
      showToast({
        title: 'Failed to load the other person’s changes',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  /** What was sent is stored. */
  function settle(sent: V, saved: V, revision: number): void {
    unanswered.current = [];
    opened.current = { values: saved, revision };
    setOvertaken([]);
    if (resetSaved(form, { sent, saved })) onTypedMeanwhile?.(saved);
    else draft.forget();
  }

  function showBoth(before: V, theirs: V): void {
    const both = merge(before, form.getValues(), theirs);
    form.reset(theirs);
    if (JSON.stringify(both) === JSON.stringify(theirs)) draft.forget();
    else form.reset(both, { keepDefaultValues: true });
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
