import { toSettingValues } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';
import { StoredSettings } from './stored-settings.tsx';

/** Edits the shop's facts, without touching code. */
export function ShopSettings() {
  return (
    <StoredSettings title="Settings" failed="The settings could not be loaded.">
      {(rows) => <SettingsForm opened={toSettingValues(rows)} />}
    </StoredSettings>
  );
}
