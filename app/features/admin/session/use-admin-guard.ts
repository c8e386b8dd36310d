import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { LoginState, SignOutReason } from './login-state.ts';
import { adminSessionKey, readAdminAccess } from './read-admin-access.ts';
import { resetSignedOut, signedOutByButton } from './sign-out-admin.ts';

/** Requirements §6.3: shown to people without the role who enter the protected area. */
const noPermission = "Access Denied: You don't have permission to access the admin panel.";

export type Guarded =
  | { state: 'checking' }
  | { state: 'unknown'; retry: () => void }
  | { state: 'admin'; email: string };

/**
 * Guards the admin area (requirements §4.10). A guest, or someone whose session has ended, goes to
 * /admin; someone without the role to /, or to /admin/login if role or session were revoked
 * meanwhile; an admin who has not finished signing in goes to /admin. The login leads back. It
 * checks again when the window regains focus, and whenever the database has refused something.
 */
export function useAdminGuard(): Guarded {
  const { publishableKey } = useShop();
  const session = useStoredSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wasAdmin = useRef(false);
  const { data, isError, refetch } = useQuery({
    queryKey: [...adminSessionKey, session?.userId],
    queryFn: () => readAdminAccess(publishableKey),
    enabled: Boolean(session),
    refetchOnWindowFocus: 'always',
  });

  useEffect(() => {
    if (data !== 'admin') return;
    wasAdmin.current = true;
    resetSignedOut();
  }, [data]);

  const from = pathname + search;
  useEffect(() => {
    if (session !== null) return;
    if (!wasAdmin.current) return void navigate('/admin', { replace: true, state: { from } });
    // The Sign Out button leads to its own target. If the session ended otherwise, the login leads
    // back here.
    const state: LoginState | null = signedOutByButton() ? null : { from, because: 'ended' };
    void navigate('/admin/login', { replace: true, state });
  }, [session, navigate, from]);

  useEffect(() => {
    if (!session || data === undefined || data === 'admin') return;
    const inside = wasAdmin.current;
    const leadToLogin = (path: string, because: SignOutReason | undefined) =>
      void navigate(path, { replace: true, state: { from, because } });
    if (data === 'code_needed' || data === 'authenticator_needed') {
      return leadToLogin('/admin', inside ? 'step' : undefined);
    }
    // The login explains that the session has ended; the problem is not a missing permission.
    if (data === 'ended') return leadToLogin(inside ? '/admin/login' : '/admin', 'ended');
    showToast({ title: noPermission, variant: 'destructive' });
    if (!inside) return void navigate('/', { replace: true });
    leadToLogin('/admin/login', 'removed');
  }, [session, data, navigate, from]);

  if (!session) return { state: 'checking' };
  if (data === 'admin') return { state: 'admin', email: session.email };
  if (isError) return { state: 'unknown', retry: () => void refetch() };
  return { state: 'checking' };
}
