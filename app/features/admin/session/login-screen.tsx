import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { RecoveryStep } from '#app/components/two-step/recovery-step.tsx';
import { SecondStep } from '#app/components/two-step/second-step.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { holdsUnstoredSession } from '#app/lib/session-store.ts';
import { resumeSecondStep, type SignInStep } from '#app/lib/sign-in.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { holdsUnstored, onUnstoredChange } from '../form/draft-storage.ts';
import { LoginCard } from './login-card.tsx';
import { LoginForm } from './login-form.tsx';
import { type LoginState, resumedState, type SignOutReason } from './login-state.ts';
import { readAdminAccess } from './read-admin-access.ts';
import { SetUpStep } from './set-up-step.tsx';
import { checkAdminAccess, notAnAdmin, type SignInAnswer } from './sign-in-admin.ts';
import { signOutAdmin } from './sign-out-admin.ts';

const home = '/admin/dashboard';
const failureTitle = 'Login failed';

/** If storage was full, forms keep what was typed for as long as this page lives. */
const unstoredNote =
  'This browser has no room to store what you typed. Sign in here to get back to it; closing or reloading this page loses it.';

const untilReload =
  'This browser has no room to store your session: closing or reloading this page signs you out.';

/** For admins who were interrupted; their forms have stored what was typed. */
const reasons: Partial<Record<SignOutReason, string>> = {
  ended:
    'Your session has expired. Sign in again to return to the same page. What you typed is still there.',
  removed:
    'This account is no longer an administrator. What you typed is stored in this browser in case access is restored.',
};

type View =
  | { name: 'form' | 'set-up' }
  | { name: 'code' | 'recovery'; step: Extract<SignInStep, { kind: 'second-step' }> };

/** /admin and /admin/login (requirements §2.16). A signed-in admin is redirected at once. */
export function LoginScreen() {
  const { publishableKey } = useShop();
  const navigate = useNavigate();
  const [view, setView] = useState<View>({ name: 'form' });
  const [problem, setProblem] = useState<string | null>(null);
  // The page from which the guard sent somebody who was signed out.
  const { from: wanted = home, because } = (useLocation().state ?? {}) as LoginState;
  const state = because ? resumedState : null;
  const isUnstored = useSyncExternalStore(onUnstoredChange, holdsUnstored, () => false);
  const reason = (because && reasons[because]) ?? null;

  useEffect(() => {
    let left = false;
    if (!readStoredSession()) return;
    const resume = async () => {
      const access = await readAdminAccess(publishableKey);
      const step = access === 'code_needed' ? await resumeSecondStep(publishableKey) : null;
      if (left) return;
      if (access === 'admin') return navigate(wanted, { replace: true, state });
      if (access === 'authenticator_needed') setView({ name: 'set-up' });
      if (step) setView({ name: 'code', step });
    };
    resume().catch(() => {});
    return () => {
      left = true;
    };
  }, [publishableKey, navigate, wanted, state]);

  function enterAdmin(): void {
    showToast({
      title: 'Login successful',
      description: holdsUnstoredSession() ? untilReload : undefined,
    });
    void navigate(wanted, { replace: true, state });
  }

  function handleAnswer(answer: SignInAnswer): void {
    setProblem(null);
    switch (answer.outcome) {
      case 'admin':
        enterAdmin();
        break;
      case 'second-step':
        setView({ name: 'code', step: answer.step });
        break;
      case 'authenticator-needed':
        setView({ name: 'set-up' });
        break;
      case 'denied':
        showToast({ title: notAnAdmin, variant: 'destructive' });
        backToForm(notAnAdmin);
        break;
      case 'failed':
        showToast({ title: failureTitle, description: answer.message, variant: 'destructive' });
        backToForm(answer.message);
        break;
    }
  }

  function backToForm(because: string | null): void {
    setProblem(because);
    setView({ name: 'form' });
  }

  const checkAccess = (entry: SignInStep) =>
    void checkAdminAccess(publishableKey, entry).then(handleAnswer);

  async function leave(): Promise<void> {
    await signOutAdmin(publishableKey);
    backToForm(null);
  }

  return <LoginCard>{renderView()}</LoginCard>;

  function renderView(): React.ReactNode {
    switch (view.name) {
      case 'form':
        return (
          <LoginForm
            publishableKey={publishableKey}
            reason={reason && isUnstored ? unstoredNote : reason}
            problem={problem}
            onAnswer={handleAnswer}
          />
        );
      case 'set-up':
        return <SetUpStep onDone={enterAdmin} onBack={() => void leave()} />;
      case 'code':
        return (
          <SecondStep
            {...{ publishableKey, failed: failureTitle, step: view.step }}
            onEntry={checkAccess}
            onRecover={() => setView({ name: 'recovery', step: view.step })}
            onBack={() => void leave()}
          />
        );
      case 'recovery':
        return (
          <RecoveryStep
            {...{ publishableKey, failed: failureTitle, step: view.step }}
            onEntry={checkAccess}
            onBack={() => setView({ name: 'code', step: view.step })}
          />
        );
    }
  }
}
