import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { isResumed } from '../session/login-state.ts';

interface StoredDraft {
  /** ISO 8601. */
  at: string;
  /** By field: what the form held when it was opened, and what was typed. */
  changed: Record<string, { from: unknown; to: unknown }>;
  /** Under which a new row is inserted: what was sent once is not created again. */
  newId: string | null;
}

export interface Draft {
  /** Of an earlier visit, to be restored or thrown away; null: there is none. */
  offered: StoredDraft | null;
  /** When what is back in the form was typed; null: nothing was restored. */
  restoredFrom: string | null;
  /** Restored fields that somebody else has changed meanwhile. */
  overtaken: readonly string[];
  restore: () => void;
  forget: () => void;
}

/** Letters typed in between are not worth a write each. */
const pause = 1000;

interface DraftOptions {
  newId?: string | null;
  onNewId?: (id: string) => void;
}

/**
 * Stores what is unsaved in this browser, under the person's own key: a closed tab or an ended
 * session loses nothing. Whoever comes back by signing in again finds it in the form, everybody
 * else is asked.
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  name: string,
  { newId = null, onNewId }: DraftOptions = {},
): Draft {
  const [key] = useState(() => `admin-draft:${readStoredSession()?.userId ?? ''}:${name}`);
  const [offered, setOffered] = useState(() => readDraft(key));
  const [restored, setRestored] = useState<{ at: string; overtaken: string[] } | null>(null);
  const resumed = isResumed(useLocation().state);
  const { isDirty, defaultValues } = form.formState;
  // True once what is in the form was saved or thrown away.
  const settled = useRef(false);

  const write = () => {
    if (settled.current || !isDirty) return;
    const changed = differences((defaultValues ?? {}) as FieldValues, form.getValues());
    if (Object.keys(changed).length > 0) {
      writeDraft(key, { at: new Date().toISOString(), changed, newId });
    }
  };
  const latest = useRef(write);
  latest.current = write;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it gets clean or dirty
  useEffect(() => {
    settled.current = false;
  }, [isDirty]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(() => latest.current(), pause);
      },
    });
    const flush = () => latest.current();
    window.addEventListener('pagehide', flush);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      window.removeEventListener('pagehide', flush);
      // The session has ended, or somebody signed out.
      flush();
    };
  }, [form]);

  const forget = useCallback(() => {
    settled.current = true;
    setOffered(null);
    setRestored(null);
    forgetDraft(key);
  }, [key]);

  const restore = useCallback(() => {
    if (!offered) return;
    const now = form.getValues() as FieldValues;
    const fields = Object.entries(offered.changed).filter(([field]) => field in now);
    const typed = Object.fromEntries(fields.map(([field, { to }]) => [field, to]));
    form.reset({ ...now, ...typed } as V, { keepDefaultValues: true });
    const overtaken = fields.filter(([field, { from }]) => !isSame(now[field], from));
    setRestored({ at: offered.at, overtaken: overtaken.map(([field]) => fieldLabel(field)) });
    if (offered.newId) onNewId?.(offered.newId);
    setOffered(null);
  }, [offered, form, onNewId]);

  useEffect(() => {
    if (resumed) restore();
  }, [resumed, restore]);

  return {
    offered,
    restoredFrom: restored?.at ?? null,
    overtaken: restored?.overtaken ?? [],
    restore,
    forget,
  };
}

/** A field by the words of the form. */
export const fieldLabel = (field: string): string => field.replaceAll('_', ' ');

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differences(before: FieldValues, after: FieldValues): StoredDraft['changed'] {
  const fields = Object.keys(after).filter((field) => !isSame(before[field], after[field]));
  return Object.fromEntries(
    fields.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage, nothing is stored.
  }
}

function writeDraft(key: string, draft: StoredDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or refused: the form itself still holds everything.
  }
}

function readDraft(key: string): StoredDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null');
    return draft?.changed ? draft : null;
  } catch {
    return null;
  }
}
