import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { changedFieldLabels } from './name-changes.ts';
import { resetSaved } from './reset-saved.ts';
import type { Draft } from './use-draft.ts';

interface SavedOptions<V, K> {
  /** As it was read; null: there is none yet. */
  opened: K | null;
  toValues: (known: K) => V;
  savedAt: (known: K) => string;
  /** Names of fields, where their own say less. */
  words?: Partial<Record<keyof V & string, string>>;
}

export type StoredOver<K> =
  | { outcome: 'saved'; row: K }
  /** Somebody else saved first; null: it is gone. */
  | { outcome: 'conflict'; theirs: K | null };

/**
 * What a form was opened with or has saved last, and what somebody else saved meanwhile: nothing is saved over
 * that unasked. `S` is what the form sends.
 */
export function useSaved<V extends FieldValues, K, S>(
  form: UseFormReturn<V>,
  draft: Draft,
  { opened, toValues, savedAt, words }: SavedOptions<V, K>,
) {
  const [loaded, setLoaded] = useState(opened);
  const [conflict, setConflict] = useState<{ theirs: K | null } | null>(null);
  /** What was sent since the last answer: the shop may have stored it. */
  const unanswered = useRef<S[]>([]);

  return {
    loaded,
    setLoaded,
    /** `store` gets what was sent before. Resolves to what is stored, null where somebody else was first; rejects as it does. */
    async send(sending: S, store: (before: readonly S[]) => Promise<StoredOver<K>>) {
      const before = [...unanswered.current];
      unanswered.current.push(sending);
      const stored = await store(before);
      unanswered.current = [];
      setConflict(stored.outcome === 'conflict' ? stored : null);
      return stored.outcome === 'conflict' ? null : stored.row;
    },
    /** The form stays open, and keeps what was typed after `sent`. */
    settle(saved: K, sent: V): void {
      setLoaded(saved);
      if (!resetSaved(form, { sent, saved: toValues(saved) })) draft.forget();
    },
    /** For `ConflictNotice`; null while there is nothing to say. */
    conflict: conflict && {
      theirs: conflict.theirs,
      savedAt: conflict.theirs && savedAt(conflict.theirs),
      changed: conflict.theirs
        ? changedFieldLabels(
            loaded ? toValues(loaded) : form.getValues(),
            toValues(conflict.theirs),
            words,
          )
        : [],
    },
    /** Puts what is known in place of what was typed. */
    discard(): void {
      setConflict(null);
      draft.forget();
      form.reset();
    },
    /** Puts theirs in place of what was typed. */
    takeTheirs(theirs: K): void {
      setConflict(null);
      draft.forget();
      form.reset(toValues(theirs));
      setLoaded(theirs);
    },
  };
}
