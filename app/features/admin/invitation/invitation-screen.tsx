import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { LoginCard } from '../session/login-card.tsx';
import { AcceptWithAccount } from './accept-with-account.tsx';
import { AcceptWithPassword } from './accept-with-password.tsx';

/** The invited email address, and whether it already has an account. */
interface Invitation {
  email: string;
  hasAccount: boolean;
}

type Opened =
  | { state: 'reading' }
  | { state: 'opened'; invitation: Invitation }
  | { state: 'refused'; message: string }
  | { state: 'unreachable' };

const noToken = 'Please open the link in our email.';

/** /admin/invitation#token=…: the target of the emailed link. */
export default function InvitationScreen() {
  const { publishableKey, site } = useShop();
  const navigate = useNavigate();
  const token = useTokenOnce();
  const [opened, setOpened] = useState<Opened>({ state: 'reading' });

  const read = useCallback(async () => {
    if (!token) return setOpened({ state: 'refused', message: noToken });
    const { data, failure } = await invokeFunction<Invitation>('open-admin-invitation', {
      publishableKey,
      body: { token },
    });
    if (data) setOpened({ state: 'opened', invitation: data });
    else if (failure.code === 'unreachable') setOpened({ state: 'unreachable' });
    else setOpened({ state: 'refused', message: failure.message || noToken });
  }, [token, publishableKey]);

  useEffect(() => void read(), [read]);

  function accepted(): void {
    showToast({ title: 'You are now an administrator' });
    // The login continues to the dashboard, or first to setting up two-step sign-in.
    void navigate('/admin', { replace: true });
  }

  return (
    <LoginCard>
      <title>{`Your invitation | ${site.brand} Admin`}</title>
      <h1 className="text-display">Your invitation</h1>
      <div className="mt-5 space-y-6">{shown()}</div>
    </LoginCard>
  );

  function shown(): React.ReactNode {
    switch (opened.state) {
      case 'reading':
        return <Spinner label="Loading your invitation" showLabel />;
      case 'unreachable':
        return (
          <>
            <p role="alert">The shop could not be reached.</p>
            <Button onClick={() => void read()}>Try again</Button>
          </>
        );
      case 'refused':
        return (
          <>
            <p role="alert">{opened.message}</p>
            <ButtonLink to="/admin" variant="secondary">
              Go to the admin login
            </ButtonLink>
          </>
        );
      case 'opened': {
        const { email, hasAccount } = opened.invitation;
        const Accept = hasAccount ? AcceptWithAccount : AcceptWithPassword;
        return <Accept email={email} token={token ?? ''} onAccepted={accepted} />;
      }
    }
  }
}

/** Removes the token from the URL at once, so that it stays out of the history and referrers. */
function useTokenOnce(): string | null {
  const token = useRef<string | null | undefined>(undefined);
  if (token.current === undefined) {
    token.current = new URLSearchParams(window.location.hash.slice(1)).get('token');
  }
  useEffect(() => {
    if (window.location.hash) {
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
  }, []);
  return token.current;
}
