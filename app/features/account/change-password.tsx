import { useState } from 'react';
import { NewPasswordFields } from '#app/components/forms/new-password-fields.tsx';
import { PasswordField } from '#app/components/forms/password-field.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { checkNewPassword, fieldOfNewPassword } from '#app/lib/check-new-password.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import { provePassword } from './prove-owner.ts';
import type { Account } from './use-account.ts';

/** Asks for the current password and, if the server requires it, for a code sent by email. */
export function ChangePassword({ account }: { account: Account }) {
  const { publishableKey } = useShop();
  const [needsCode, setNeedsCode] = useState(false);
  // Remounts the form after each change, which empties its three fields.
  const [round, setRound] = useState(0);

  async function change(fields: FormData): Promise<FieldProblems | null> {
    const password = String(fields.get('password'));
    const wrong = checkNewPassword(password, String(fields.get('confirmation')));
    if (wrong) return wrong;
    const current = String(fields.get('current'));
    const { data: proof, problem } = await provePassword(
      { email: account.email, password: current },
      publishableKey,
    );
    if (problem) {
      return {
        [problem.code === 'invalid_credentials' ? 'current' : '']: explainAuthProblem(problem),
      };
    }
    const nonce = String(fields.get('nonce') ?? '').trim();
    const updated = await callAuth(
      async () =>
        (await openAuth(publishableKey)).updateUser({ password, ...(nonce && { nonce }) }),
      'Failed to update password.',
    );
    // A successful change has already ended the proof's session along with all others.
    if (updated.problem) await proof.end();
    if (updated.problem?.code === 'reauthentication_needed') return askForCode();
    if (updated.problem) {
      const { code } = updated.problem;
      const field = code === 'reauthentication_not_valid' ? 'nonce' : fieldOfNewPassword({ code });
      return { [field]: explainAuthProblem(updated.problem) };
    }
    showToast({ title: 'Password updated!', description: 'Your other devices are signed out.' });
    setNeedsCode(false);
    setRound(round + 1);
    return null;
  }

  async function askForCode(): Promise<FieldProblems> {
    const { problem } = await callAuth(
      async () => (await openAuth(publishableKey)).reauthenticate(),
      'The code could not be sent. Please try again.',
    );
    if (problem) return { '': explainAuthProblem(problem) };
    setNeedsCode(true);
    return { '': `We sent a code to ${account.email}. Please enter it as well.` };
  }

  return (
    <AccountSection title="Password" lead="A new password signs out your other devices.">
      <div key={round}>
        <SubmitForm
          label="Password"
          submit="Change password"
          busyText="Changing..."
          variant="secondary"
          className=""
          onSubmit={change}
        >
          {(problems) => (
            <>
              <input type="email" autoComplete="username" value={account.email} readOnly hidden />
              <PasswordField
                label="Current password"
                name="current"
                autoComplete="current-password"
                error={problems.current}
                required
              />
              <NewPasswordFields problems={problems} />
              {needsCode ? (
                <TextField
                  label="Code from the email"
                  name="nonce"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  error={problems.nonce}
                  required
                />
              ) : null}
            </>
          )}
        </SubmitForm>
      </div>
    </AccountSection>
  );
}
