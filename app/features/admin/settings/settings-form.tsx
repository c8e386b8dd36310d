import { FormProvider } from 'react-hook-form';
import { fieldName } from '../data/field-label.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { EditorBar } from '../form/editor-bar.tsx';
import {
  type SettingValues,
  settingValues,
  toSettingRows,
  toSettingValues,
} from './setting-values.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SettingsIndex } from './settings-index.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export function SettingsForm({ opened }: { opened: SettingValues }) {
  const { form, draft, conflict, takeTheirs, discard, submit, overwrite } = useSettingsForm({
    name: 'settings',
    opened,
    schema: settingValues,
    toValues: toSettingValues,
    toRows: toSettingRows,
    // The name is visible everywhere; everything else can wait for the next screen.
    isShownHere: (changed) => changed.some(({ key }) => key === 'brand'),
    async onStored(calls, values, before) {
      if (values.brand === before.brand) return;
      await calls.run((tables) =>
        tables.rpc('rename_in_search_texts', {
          former_name: before.brand,
          new_name: values.brand,
        }),
      );
    },
    told: { saved: 'Settings saved', failed: 'Failed to save settings' },
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form aria-label="Settings" noValidate onSubmit={(event) => void submit(event)}>
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
            onSaveMine={() => void overwrite()}
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
