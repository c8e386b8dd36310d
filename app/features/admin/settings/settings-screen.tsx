import { Route, Routes } from 'react-router';
import { AdministratorsScreen } from '../administrators/administrators-screen.tsx';
import { LookScreen } from '../look/look-screen.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { ShopSettings } from './shop-settings.tsx';

/** /admin/settings, /admin/settings/look, /admin/settings/administrators. */
export default function SettingsScreen() {
  return (
    <Routes>
      <Route index element={<ShopSettings />} />
      <Route path="look" element={<LookScreen />} />
      <Route path="administrators" element={<AdministratorsScreen />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
