import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import { type Account, providersOf } from './use-account.ts';

/** Replaces the change-password form for customers without a password. */
export function AddPassword({ account }: { account: Account }) {
  const { publishableKey } = useShop();
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { email } = account;
  const providers = providersOf(account);

  async function send(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const redirectTo = `${window.location.origin}/auth?mode=reset`;
    const { problem } = await callAuth(
      async () => (await openAuth(publishableKey)).resetPasswordForEmail(email, { redirectTo }),
      'The email could not be sent. Please try again.',
    );
    setBusy(false);
    setNote(problem ? explainAuthProblem(problem) : `We sent a link to ${email}.`);
  }

  return (
    <AccountSection
      title="Password"
      lead={`Your account has no password${providers && `: you sign in with ${providers}`}.`}
    >
      {email ? (
        <>
          <Button variant="secondary" aria-disabled={busy} onClick={() => void send()}>
            {busy ? 'Sending...' : 'Email me a link to choose one'}
          </Button>
          <p role="status" className="mt-3 break-words text-sm empty:hidden">
            {note}
          </p>
        </>
      ) : null}
    </AccountSection>
  );
}
