import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { adminSessionKey, readStanding } from './read-standing.ts';

/** Specification §6: what somebody without the role reads who enters the guarded area. */
const noPermission = "Access Denied: You don't have permission to access the admin panel.";

export type Guarded =
  | { state: 'checking' }
  | { state: 'unknown'; retry: () => void }
  | { state: 'admin'; email: string };

/**
 * Who may stay (specification §4, admin guard). A guest goes to /admin; one without the role to /,
 * or to /admin/login when the role was taken away meanwhile; an administrator who has a step of
 * signing in before them goes to /admin. It asks again when the window is
 * looked at again, and whenever the database has refused something.
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
    if (data === 'admin') wasAdmin.current = true;
  }, [data]);

  const from = pathname + search;
  useEffect(() => {
    // Who has just signed out goes where the button says.
    if (session === null && !wasAdmin.current) {
      void navigate('/admin', { replace: true, state: { from } });
    } else if (session === null) {
      void navigate('/admin/login', { replace: true });
    }
  }, [session, navigate, from]);

  useEffect(() => {
    if (!session || data === undefined || data === 'admin') return;
    if (data !== 'none') return void navigate('/admin', { replace: true, state: { from } });
    showToast({ title: noPermission, variant: 'destructive' });
    void navigate(wasAdmin.current ? '/admin/login' : '/', { replace: true });
  }, [session, data, navigate, from]);

  if (!session) return { state: 'checking' };
  if (data === 'admin') return { state: 'admin', email: session.email };
  if (isError) return { state: 'unknown', retry: () => void refetch() };
  return { state: 'checking' };
}
