import { Suspense } from 'react';
import { useParams } from 'react-router';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { AdminLoading } from '#app/features/admin/session/admin-loading.tsx';
import { LoginScreen } from '#app/features/admin/session/login-screen.tsx';
import { AdminBroken } from '#app/features/admin/shell/admin-broken.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { Route } from './+types/admin';
import '../styles/admin.css';

const AdminApp = lazyPart(() => import('#app/features/admin/admin-app.tsx'));
const InvitationScreen = lazyPart(
  () => import('#app/features/admin/invitation/invitation-screen.tsx'),
);

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Admin | {name}',
    description: 'For the people who run the shop.',
    hidden: true,
  });
}

export function ErrorBoundary() {
  return <AdminBroken />;
}

/**
 * Everything under /admin is one route: its screens load only in the browser, so that neither their
 * code nor their paths are part of what visitors of the shop download.
 */
export default function AdminRoute() {
  const hydrated = useHydrated();
  const screen = useParams()['*'] ?? '';
  if (screen === '' || screen === 'login') return <LoginScreen />;
  if (!hydrated) return <AdminLoading />;
  return (
    <Suspense fallback={<AdminLoading />}>
      {screen === 'invitation' ? <InvitationScreen /> : <AdminApp />}
    </Suspense>
  );
}
