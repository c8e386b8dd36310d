import { useState } from 'react';
import { PasswordField } from '#app/components/forms/password-field.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { RecoveryStep } from '#app/components/two-step/recovery-step.tsx';
import { SecondStep } from '#app/components/two-step/second-step.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { invokeAsCustomer } from '#app/lib/invoke-as-customer.ts';
import { type SignInStep, signInWithPassword } from '#app/lib/sign-in.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { AcceptProps } from './accept-with-password.tsx';

type Step = Extract<SignInStep, { kind: 'second-step' }>;

/** For an email address that has an account: its owner accepts while signed in. */
export function AcceptWithAccount({ email, token, onAccepted }: AcceptProps) {
  const { publishableKey } = useShop();
  const session = useStoredSession();
  const [step, setStep] = useState<Step | null>(null);
  const [recovering, setRecovering] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function accept(): Promise<void> {
    const { failure } = await invokeAsCustomer('accept-admin-invitation', publishableKey, {
      token,
    });
    if (!failure) return onAccepted();
    setStep(null);
    setProblem(failure.message || 'The shop could not be reached. Please try again.');
  }

  function handleSignIn(entry: SignInStep): void {
    if (entry.kind === 'second-step') setStep(entry);
    else void accept();
  }

  async function signIn(fields: FormData): Promise<FieldProblems | null> {
    setProblem(null);
    const password = String(fields.get('password'));
    const answer = await signInWithPassword({ email, password }, publishableKey);
    if (answer.problem) return { password: explainAuthProblem(answer.problem) };
    handleSignIn(answer.data);
    return null;
  }

  if (step) {
    const shared = { step, publishableKey, failed: 'Login failed', onEntry: handleSignIn };
    return recovering ? (
      <RecoveryStep {...shared} onBack={() => setRecovering(false)} />
    ) : (
      <SecondStep {...shared} onRecover={() => setRecovering(true)} onBack={() => setStep(null)} />
    );
  }
  const alert = (
    <p role="alert" className="text-sm font-medium text-danger empty:hidden">
      {problem}
    </p>
  );
  if (session?.email.toLowerCase() === email) {
    return (
      <>
        <p className="break-words">
          You are signed in as <strong>{email}</strong>. Accept to become an administrator.
        </p>
        {alert}
        <Button size="lg" className="w-full" onClick={() => void accept()}>
          Accept
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="break-words">
        <strong>{email}</strong> already has an account. Sign in to accept.
      </p>
      {session ? (
        <p className="text-sm break-words text-ink-soft">
          You are signed in as {session.email} in this browser. Signing in here switches accounts.
        </p>
      ) : null}
      {alert}
      <SubmitForm
        label="Accept the invitation"
        submit="Sign In and Accept"
        busyText="Signing in..."
        onSubmit={signIn}
      >
        {(problems) => (
          <>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              error={problems.password}
              required
            />
          </>
        )}
      </SubmitForm>
    </>
  );
}
