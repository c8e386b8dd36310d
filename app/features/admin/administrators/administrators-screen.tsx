import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { AdministratorList } from './administrator-list.tsx';
import { RequireTwoSteps } from './require-two-steps.tsx';

/** /admin/settings/administrators: who runs the shop, and how they sign in. */
export function AdministratorsScreen() {
  return (
    <>
      <ScreenHeading title="Administrators" />
      <SettingsTabs />
      <div className="space-y-5">
        <AdministratorList />
        <RequireTwoSteps />
      </div>
    </>
  );
}
