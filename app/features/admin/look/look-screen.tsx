import { FormProvider } from 'react-hook-form';
import { fieldName } from '../data/field-label.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { EditorBar } from '../form/editor-bar.tsx';
import { PagePreview } from '../preview/page-preview.tsx';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { StoredSettings } from '../settings/stored-settings.tsx';
import { useSettingsForm } from '../settings/use-settings-form.ts';
import { LookFields } from './look-fields.tsx';
import { type LookValues, lookValues, toLookRows, toLookValues } from './look-values.ts';

/** /admin/settings/look: colors, fonts, logo, icon and card. */
export function LookScreen() {
  return (
    <StoredSettings title="Look" failed="The look could not be loaded.">
      {(rows) => <LookForm opened={toLookValues(rows)} />}
    </StoredSettings>
  );
}

function LookForm({ opened }: { opened: LookValues }) {
  const { form, draft, conflict, takeTheirs, discard, submit, overwrite } = useSettingsForm({
    name: 'look',
    opened,
    schema: lookValues,
    toValues: toLookValues,
    toRows: toLookRows,
    // The admin area uses the shop's colors too.
    isShownHere: (changed) => changed.length > 0,
    told: { saved: 'Look saved', failed: 'Failed to save the look' },
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form aria-label="Look" noValidate onSubmit={(event) => void submit(event)}>
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
            onTakeTheirs={() => takeTheirs(conflict)}
            onSaveMine={() => void overwrite()}
          />
        ) : null}
        <LookFields />
      </form>
    </FormProvider>
  );
}
