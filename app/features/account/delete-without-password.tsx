import { useState } from 'react';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { readCustomer } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { mailProof, type OwnerProof, proveMailbox } from './prove-owner.ts';
import { type Account, providersOf } from './use-account.ts';

interface DeleteWithoutPasswordProps {
  account: Account;
  /** Signed in moments ago, which is sufficient proof. */
  recent: boolean;
  onProved: (proof: OwnerProof) => Promise<FieldProblems | null>;
}

const label = 'Delete account';
const remove = { label, submit: 'Delete permanently', busyText: 'Deleting...' };

/**
 * For customers who always sign in with a provider: a sign-in within the last minutes, or a code by
 * email.
 */
export function DeleteWithoutPassword({ account, recent, onProved }: DeleteWithoutPasswordProps) {
  const { publishableKey } = useShop();
  const [sent, setSent] = useState(false);
  const { email } = account;
  const again = `sign in again${withProviders(account)}`;

  async function destroyAtOnce(): Promise<FieldProblems | null> {
    const customer = await readCustomer(publishableKey);
    if (customer.kind !== 'customer') return { '': 'Please sign in again.' };
    const accessToken = customer.headers.Authorization.replace('Bearer ', '');
    return onProved({ accessToken, end: async () => {} });
  }

  async function send(): Promise<FieldProblems | null> {
    const problem = await mailProof(email, publishableKey);
    if (problem) return { '': explainAuthProblem(problem) };
    setSent(true);
    return null;
  }

  async function destroyByCode(fields: FormData): Promise<FieldProblems | null> {
    const code = String(fields.get('code')).trim();
    const { data: proof, problem } = await proveMailbox({ email, code }, publishableKey);
    if (!problem) return onProved(proof);
    return { [problem.code === 'otp_expired' ? 'code' : '']: explainAuthProblem(problem) };
  }

  if (recent) {
    return (
      <SubmitForm {...remove} onSubmit={destroyAtOnce}>
        {() => null}
      </SubmitForm>
    );
  }
  if (!email) {
    return (
      <p>Please sign out, {again}, and delete your account within ten minutes of signing in.</p>
    );
  }
  if (!sent) {
    return (
      <SubmitForm label={label} submit="Email me a code" busyText="Sending..." onSubmit={send}>
        {() => (
          <p>
            To make sure it is you, we email a code to {email}. Or sign out, {again}, and delete
            your account within ten minutes.
          </p>
        )}
      </SubmitForm>
    );
  }
  return (
    <SubmitForm {...remove} onSubmit={destroyByCode}>
      {(problems) => (
        <>
          <p role="status">We sent a code to {email}. It is valid for an hour.</p>
          <TextField
            label="Code from the email"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={problems.code}
            required
          />
        </>
      )}
    </SubmitForm>
  );
}

function withProviders(account: Account): string {
  const names = providersOf(account);
  return names && ` with ${names}`;
}
