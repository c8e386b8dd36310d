import { useEffect, useState } from 'react';
import { openAuth } from '#app/lib/open-auth.ts';
import { messageOf } from './message-of.ts';
import { type AuthAddress, readAuthAddress } from './read-auth-address.ts';

/**
 * What the address asks for, read in the browser alone. Tokens in it establish the session and are
 * taken out of the address at once, so that they stay neither in the history nor in a referrer.
 * Null until that is done.
 */
export function useAuthAddress(publishableKey: string): AuthAddress | null {
  const [address, setAddress] = useState<AuthAddress | null>(null);

  useEffect(() => {
    const asked = readAuthAddress(window.location.search, window.location.hash);
    const { tokens } = asked;
    if (!tokens) return setAddress(asked);
    const clean = asked.reset ? '/auth?mode=reset' : '/auth';
    window.history.replaceState(window.history.state, '', clean);
    void messageOf(
      async () => (await openAuth(publishableKey)).setSession(tokens),
      'This link is no longer valid.',
    ).then((refusal) => setAddress({ ...asked, reset: asked.reset && !refusal, refusal }));
  }, [publishableKey]);

  return address;
}
