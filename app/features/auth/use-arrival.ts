import { useEffect, useState } from 'react';
import { type Entry, enterByTokens } from './enter-account.ts';
import { type AuthAddress, readAuthAddress } from './read-auth-address.ts';

/** How somebody came to this page, once their link has been followed. */
export interface Arrival extends Omit<AuthAddress, 'tokens'> {
  cameByLink: boolean;
  /** What following the link led to; null without one, or when it was refused. */
  entry: Entry | null;
}

/**
 * What the address asks for, read in the browser alone. Tokens in it establish the session and are
 * taken out of the address at once, so that they stay neither in the history nor in a referrer.
 * Null until that is done.
 */
export function useArrival(publishableKey: string): Arrival | null {
  const [arrival, setArrival] = useState<Arrival | null>(null);

  useEffect(() => {
    const { tokens, ...asked } = readAuthAddress(window.location.search, window.location.hash);
    if (tokens || window.location.hash) {
      const clean = asked.reset ? '/auth?mode=reset' : '/auth';
      window.history.replaceState(window.history.state, '', clean);
    }
    if (!tokens) return setArrival({ ...asked, cameByLink: false, entry: null });
    void enterByTokens(tokens, publishableKey).then(({ data, problem }) =>
      setArrival({
        ...asked,
        cameByLink: true,
        entry: data,
        refusal: problem?.message ?? null,
      }),
    );
  }, [publishableKey]);

  return arrival;
}
