import { useEffect, useRef, useState } from 'react';
import { ConnectAuthenticator } from '#app/components/two-step/connect-authenticator.tsx';
import { RecoveryCodes } from '#app/components/two-step/recovery-codes.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { type OfferedFactor, offerFactor } from '#app/lib/authenticator.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { invokeAsCustomer } from '#app/lib/invoke-as-customer.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import type { Account } from './use-account.ts';

/** An authenticator app as a second step, and recovery codes in case it is lost. */
export function TwoStepSignIn({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { publishableKey, site } = useShop();
  const [offered, setOffered] = useState<OfferedFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const state = useRef<HTMLParagraphElement>(null);
  const { factorId } = account;
  const shown = `${factorId} ${offered !== null} ${codes !== null}`;
  const shownBefore = useRef(shown);

  // The clicked button is gone, so focus moves to the first step.
  useEffect(() => {
    const gone = document.activeElement === document.body && shownBefore.current !== shown;
    if (gone) state.current?.focus();
    shownBefore.current = shown;
  }, [shown]);

  async function begin(): Promise<void> {
    const { data, problem } = await offerFactor(site.brand, publishableKey);
    setProblem(problem && explainAuthProblem(problem));
    setOffered(data);
  }

  async function makeCodes(): Promise<void> {
    const { data, failure } = await invokeAsCustomer<{ codes: string[] }>(
      'create-recovery-codes',
      publishableKey,
    );
    setProblem(failure && (failure.message || 'The codes could not be created. Please try again.'));
    setCodes(data?.codes ?? null);
  }

  async function connected(): Promise<void> {
    setOffered(null);
    showToast({ title: 'Two-step sign-in is on' });
    onChanged();
    await makeCodes();
  }

  async function switchOff(factorId: string): Promise<void> {
    const { problem } = await callAuth(
      async () => (await openAuth(publishableKey)).mfa.unenroll({ factorId }),
      'Two-step sign-in could not be turned off. Please try again.',
    );
    setProblem(problem && explainAuthProblem(problem));
    if (problem) return;
    setCodes(null);
    showToast({ title: 'Two-step sign-in is off' });
    onChanged();
  }

  return (
    <AccountSection
      title="Two-step sign-in"
      lead={
        account.hasPassword
          ? 'After your password, you enter a code from an authenticator app on your phone. Your password alone is then not enough to sign in.'
          : 'Whenever you sign in, you also enter a code from an authenticator app on your phone.'
      }
    >
      <div className="space-y-5">
        <p ref={state} tabIndex={-1} className="font-semibold outline-none">
          {factorId ? 'Turned on' : 'Turned off'}
        </p>
        {offered ? (
          <ConnectAuthenticator
            offered={offered}
            onConnected={() => void connected()}
            onCancel={() => setOffered(null)}
          />
        ) : null}
        {codes ? <RecoveryCodes codes={codes} onKept={() => setCodes(null)} /> : null}
        {factorId && !codes ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => void makeCodes()}>
              New recovery codes
            </Button>
            <Button variant="quiet" onClick={() => void switchOff(factorId)}>
              Turn off
            </Button>
          </div>
        ) : null}
        {factorId || offered ? null : (
          <Button variant="secondary" onClick={() => void begin()}>
            Set up
          </Button>
        )}
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {problem}
        </p>
      </div>
    </AccountSection>
  );
}
