import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { otherBrowser } from './read-auth-url.ts';
import type { Arrival } from './use-arrival.ts';

/**
 * Redirects signed-in visitors to the home page (requirements §2.13) and tells them what their link
 * did.
 */
export function useRedirectSignedIn(leaves: boolean, arrival: Arrival | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!leaves) return;
    if (arrival?.message) showToast({ title: arrival.message });
    else if (arrival?.refusal) {
      showToast({
        title: arrival.refusal,
        description: arrival.refusal === otherBrowser ? undefined : already,
        variant: 'destructive',
      });
    } else if (arrival?.cameByLink && !isSwitch(arrival)) {
      showToast({ title: 'Welcome back!', description: welcomes[arrival.type ?? ''] ?? signedIn });
    }
    void navigate('/', { replace: true });
  }, [leaves, arrival, navigate]);
}

/** Somebody else was signed in, and has just been asked. */
const isSwitch = ({ entry }: Arrival) => entry?.kind === 'other-person' && entry.present !== null;

const signedIn = 'You are signed in.';
const already = 'You are already signed in.';

const welcomes: Record<string, string> = {
  signup: 'Your email is confirmed, and you are signed in.',
  email_change: 'Your new email address is confirmed.',
};
