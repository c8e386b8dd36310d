import { useState } from 'react';
import { PasswordField } from '#app/components/forms/password-field.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { type SignInStep, signInWithPassword } from '#app/lib/sign-in.ts';

interface SignInFormProps {
  publishableKey: string;
  /** Prefilled if it is known. */
  email: string | undefined;
  onEntry: (entry: SignInStep) => void;
  /** Called if the tab is older than the shop: reloads it, or says that it could not. */
  onOutdated: () => Promise<boolean>;
  onForgotten: () => void;
  /** The address is not confirmed yet, so another email is needed. */
  onUnconfirmed: () => void;
}

export function SignInForm(props: SignInFormProps) {
  const { publishableKey, email, onEntry, onOutdated, onForgotten, onUnconfirmed } = props;
  const [unconfirmed, setUnconfirmed] = useState(false);

  async function signIn(fields: FormData): Promise<FieldProblems | null> {
    const credentials = {
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
    };
    const { data, problem } = await signInWithPassword(credentials, publishableKey);
    setUnconfirmed(problem?.code === 'email_not_confirmed');
    if (!problem) {
      onEntry(data);
      return null;
    }
    if (problem.code === 'outdated' && (await onOutdated())) return null;
    showToast({
      title: 'Sign in failed',
      description: problem.message,
      variant: 'destructive',
    });
    const field = { invalid_credentials: 'password', email_not_confirmed: 'email' }[problem.code];
    return { [field ?? '']: explainAuthProblem(problem) };
  }

  return (
    <SubmitForm label="Sign In" submit="Sign In" busyText="Signing in..." onSubmit={signIn}>
      {(problems) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            error={problems.email}
            required
          />
          {unconfirmed ? (
            <p className="text-sm">
              Open the link in the email we sent you, or{' '}
              <button
                type="button"
                onClick={onUnconfirmed}
                className="text-link inline-flex min-h-11 items-center font-semibold"
              >
                send it again
              </button>
              .
            </p>
          ) : null}
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            error={problems.password}
            required
          />
          <button
            type="button"
            onClick={onForgotten}
            className="text-link inline-flex min-h-11 items-center text-sm"
          >
            Forgot your password?
          </button>
        </>
      )}
    </SubmitForm>
  );
}
