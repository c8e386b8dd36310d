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
import { PagePreview } from '../preview/page-preview.tsx';
import { findConflict, type SettingRow } from '../settings/setting-rows.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { StoredSettings } from '../settings/stored-settings.tsx';
import { LookFields } from './look-fields.tsx';
import {
  changedRows,
  type LookValues,
  lookValues,
  toLookRows,
  toLookValues,
} from './look-values.ts';

/** /admin/settings/look: colors, fonts, logo, icon and card. */
export function LookScreen() {
  return (
    <StoredSettings title="Look" failed="The look could not be loaded.">
      {(rows) => <LookForm opened={toLookValues(rows)} />}
    </StoredSettings>
  );
}

function LookForm({ opened }: { opened: LookValues }) {
  const calls = useAdminCalls();
  const [read, setRead] = useState(opened);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useForm<LookValues>({ resolver: zodResolver(lookValues), defaultValues: opened });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, 'look');
  useUnsavedWarning(isDirty);
  const [saved, setSaved] = useState(false);
  // The admin area wears the shop's colors.
  useEffect(() => {
    if (saved && !isDirty) void reloadOutdated();
  }, [saved, isDirty]);
  /** What was sent since the last answer: the shop may have stored it. */
  const unanswered = useRef<SettingRow[]>([]);

  async function save(values: LookValues, overwrites = false): Promise<void> {
    const sent = structuredClone(form.getValues());
    const rows = changedRows(values, read).map(({ key, value }) => ({
      key,
      value: value as NonNullable<Json>,
    }));
    try {
      const stored = await calls.run((tables) =>
        tables.from('site_settings').select('key, value, updated_at'),
      );
      const theirs = toLookValues(stored);
      const others = changedRows(theirs, read);
      const found = findConflict(stored, others, rows, unanswered.current);
      setConflict(found && !overwrites ? { ...found, theirs } : null);
      if (found && !overwrites) return;
      if (rows.length > 0) {
        unanswered.current.push(...rows);
        await calls.run((tables) => tables.from('site_settings').upsert(rows).select('key'));
      }
      unanswered.current = [];
      noteChangeOf('site_settings');
      setSaved(rows.length > 0);
      setRead(values);
      if (!resetSaved(form, { sent, saved: values })) draft.forget();
      showToast({ title: 'Look saved' });
    } catch (error) {
      showToast({
        title: 'Failed to save the look',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  function takeTheirs(theirs: LookValues): void {
    setConflict(null);
    setRead(theirs);
    draft.forget();
    form.reset(theirs);
  }

  function discard(): void {
    setConflict(null);
    draft.forget();
    form.reset();
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label="Look"
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values))(event)}
      >
        <EditorBar
          title="Settings"
          dirty={isDirty}
          busy={isSubmitting}
          save="Save"
          onDiscard={discard}
        >
          <PagePreview
            path="/"
            change={async () =>
              (await form.trigger()) ? { settings: toLookRows(form.getValues()) } : null
            }
          />
        </EditorBar>
        <SettingsTabs />
        <DraftNotice draft={draft} />
        {conflict ? (
          <ConflictNotice
            savedAt={conflict.savedAt}
            changed={conflict.keys.map(fieldName)}
            onTakeTheirs={() => takeTheirs(conflict.theirs)}
            onSaveMine={() => void form.handleSubmit((values) => save(values, true))()}
          />
        ) : null}
        <LookFields />
      </form>
    </FormProvider>
  );
}

interface Conflict {
  /** Of the settings below, those that somebody else saved since. */
  keys: string[];
  savedAt: string;
  theirs: LookValues;
}
