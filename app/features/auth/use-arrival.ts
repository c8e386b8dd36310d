import { useEffect, useEffectEvent } from 'react';
import { type SignInStep, signInWithTokens } from '#app/lib/sign-in.ts';
import { type AuthAddress, readAuthAddress } from './read-auth-address.ts';
import { hasRequestedEmail } from './requested-emails.ts';

/** How somebody came to this page, once their link has been followed. */
export interface Arrival extends Omit<AuthAddress, 'tokens'> {
  cameByLink: boolean;
  /** What following the link led to; null without one, or when it was refused. */
  entry: SignInStep | null;
}

/**
 * What the URL asks for, read in the browser only. Tokens in it establish the session (after a new
 * password is chosen, if they are for that) and are removed from the URL at once, so that they stay
 * neither in the history nor in a referrer.
 */
export function useArrival(publishableKey: string, onArrival: (arrival: Arrival) => void): void {
  const announce = useEffectEvent(onArrival);

  useEffect(() => {
    function arrive(): void {
      const { tokens, ...asked } = readAuthAddress(window.location.search, window.location.hash);
      if (tokens || asked.refusal || asked.message) {
        const clean = asked.reset ? '/auth?mode=reset' : '/auth';
        window.history.replaceState(window.history.state, '', clean);
      }
      if (!tokens) {
        announce({ ...asked, cameByLink: false, entry: null });
        return;
      }
      const entering = signInWithTokens(tokens, publishableKey, {
        choosesPassword: asked.reset,
        isExpected: hasRequestedEmail,
      });
      void entering.then(({ data, problem }) =>
        announce({
          ...asked,
          cameByLink: true,
          entry: data,
          refusal: problem?.message ?? null,
        }),
      );
    }
    arrive();
    window.addEventListener('hashchange', arrive);
    return () => window.removeEventListener('hashchange', arrive);
  }, [publishableKey]);
}
