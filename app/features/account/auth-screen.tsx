import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { type AuthTab, AuthTabs } from './auth-tabs.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAuthAddress } from './use-auth-address.ts';

type View = AuthTab | 'forgot' | 'reset';

/** Sign in, sign up, forgot and reset password (specification §2, Auth). */
export function AuthScreen() {
  const { publishableKey } = useShop();
  const navigate = useNavigate();
  const session = useStoredSession();
  const address = useAuthAddress(publishableKey);
  const [chosen, setView] = useState<View | null>(null);
  const [created, setCreated] = useState<string | undefined>();
  const notice = useRef<HTMLParagraphElement>(null);
  const view = chosen ?? (address?.reset ? 'reset' : 'sign-in');

  // Specification §2: who is signed in has nothing to do here, except choose a new password.
  const cameByLink = Boolean(address?.tokens);
  const leaves = Boolean(session) && address !== null && view !== 'reset';
  useEffect(() => {
    if (!leaves) return;
    if (cameByLink) showToast({ title: 'Welcome back!', description: 'You are signed in.' });
    void navigate('/', { replace: true });
  }, [leaves, cameByLink, navigate]);

  // The form that was sent is gone; what to do next stands above the one that took its place.
  useEffect(() => {
    if (created) notice.current?.focus();
  }, [created]);

  return (
    <div className="page-width min-h-[80vh] max-w-lg py-10 sm:py-16">
      {view === 'forgot' ? (
        <ForgotPassword publishableKey={publishableKey} onBack={() => setView('sign-in')} />
      ) : view === 'reset' ? (
        <ResetPassword
          publishableKey={publishableKey}
          onUpdated={() => void navigate('/', { replace: true })}
          onBack={() => setView('sign-in')}
        />
      ) : (
        <>
          <h1 className="text-display">Your account</h1>
          <p className="mt-3 text-ink-soft">
            An account keeps your orders in one place. You can order without one.
          </p>
          <noscript>
            <p className="mt-6">
              Accounts need JavaScript. Everything can be bought without an account; the shop itself
              can be read without JavaScript.
            </p>
          </noscript>
          <p
            ref={notice}
            role="status"
            tabIndex={-1}
            className="mt-5 rounded-md bg-pine-soft px-5 py-4 text-sm text-pine empty:hidden"
          >
            {created
              ? `We have written to ${created}. Follow the link there, then sign in.`
              : address?.refusal}
          </p>
          <AuthTabs selected={view} onSelect={setView}>
            {view === 'sign-in' ? (
              <SignInForm
                publishableKey={publishableKey}
                email={created}
                onForgotten={() => setView('forgot')}
              />
            ) : (
              <SignUpForm
                publishableKey={publishableKey}
                onCreated={(email) => {
                  setCreated(email);
                  setView('sign-in');
                }}
              />
            )}
          </AuthTabs>
        </>
      )}
    </div>
  );
}
