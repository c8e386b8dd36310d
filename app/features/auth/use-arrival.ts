import { useEffect, useEffectEvent } from 'react';
import { type SignInStep, signInWithTokens } from '#app/lib/sign-in.ts';
import { type AuthUrl, readAuthUrl } from './read-auth-url.ts';
import { hasRequestedEmail } from './requested-emails.ts';

/** How somebody came to this page, once any link has been followed. */
export interface Arrival extends Omit<AuthUrl, 'tokens'> {
  cameByLink: boolean;
  /** The result of following the link; null if there was none or it was rejected. */
  entry: SignInStep | null;
}

/**
 * What the URL requests, read only in the browser. Tokens in it establish the session (or, for a
 * password link, after a new password has been chosen) and are removed from the URL at once, so
 * that they stay out of the history and referrers.
 */
export function useArrival(publishableKey: string, onArrival: (arrival: Arrival) => void): void {
  const announce = useEffectEvent(onArrival);

  useEffect(() => {
    function arrive(): void {
      const { tokens, ...asked } = readAuthUrl(window.location.search, window.location.hash);
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
