import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useStoredSession } from './stored-session.ts';

/** Sends guests to sign in; `from` is the page that they wanted (specification §2). */
export function useSignInFirst(from: string): void {
  const session = useStoredSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null) void navigate('/auth', { replace: true, state: { from } });
  }, [session, navigate, from]);
}
