import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { isUuid } from '#domain/uuid.ts';
import { fieldName } from '../data/field-label.ts';
import { isResumed } from '../session/login-state.ts';
import { draftStorage } from './draft-storage.ts';
import { createDraftStore, type SlottedDraft, type StoredDraft } from './draft-store.ts';
import { claimTab, openTabs, tabName } from './tab-name.ts';

export interface Draft {
  /** From an earlier visit, to be restored or discarded; null if there is none. */
  offered: StoredDraft | null;
  /** How many more drafts there are. */
  waiting: number;
  /** When the restored text was typed; null if nothing was restored. */
  restoredFrom: string | null;
  /** Restored fields that somebody else has changed meanwhile. */
  overtaken: readonly string[];
  /** Of the draft that is offered or was restored. */
  leftOut: readonly LeftOutText[];
  /** Null: the form has no field for anything that is offered. */
  restore: (() => void) | null;
  /** Throws the offered one away; the next one is offered then. */
  discardOffer: () => void;
  /** Call when the form's contents were saved or discarded. */
  forget: () => void;
}

/** Waits for a pause in typing before each write. */
const pause = 1000;

/** Typed in a field that the form does not have, such as one of an earlier version of the shop. */
export interface LeftOutText {
  field: string;
  text: string;
}

interface DraftOptions<V> {
  newId?: string | null;
  onNewId?: (id: string) => void;
  /** The draft belongs to a deleted row: all of it becomes a new one, without a question. */
  ofDeletedRow?: boolean;
  /** What was changed from `from` to `to`, put into what the form holds now; otherwise its fields are replaced. */
  merge?: (from: V, to: V, now: V) => V;
  /** Names of fields, where their own say less. */
  words?: Partial<Record<keyof V & string, string>>;
}

/** What of a draft the form has a field for, and the texts that it has none for. */
function sort({ changed }: StoredDraft, now: FieldValues) {
  const entries = Object.entries(changed);
  return {
    fields: entries.filter(([field]) => field in now),
    leftOut: entries.flatMap(([field, { to }]): LeftOutText[] =>
      field in now || typeof to !== 'string' || !to.trim() || isUuid(to)
        ? []
        : [{ field: fieldName(field), text: to }],
    ),
  };
}

interface Restored extends Pick<Draft, 'overtaken' | 'leftOut'> {
  at: string;
}

const keyOf = (name: string) => `admin-draft:${readStoredSession()?.userId ?? ''}:${name}`;

/** This person's drafts of that form. */
export const draftStoreOf = (name: string) => createDraftStore(keyOf(name));

/** This person's drafts of a table's rows, without those of new rows. */
export function draftsOf(table: string): { id: string; at: string }[] {
  const prefix = keyOf(`${table}:`);
  const names = draftStorage
    .keys()
    .flatMap((key) =>
      key.startsWith(prefix) ? (key.slice(prefix.length).split('#')[0] ?? '') : [],
    );
  return [...new Set(names)].flatMap((id) => {
    const at = isUuid(id) ? draftStoreOf(`${table}:${id}`).list()[0]?.at : undefined;
    return at ? [{ id, at }] : [];
  });
}

