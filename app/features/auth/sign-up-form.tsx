import { PasswordField } from '#app/components/forms/password-field.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { minimumPasswordLength, shortPassword } from '#app/lib/check-new-password.ts';
import { createAccount } from './create-account.ts';

interface SignUpFormProps {
  publishableKey: string;
  /** What has already been typed. */
  typed: { email?: string | undefined; full_name?: string | undefined };
  onCreated: (email: string) => void;
  /** Called if the tab is older than the shop: reloads it, or says that it could not. */
  onOutdated: () => Promise<boolean>;
}

export function SignUpForm({ publishableKey, typed, onCreated, onOutdated }: SignUpFormProps) {
  async function signUp(fields: FormData): Promise<FieldProblems | null> {
    const email = String(fields.get('email')).trim();
    const password = String(fields.get('password'));
    const fullName = String(fields.get('full_name')).trim();
    const { problem } = await callAuth(
      () => createAccount({ email, password, fullName }, publishableKey),
      'The account could not be created. Please try again.',
    );
    if (problem?.code === 'outdated' && (await onOutdated())) return null;
    if (problem) {
      showToast({ title: 'Sign up failed', description: problem.message, variant: 'destructive' });
      const field = problem.code === 'weak_password' ? 'password' : '';
      return { [field]: explainAuthProblem(problem) };
    }
    showToast({
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
    });
    onCreated(email);
    return null;
  }

  return (
    <SubmitForm label="Sign Up" submit="Sign Up" busyText="Creating account..." onSubmit={signUp}>
      {(problems) => (
        <>
          <TextField
            label="Full name"
            name="full_name"
            autoComplete="name"
            defaultValue={typed.full_name}
            error={problems.full_name}
            required
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={typed.email}
            error={problems.email}
            required
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            minLength={minimumPasswordLength}
            data-rule={shortPassword}
            hint={`At least ${minimumPasswordLength} characters`}
            error={problems.password}
            required
          />
        </>
      )}
    </SubmitForm>
  );
}
