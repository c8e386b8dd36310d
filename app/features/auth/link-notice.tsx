import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import type { LinkMail } from './mail-requests.ts';
import { otherBrowser } from './read-auth-url.ts';
import type { Arrival } from './use-arrival.ts';

interface LinkNoticeProps {
  arrival: Arrival;
  onNewLink: (mail: LinkMail) => void;
}

/** Why an emailed link did not sign in, and what to do next. Empty if there is nothing to say. */
export function LinkNotice({ arrival, onNewLink }: LinkNoticeProps) {
  const { refusal, message, reset } = arrival;
  const notice = useRef<HTMLDivElement>(null);
  const shown = Boolean(refusal ?? message);
  useEffect(() => {
    if (shown) notice.current?.focus();
  }, [shown]);
  if (!shown) return null;

  return (
    <div
      ref={notice}
      role="status"
      tabIndex={-1}
      className="my-6 space-y-3 rounded-md bg-pine-soft px-5 py-4 text-sm text-pine"
    >
      {refusal === otherBrowser ? (
        <p className="font-semibold">{refusal}</p>
      ) : refusal ? (
        <>
          <p className="font-semibold">{refusal}</p>
          <p>
            A link works only once and expires after an hour.{' '}
            {reset
              ? 'If you have already chosen a new password, sign in with it.'
              : 'If your email address is already confirmed, just sign in.'}
          </p>
          <Button variant="secondary" onClick={() => onNewLink(reset ? 'recovery' : 'signup')}>
            Send a new link
          </Button>
        </>
      ) : (
        <p>{message}</p>
      )}
    </div>
  );
}