/**
 * Stores unsaved changes in this browser, under the person's own key, so that closing a tab, an
 * expired session or a second tab with the same form loses nothing. After signing in again they are
 * restored into the form; otherwise the form offers them.
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  name: string,
  { newId = null, onNewId, ofDeletedRow = false, merge, words }: DraftOptions<V> = {},
): Draft {
  const [store] = useState(() => draftStoreOf(name));
  const slot = useRef('');
  slot.current ||= store.newSlot();
  const [offers, setOffers] = useState<readonly SlottedDraft[]>([]);
  const [offered = null] = offers;
  const [restored, setRestored] = useState<Restored | null>(null);
  const resumed = isResumed(useLocation().state);
  const options = useRef({ merge, words });
  options.current = { merge, words };
  const { isDirty, defaultValues } = form.formState;
  // True once the form's contents were saved or discarded.
  const settled = useRef(false);

  const write = () => {
    if (settled.current || !isDirty) return;
    const values = form.getValues();
    const changed = differences((defaultValues ?? {}) as FieldValues, values);
    if (Object.keys(changed).length > 0) {
      const at = new Date().toISOString();
      store.write(slot.current, { at, changed, values, newId, tab: tabName() });
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
      // The session has ended, or the admin signed out.
      flush();
    };
  }, [form]);

  useEffect(() => {
    let left = false;
    void (async () => {
      const tab = await claimTab();
      const drafts = ofDeletedRow ? store.list() : store.offers(tab, await openTabs());
      if (left) return;
      const now = form.getValues();
      setOffers(
        drafts.filter((draft) => {
          const { fields, leftOut } = sort(draft, now);
          return draft.slot !== slot.current && (fields.length > 0 || leftOut.length > 0);
        }),
      );
    })();
    return () => {
      left = true;
    };
  }, [form, store, ofDeletedRow]);

  const forget = useCallback(() => {
    settled.current = true;
    setRestored(null);
    store.forget(slot.current);
  }, [store]);

  const discardOffer = useCallback(() => {
    if (offered) store.forget(offered.slot);
    setOffers((others) => others.slice(1));
  }, [store, offered]);

  const restore = useCallback(() => {
    if (!offered) return;
    // What was typed so far stays in its slot; from now on, changes go to the restored draft's slot.
    latest.current();
    slot.current = offered.slot;
    settled.current = false;
    const now = form.getValues() as FieldValues;
    const { fields, leftOut } = sort(offered, now);
    const withAll = (which: 'from' | 'to', base: FieldValues) =>
      ({
        ...base,
        ...Object.fromEntries(fields.map(([field, each]) => [field, each[which]])),
      }) as V;
    const whole = ofDeletedRow ? { ...now, ...offered.values } : now;
    const { merge, words = {} } = options.current;
    form.reset(
      merge ? merge(withAll('from', now), withAll('to', now), now as V) : withAll('to', whole),
      { keepDefaultValues: true },
    );
    // What is as it was typed was saved by a press whose answer was lost.
    const overtaken = ofDeletedRow
      ? []
      : fields.filter(
          ([field, { from, to }]) => ![from, to].some((each) => isSame(now[field], each)),
        );
    const names = overtaken.map(
      ([field]) => (words as Record<string, string>)[field] ?? fieldName(field),
    );
    setRestored({ at: offered.at, overtaken: names, leftOut });
    if (offered.newId) onNewId?.(offered.newId);
    setOffers([]);
  }, [offered, form, onNewId, ofDeletedRow]);

  const ofOffered = offered && sort(offered, form.getValues());
  const restorable = ofOffered !== null && ofOffered.fields.length > 0;
  const wasRestored = useRef(false);
  useEffect(() => {
    if (!(resumed || ofDeletedRow) || !restorable || wasRestored.current) return;
    wasRestored.current = true;
    restore();
  }, [resumed, ofDeletedRow, restorable, restore]);

  return {
    offered,
    waiting: Math.max(0, offers.length - 1),
    restoredFrom: restored?.at ?? null,
    overtaken: restored?.overtaken ?? [],
    leftOut: ofOffered?.leftOut ?? restored?.leftOut ?? [],
    restore: offered && !restorable ? null : restore,
    discardOffer,
    forget,
  };
}

/**
 * Stores what was typed after a form was sent, for the form that opens next under that name.
 * Returns whether there was anything.
 */
export function leaveDraft(name: string, sent: FieldValues, typed: FieldValues): boolean {
  const changed = differences(sent, typed);
  if (Object.keys(changed).length === 0) return false;
  const store = draftStoreOf(name);
  const at = new Date().toISOString();
  store.write(store.newSlot(), { at, changed, values: typed, newId: null, tab: tabName() });
  return true;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differences(before: FieldValues, after: FieldValues): StoredDraft['changed'] {
  const fields = Object.keys(after).filter((field) => !isSame(before[field], after[field]));
  return Object.fromEntries(
    fields.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}
