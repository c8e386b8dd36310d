import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { LoginState, SignOutReason } from './login-state.ts';
import { adminSessionKey, readStanding } from './read-standing.ts';
import { resetSignedOut, signedOutByButton } from './sign-out-admin.ts';

/** Requirements §6.3: shown to people without the role who enter the guarded area. */
const noPermission = "Access Denied: You don't have permission to access the admin panel.";

export type Guarded =
  | { state: 'checking' }
  | { state: 'unknown'; retry: () => void }
  | { state: 'admin'; email: string };

/**
 * Guards the admin area (requirements §4.10). A guest, or someone whose session has ended, goes to
 * /admin; one without the role to /, or to /admin/login when role or session were taken away
 * meanwhile; an admin who has a step of signing in before them goes to /admin. The login leads
 * back. It asks again when the window is looked at again, and whenever the database has refused
 * something.
 */
export function useAdminGuard(): Guarded {
  const { publishableKey } = useShop();
  const session = useStoredSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wasAdmin = useRef(false);
  const { data, isError, refetch } = useQuery({
    queryKey: [...adminSessionKey, session?.userId],
    queryFn: () => readStanding(publishableKey),
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
    // After Sign Out, go where the button leads. A session that ended otherwise leads back to this
    // page later.
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
    // The login says that the session has ended; permission is not what is missing.
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
