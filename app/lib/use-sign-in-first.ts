import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useStoredSession } from './stored-session.ts';

/** Sends guests to sign in; `from` is the page they wanted (requirements §2.14). */
export function useSignInFirst(from: string): void {
  const session = useStoredSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null) void navigate('/auth', { replace: true, state: { from } });
  }, [session, navigate, from]);
}
