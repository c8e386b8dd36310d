import { useState } from 'react';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import type { Account } from './use-account.ts';

/** The address changes once the links in both emails have been opened. */
export function ChangeEmail({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { publishableKey } = useShop();
  const [note, setNote] = useState<string | null>(null);
  const redirect = () => ({ emailRedirectTo: `${window.location.origin}/auth` });

  async function change(fields: FormData): Promise<FieldProblems | null> {
    const email = String(fields.get('email')).trim();
    if (email.toLowerCase() === account.email) {
      return { email: 'That is already your email address.' };
    }
    const { problem } = await callAuth(
      async () => (await openAuth(publishableKey)).updateUser({ email }, redirect()),
      'Your email address could not be changed. Please try again.',
    );
    if (problem) return { email: explainAuthProblem(problem) };
    showToast({ title: 'Check your email', description: 'We sent an email to both addresses.' });
    onChanged();
    return null;
  }

  async function sendAgain(): Promise<void> {
    const { problem } = await callAuth(
      async () =>
        (await openAuth(publishableKey)).resend({
          type: 'email_change',
          email: account.email,
          options: redirect(),
        }),
      'The emails could not be sent. Please try again.',
    );
    setNote(problem ? explainAuthProblem(problem) : 'Both emails were sent again.');
  }

  return (
    <AccountSection
      title="Email"
      lead="Used to sign in and to receive order confirmations. A new address takes effect once you open the links in both emails in this browser."
    >
      {account.newEmail ? (
        <div className="mb-6 space-y-3 rounded-md bg-pine-soft px-5 py-4 text-sm text-pine">
          <p className="break-words">
            <strong>{account.newEmail}</strong> is not confirmed yet. Open the link we sent there
            and the one we sent to {account.email}.
          </p>
          <Button variant="secondary" onClick={() => void sendAgain()}>
            Resend the emails
          </Button>
          <p role="status">{note}</p>
        </div>
      ) : null}
      <SubmitForm
        label="Email"
        submit="Change email"
        busyText="Changing..."
        variant="secondary"
        className=""
        onSubmit={change}
      >
        {(problems) => (
          <TextField
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            error={problems.email}
            required
          />
        )}
      </SubmitForm>
    </AccountSection>
  );
}
