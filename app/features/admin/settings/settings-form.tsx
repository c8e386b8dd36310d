import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { showToast } from '#app/components/ui/toast.ts';
import type { Json } from '#supabase/database.gen.ts';
import { messageOf } from '../data/admin-failure.ts';
import { fieldName } from '../data/field-label.ts';
import { noteChangeOf, reloadOutdated } from '../data/told-facts.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { EditorBar } from '../form/editor-bar.tsx';
import { resetSaved } from '../form/reset-saved.ts';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { findConflict, type SettingRow } from './setting-rows.ts';
import {
  changedRows,
  type SettingValues,
  settingValues,
  toSettingValues,
} from './setting-values.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SettingsIndex } from './settings-index.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

export function SettingsForm({ opened }: { opened: SettingValues }) {
  const calls = useAdminCalls();
  const [read, setRead] = useState(opened);
  const form = useForm<SettingValues>({
    resolver: zodResolver(settingValues),
    defaultValues: opened,
  });
  const { isDirty, isSubmitting } = form.formState;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = useDraft(form, 'settings');
  useUnsavedWarning(isDirty);
  const [renamed, setRenamed] = useState(false);
  // The name is in sight all around; everything else can wait for the next screen.
  useEffect(() => {
    if (renamed && !isDirty) void reloadOutdated();
  }, [renamed, isDirty]);
  /** What was sent since the last answer: the shop may have stored it. */
  const unanswered = useRef<SettingRow[]>([]);

  async function save(values: SettingValues, overwrites = false): Promise<void> {
    const sent = structuredClone(form.getValues());
    const rows = changedRows(values, read).map(({ key, value }) => ({
      key,
      value: value as NonNullable<Json>,
    }));
    try {
      const stored = await calls.run((tables) =>
        tables.from('site_settings').select('key, value, updated_at'),
      );
      const theirs = toSettingValues(stored);
      const others = changedRows(theirs, read);
      const found = findConflict(stored, others, rows, unanswered.current);
      setConflict(found && !overwrites ? { ...found, theirs } : null);
      if (found && !overwrites) return;
      if (rows.length > 0) {
        unanswered.current.push(...rows);
        await calls.run((tables) => tables.from('site_settings').upsert(rows).select('key'));
      }
      if (values.brand !== read.brand) {
        await calls.run((tables) =>
          tables.rpc('rename_in_search_texts', {
            former_name: read.brand,
            new_name: values.brand,
          }),
        );
      }
      unanswered.current = [];
      noteChangeOf('site_settings');
      setRenamed(values.brand !== read.brand);
      setRead(values);
      if (!resetSaved(form, { sent, saved: values })) draft.forget();
      showToast({ title: 'Settings saved' });
    } catch (error) {
      showToast({
        title: 'Failed to save settings',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  /** What they changed as they left it, and the rest of what was typed here. */
  function takeTheirs({ theirs }: Conflict): void {
    const mine = form.getValues();
    setConflict(null);
    setRead(theirs);
    form.reset(theirs);
    for (const name of Object.keys(theirs) as (keyof SettingValues)[]) {
      if (isSame(theirs[name], read[name]) && !isSame(mine[name], read[name])) {
        form.setValue(name, mine[name], { shouldDirty: true });
      }
    }
  }

  function discard(): void {
    setConflict(null);
    draft.forget();
    form.reset();
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label="Settings"
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values))(event)}
      >
        <EditorBar
          title="Settings"
          dirty={isDirty}
          busy={isSubmitting}
          save="Save"
          onDiscard={discard}
        />
        <SettingsTabs />
        <DraftNotice draft={draft} />
        {conflict ? (
          <ConflictNotice
            savedAt={conflict.savedAt}
            changed={conflict.keys.map(fieldName)}
            onTakeTheirs={() => takeTheirs(conflict)}
            onSaveMine={() => void form.handleSubmit((values) => save(values, true))()}
          />
        ) : null}
        <div className="gap-8 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
          <SettingsIndex />
          <SettingsFields />
        </div>
      </form>
    </FormProvider>
  );
}

interface Conflict {
  /** Of the settings below, those that somebody else saved since. */
  keys: string[];
  savedAt: string;
  theirs: SettingValues;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
