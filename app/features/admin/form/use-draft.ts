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
  /** The whole form, for when its row is gone by then. Absent in drafts of earlier versions. */
  values?: FieldValues;
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
  /** The draft is of a row that is gone: all of it becomes a new one, without a question. */
  ofGoneRow?: boolean;
}

const keyOf = (name: string) => `admin-draft:${readStoredSession()?.userId ?? ''}:${name}`;

/** Under which this person's draft of that name is stored. */
export function useDraftKey(name: string): string {
  const [key] = useState(() => keyOf(name));
  return key;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** This person's drafts of rows of a table that were there when they were typed. */
export function draftsOf(table: string): { id: string; at: string }[] {
  const prefix = keyOf(`${table}:`);
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const id = key.startsWith(prefix) ? key.slice(prefix.length) : '';
      const at = uuid.test(id) ? readDraft(key)?.at : undefined;
      return at ? [{ id, at }] : [];
    });
  } catch {
    return [];
  }
}

/**
 * Stores what is unsaved in this browser, under the person's own key: a closed tab or an ended
 * session loses nothing. Whoever comes back by signing in again finds it in the form, everybody
 * else is asked.
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  name: string,
  { newId = null, onNewId, ofGoneRow = false }: DraftOptions = {},
): Draft {
  const key = useDraftKey(name);
  const [offered, setOffered] = useState(() => readDraft(key));
  const [restored, setRestored] = useState<{ at: string; overtaken: string[] } | null>(null);
  const resumed = isResumed(useLocation().state);
  const { isDirty, defaultValues } = form.formState;
  // True once what is in the form was saved or thrown away.
  const settled = useRef(false);

  const write = () => {
    if (settled.current || !isDirty) return;
    const values = form.getValues();
    const changed = differences((defaultValues ?? {}) as FieldValues, values);
    if (Object.keys(changed).length > 0) {
      writeDraft(key, { at: new Date().toISOString(), changed, values, newId });
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
    const whole = ofGoneRow ? offered.values : undefined;
    form.reset({ ...now, ...whole, ...typed } as V, { keepDefaultValues: true });
    const overtaken = ofGoneRow
      ? []
      : fields.filter(([field, { from }]) => !isSame(now[field], from));
    setRestored({ at: offered.at, overtaken: overtaken.map(([field]) => fieldLabel(field)) });
    if (offered.newId) onNewId?.(offered.newId);
    setOffered(null);
  }, [offered, form, onNewId, ofGoneRow]);

  useEffect(() => {
    if (resumed || ofGoneRow) restore();
  }, [resumed, ofGoneRow, restore]);

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

export function forgetDraft(key: string): void {
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

export function readDraft(key: string): StoredDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null');
    return draft?.changed ? draft : null;
  } catch {
    return null;
  }
}
