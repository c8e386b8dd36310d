import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { dismissToasts, showToast } from '#app/components/ui/toast.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { readIsAdmin } from './read-is-admin.ts';
import { notAnAdmin, signInAdmin } from './sign-in-admin.ts';

const home = '/admin/dashboard';

/** /admin and /admin/login (specification §2). An admin who is signed in goes on at once. */
export function LoginScreen() {
  const { publishableKey } = useShop();
  const navigate = useNavigate();
  const alive = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Where the guard stopped somebody who was signed out.
  const wanted = (useLocation().state as { from?: string } | null)?.from ?? home;

  useEffect(() => {
    let left = false;
    if (!readStoredSession()) return;
    readIsAdmin(publishableKey).then(
      (admin) => admin && !left && navigate(wanted, { replace: true }),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [publishableKey, navigate, wanted]);

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    dismissToasts();
    const answer = await signInAdmin(publishableKey, {
      email: String(fields.get('email')),
      password: String(fields.get('password')),
    });
    setBusy(false);
    if (answer.outcome === 'admin') {
      showToast({ title: 'Login successful' });
      return navigate(wanted, { replace: true });
    }
    if (answer.outcome === 'denied') {
      showToast({ title: notAnAdmin, variant: 'destructive' });
      return setProblem(notAnAdmin);
    }
    showToast({ title: 'Login failed', description: answer.message, variant: 'destructive' });
    setProblem(answer.message);
  }

  return (
    <main
      id="content"
      className="flex min-h-dvh items-center justify-center bg-bone-deep px-4 py-12"
    >
      <div className="w-full max-w-md rounded-md bg-paper p-7 shadow-lift sm:p-10">
        <h1 className="text-display">Admin Login</h1>
        <p className="mt-2 text-ink-soft">Admin access only</p>
        <noscript>
          <p className="mt-5">The admin area needs JavaScript.</p>
        </noscript>
        {/* `post`: pressed before the page is alive, the password must not go into the address. */}
        <form method="post" aria-label="Admin Login" onSubmit={send} className="mt-8 space-y-5">
          <TextField label="Email" name="email" type="email" autoComplete="username" required />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          {problem ? <p className="text-sm font-medium text-danger">{problem}</p> : null}
          <Button type="submit" size="lg" className="w-full" disabled={!alive} aria-disabled={busy}>
            {busy ? 'Signing in...' : 'Sign In'}
          </Button>
        </form>
      </div>
    </main>
  );
}
