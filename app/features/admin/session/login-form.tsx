import { useState } from 'react';
import { PasswordField } from '#app/components/forms/password-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { type SignInAnswer, signInAdmin } from './sign-in-admin.ts';

interface LoginFormProps {
  publishableKey: string;
  /** Why somebody who was signed in has to sign in again. */
  reason: string | null;
  /** Why the last attempt failed. */
  problem: string | null;
  onAnswer: (answer: SignInAnswer) => void;
}

export function LoginForm({ publishableKey, reason, problem, onAnswer }: LoginFormProps) {
  const alive = useHydrated();
  const [busy, setBusy] = useState(false);

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    dismissToasts();
    const answer = await signInAdmin(publishableKey, {
      email: String(fields.get('email')),
      password: String(fields.get('password')),
    });
    setBusy(false);
    onAnswer(answer);
  }

  return (
    <>
      <h1 className="text-display">Admin Login</h1>
      <p className="mt-2 text-ink-soft">Admin access only</p>
      {reason ? (
        <p role="status" className="mt-5 rounded-md border border-saffron bg-bone p-4 text-sm">
          {reason}
        </p>
      ) : null}
      <noscript>
        <p className="mt-5">The admin area requires JavaScript.</p>
      </noscript>
      {/* `post`, because a click before hydration must not put the password into the URL. */}
      <form method="post" aria-label="Admin Login" onSubmit={send} className="mt-8 space-y-5">
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        {problem ? <p className="text-sm font-medium text-danger">{problem}</p> : null}
        <Button type="submit" size="lg" className="w-full" disabled={!alive} aria-disabled={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
        <p className="text-center text-sm">
          <Link
            to="/auth"
            state={{ mail: 'recovery' }}
            className="text-link inline-flex min-h-11 items-center font-semibold"
          >
            Forgot your password?
          </Link>
        </p>
      </form>
    </>
  );
}
