import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { showToast } from '#app/components/ui/toast.ts';
import type { Json } from '#supabase/database.gen.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { DraftNotice } from '../form/draft-notice.tsx';
import { resetSaved } from '../form/reset-saved.ts';
import { SaveBar } from '../form/save-bar.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { changedRows, type SettingValues, settingValues } from './setting-values.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

export function SettingsForm({ opened }: { opened: SettingValues }) {
  const calls = useAdminCalls();
  const [read, setRead] = useState(opened);
  const form = useForm<SettingValues>({
    resolver: zodResolver(settingValues),
    defaultValues: opened,
  });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, 'settings');
  useUnsavedWarning(isDirty);

  async function save(values: SettingValues): Promise<void> {
    const sent = structuredClone(form.getValues());
    const rows = changedRows(values, read).map(({ key, value }) => ({
      key,
      value: value as NonNullable<Json>,
    }));
    try {
      if (rows.length > 0) {
        await calls.run((tables) => tables.from('site_settings').upsert(rows).select('key'));
      }
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

  function discard(): void {
    draft.forget();
    form.reset();
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label="Settings"
        noValidate
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <ScreenHeading title="Settings" />
        <SettingsTabs />
        <SaveBar dirty={isDirty} busy={isSubmitting} save="Save" onDiscard={discard} />
        <DraftNotice draft={draft} />
        <SettingsFields />
      </form>
    </FormProvider>
  );
}
