import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { showToast } from '#app/components/ui/toast.ts';
import type { Json } from '#supabase/database.gen.ts';
import { messageOf } from '../data/admin-failure.ts';
import { noteChangeOf, reloadOutdated } from '../data/told-facts.ts';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';
import { resetSaved } from '../form/reset-saved.ts';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { differingRows, findConflict, type SettingRow } from './setting-rows.ts';

interface SettingsFormOptions<V extends FieldValues> {
  /** The name of its drafts. */
  name: string;
  opened: V;
  schema: ZodType<V, V>;
  toValues: (rows: readonly SettingRow[]) => V;
  toRows: (values: V) => SettingRow[];
  /**
   * Whether a change affects what the admin area itself shows; if so, it is reloaded once nothing
   * is unsaved.
   */
  isShownHere: (changed: readonly SettingRow[]) => boolean;
  /** What else has to be done before a change counts as saved. */
  onStored?: (calls: AdminCalls, values: V, before: V) => Promise<void>;
  told: { saved: string; failed: string };
}

export interface SettingsConflict<V> {
  /** Those of the settings below that somebody else has saved since. */
  keys: string[];
  savedAt: string;
  theirs: V;
}

/** A form for some of the shop's settings. It never overwrites what somebody else has saved meanwhile. */
export function useSettingsForm<V extends FieldValues>({
  name,
  opened,
  schema,
  toValues,
  toRows,
  isShownHere,
  onStored,
  told,
}: SettingsFormOptions<V>) {
  const calls = useAdminCalls();
  const [read, setRead] = useState(opened);
  const form = useForm<V>({
    resolver: zodResolver(schema),
    defaultValues: opened as DefaultValues<V>,
  });
  const { isDirty } = form.formState;
  const [conflict, setConflict] = useState<SettingsConflict<V> | null>(null);
  const draft = useDraft(form, name);
  useUnsavedWarning(isDirty);
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    if (outdated && !isDirty) void reloadOutdated();
  }, [outdated, isDirty]);
  /** What was sent without getting a response: the shop may have stored it. */
  const unanswered = useRef<SettingRow[]>([]);
  // Only these are saved, so that two people can change different facts at the same time.
  const changedRows = (values: V, before: V) => differingRows(toRows(values), toRows(before));

  /** `over`: whose changes may be overwritten, as they were shown. */
  async function save(values: V, over: V = read): Promise<void> {
    const sent = structuredClone(form.getValues());
    const rows = changedRows(values, read);
    try {
      const found = await store(rows, over);
      setConflict(found);
      if (found) return;
      await onStored?.(calls, values, read);
      unanswered.current = [];
      noteChangeOf('site_settings');
      setOutdated(isShownHere(rows));
      setRead(values);
      if (!resetSaved(form, { sent, saved: values })) draft.forget();
      showToast({ title: told.saved });
    } catch (error) {
      showToast({ title: told.failed, description: messageOf(error), variant: 'destructive' });
    }
  }

  /** Stores the rows, or answers what somebody else has changed since it was `known`. */
  async function store(rows: readonly SettingRow[], known: V): Promise<SettingsConflict<V> | null> {
    const stored = await calls.run((tables) =>
      tables.from('site_settings').select('key, value, updated_at'),
    );
    const theirs = toValues(stored);
    const others = changedRows(theirs, known);
    const found = findConflict(stored, others, rows, unanswered.current);
    if (found) return { ...found, theirs };
    if (rows.length === 0) return null;
    unanswered.current.push(...rows);
    const isStored = await calls.run((tables) =>
      tables.rpc('save_settings', { seen: byKey(stored), wanted: byKey(rows) }),
    );
    // If somebody was faster, their change is looked at first.
    return isStored ? null : store(rows, known);
  }

  /** Takes over what others changed, and keeps everything else typed here. */
  function takeTheirs({ theirs }: SettingsConflict<V>): void {
    const mine = form.getValues();
    const kept = (Object.keys(theirs) as Path<V>[]).filter(
      (field) => isSame(theirs[field], read[field]) && !isSame(mine[field], read[field]),
    );
    setConflict(null);
    setRead(theirs);
    if (kept.length === 0) draft.forget();
    form.reset(theirs);
    for (const field of kept) form.setValue(field, mine[field], { shouldDirty: true });
  }

  function discard(): void {
    setConflict(null);
    draft.forget();
    form.reset();
  }

  return {
    form,
    draft,
    conflict,
    takeTheirs,
    discard,
    submit: form.handleSubmit((values) => save(values)),
    overwrite: form.handleSubmit((values) => save(values, conflict?.theirs)),
  };
}

const byKey = (rows: readonly SettingRow[]) =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value as Json]));

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
